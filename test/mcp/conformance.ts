import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isNotApplicable } from './not-applicable.ts'

/** What one of them says, and what it found. */
export interface Findings {
	says: string
	faults: string[]
}

interface Check {
	id: string
	status: string
	errorMessage?: string
}

/** What the conformance suite finds in the scenarios that a revision requires. */
export async function conformance(folder: string, revision: string, url: string): Promise<Findings> {
	const output = mkdtempSync(join(tmpdir(), 'plinth-conformance-'))
	const program = join(folder, '@modelcontextprotocol/conformance/dist/index.js')
	const run = spawn(process.execPath, [program, 'server', '--url', url, '--requirements', revision, '-o', output], {
		stdio: 'ignore',
	})
	await new Promise((resolve) => run.on('exit', resolve))
	const checks = globSync('*/checks.json', { cwd: output }).flatMap((file) =>
		(JSON.parse(readFileSync(join(output, file), 'utf8')) as Check[]).map((check) => ({
			...check,
			scenario: scenarioOf(file),
		})),
	)
	rmSync(output, { recursive: true })
	const passed = checks.filter(({ status }) => status === 'SUCCESS')
	const failed = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
	const others = failed.filter(({ scenario, id }) => !isNotApplicable(scenario, id))
	return {
		says: `Conformance ${revision}: ${passed.length} checks passed, ${failed.length - others.length} don't apply, ${others.length} failed`,
		faults: [
			...others.map(({ scenario, id, errorMessage }) => `${scenario}: ${id}: ${errorMessage}`),
			...(passed.length < 30 ? ['The suite did not run'] : []),
		],
	}
}

const scenarioOf = (file: string) => file.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/s, '')
