import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// A counterpart is a program that nobody here wrote. It comes from its registry when a script runs, and is no dependency of the
// project.

/** What a script throws where a counterpart can't be had: it has shown nothing, so it hasn't passed. */
export class NotRun extends Error {}

const QUIETLY = ['--ignore-scripts', '--no-audit', '--no-fund', '--silent']

/** Installs npm packages into a folder of their own. Nothing of theirs runs at that. */
export function packages(...specs: string[]): { require: NodeJS.Require; file: (path: string) => string } {
	const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
	if (major < 24 || (major === 24 && minor < 18))
		throw new NotRun(`This is Node ${process.version}, and 24.18 is needed.`)
	const folder = mkdtempSync(join(tmpdir(), 'plinth-counterpart-'))
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
	writeFileSync(join(folder, 'package.json'), '{"private":true}')
	attempt(`npm couldn't install ${specs.join(' ')}`, 'npm', ['install', '--prefix', folder, ...QUIETLY, ...specs])
	const file = (path: string) => join(folder, 'node_modules', path)
	return { require: createRequire(join(folder, 'package.json')), file }
}

/** Installs Debian packages that are missing. */
export function debian(program: string, ...names: string[]): void {
	try {
		execFileSync('/bin/sh', ['-c', program], { stdio: 'ignore' })
	} catch {
		attempt(`apt-get couldn't install ${names.join(' ')}`, 'apt-get', [
			'install',
			'-y',
			'--no-install-recommends',
			...names,
		])
	}
}

function attempt(what: string, command: string, options: string[]) {
	try {
		execFileSync(command, options, { stdio: ['ignore', 'ignore', 'pipe'] })
	} catch (error) {
		throw new NotRun(
			`${what}: ${String((error as { stderr?: Buffer }).stderr ?? error)
				.trim()
				.slice(0, 300)}`,
		)
	}
}

/** Runs a script: the exit code is 0 if all of it holds, 1 if something doesn't, and 2 if the counterpart can't be had. */
export async function counterpart(name: string, work: () => Promise<string[]>): Promise<void> {
	try {
		for (const line of await work()) console.log(`${name}: ${line}`)
	} catch (error) {
		if (error instanceof NotRun) console.log(`${name}: not run. ${error.message}`)
		else console.error(error)
		process.exitCode = error instanceof NotRun ? 2 : 1
	}
	process.exit()
}
