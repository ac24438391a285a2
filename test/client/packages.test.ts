import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { makePackages } from '../../src/tools/packages.ts'
import * as guide from '../../src/worker/operations/guides/frameworks-snippets.ts'
import { FIRST_RUN, FIRST_RUN_NODE } from '../../src/worker/operations/guides/runtime-snippets.ts'
import { World } from './adapters/plinth.ts'
import { privateKey } from './keys.ts'
import { nightly, some } from './nightly.ts'

// The packages as others get them: installed into empty folders, with nothing of this project beside them.

const folder = mkdtempSync(join(tmpdir(), 'plinth-packages-'))
const node = join(folder, 'node')
const python = join(folder, 'python')
const MODULES = join(import.meta.dirname, '../../node_modules')
const world = new World()
let built: ReturnType<typeof makePackages>

beforeAll(async () => {
	built = makePackages(join(folder, 'built'))
	for (const place of [node, python]) mkdirSync(place)
	const quiet = ['--offline', '--no-audit', '--no-fund', '--omit=peer']
	await Promise.all([
		world.start(),
		run(node, 'npm', ['install', ...quiet, built.npm]),
		run(python, '/usr/bin/python3', ['-m', 'venv', '--without-pip', '--system-site-packages', 'venv']).then(() =>
			run(python, '/usr/bin/python3', [
				'-m',
				'pip',
				'--python',
				'venv/bin/python',
				'install',
				'--no-index',
				'--no-deps',
				built.wheel,
			]),
		),
	])
	// Beside the package, as in the programs that it guards.
	symlinkSync(MODULES, join(folder, 'node_modules'))
	const key = JSON.stringify(await privateKey('a'))
	for (const place of [node, python]) writeFileSync(join(place, 'private-key.json'), key)
})
afterAll(() => {
	world.upstream.stop()
	rmSync(folder, { recursive: true, force: true })
})

/** Runs a program in a folder, with the variables that the guides name. Returns what it prints and how it ended. */
async function run(cwd: string, program: string, args: string[]) {
	const { plinth: _, url, key } = world
	const own = { PLINTH_URL: url, PLINTH_KEY: key, PLINTH_PRIVATE_KEY: 'private-key.json' }
	const env = { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, HOME: folder, ...own }
	const only = env as unknown as NodeJS.ProcessEnv
	const ended = await promisify(execFile)(program, args, { cwd, env: only }).catch((error: object) => error)
	const { stdout, stderr, code, signal } = ended as { stdout: string; stderr: string; code?: number; signal?: string }
	return { stdout, stderr, end: signal ?? code ?? 0 }
}

/** The run that a program has named. */
const ranIn = async (said: { stdout: string; stderr: string }) => {
	const [run_id] = /run_[\w-]+/.exec(said.stdout) ?? []
	expect(run_id, said.stderr).toBeDefined()
	return (await world.plinth.runs()).filter((one) => one.run_id === run_id)
}

test('they have the version of the project, and bring nothing else', async () => {
	expect(readdirSync(join(node, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['plinth-runtime'])
	const { version } = packageJson
	expect(Object.values(built).map((file) => file.replace(/^.*\//, ''))).toEqual([
		`plinth-runtime-${version}.tgz`,
		`plinth_runtime-${version}-py3-none-any.whl`,
		`plinth_runtime-${version}.tar.gz`,
	])
	const listed = await run(python, 'venv/bin/python', [
		'-c',
		'from importlib.metadata import version; print(version("plinth-runtime"))',
	])
	expect(listed.stdout.trim()).toBe(version)
})

test("the wheel's metadata has no field that its version doesn't know, which PyPI would refuse", async () => {
	const said = await run(python, 'venv/bin/python', [
		'-c',
		'from importlib.metadata import metadata; print(*metadata("plinth-runtime").items(), sep="\\n")',
	])
	const fields = new Map(
		[...said.stdout.matchAll(/^\('([\w-]+)', '(.*)'\)$/gm)].map(([, name, value]) => [name, value]),
	)
	expect(fields.get('Name')).toBe('plinth-runtime')
	const [own, other] = ['License', 'License-Expression']
	const [known, unknown] = Number(fields.get('Metadata-Version')) < 2.4 ? [own, other] : [other, own]
	expect(fields.get(known)).toBe('MIT')
	expect([...fields.keys()]).not.toContain(unknown)
})

nightly("without Python's tools there is the package for npm, and a sentence", () => {
	const tools = join(folder, 'tools')
	mkdirSync(tools)
	writeFileSync(join(tools, 'build.py'), 'raise ModuleNotFoundError("No module named \'build\'")')
	vi.stubEnv('PYTHONPATH', tools)
	try {
		expect(() => makePackages(join(folder, 'others'))).toThrow(
			/^Couldn't build .* python3-build and python3-hatchling.* for npm is /,
		)
	} finally {
		vi.unstubAllEnvs()
	}
	expect(readdirSync(join(folder, 'others'))).toContain(`plinth-runtime-${packageJson.version}.tgz`)
})

test("the guide's first run works with the package for Node.js", async () => {
	writeFileSync(join(node, 'first.mjs'), FIRST_RUN_NODE.replace('./plinth_runtime.mjs', 'plinth-runtime'))
	const said = await run(node, process.execPath, ['first.mjs'])
	expect(await ranIn(said)).toMatchObject([{ status: 'completed', total_cost_usd: 0.004 }])
})

test("the guide's first run works with the wheel, and its command makes keys", async () => {
	writeFileSync(join(python, 'first.py'), FIRST_RUN)
	const said = await run(python, 'venv/bin/python', ['first.py'])
	expect(await ranIn(said)).toMatchObject([{ status: 'completed', total_cost_usd: 0.004 }])
	const made = await run(python, 'venv/bin/python', ['-m', 'plinth_runtime', 'keygen', 'new-key.json'])
	expect(JSON.parse(made.stdout)).toMatchObject({ kty: 'EC', crv: 'P-256' })
	expect(readdirSync(python)).toContain('new-key.json')
})

const PROGRAMS = [
	['the AI SDK', guide.AI, 2],
	['OpenAI Agents', guide.AGENTS, 2],
	['LangChain', guide.LANGCHAIN, 1],
	['openai', guide.OPENAI, 1],
] as const

test.each(some(PROGRAMS, 1))("the guide's program of %s is guarded", async (name, program, steps) => {
	world.upstream.expect(...[{ tools: 1 }, {}].slice(-steps))
	const own = program.replaceAll('main^gpt-5-mini', 'main^large').replace("'weather' })", `'${name}' })`)
	writeFileSync(join(node, 'program.mjs'), own.replace("'weather', hold", `'${name}', hold`))
	expect(await run(node, process.execPath, ['program.mjs'])).toMatchObject({ stdout: 'All is well.\n', end: 0 })
	expect(await world.runsOf(name)).toMatchObject([{ status: 'completed', input: steps * 100, output: steps * 10 }])
})

const ENDS = [
	['exits with a failure', 'process.exit(3)', 3, 'failed'],
	[
		'is asked to end',
		"process.kill(process.pid, 'SIGTERM'); setInterval(() => undefined, 1_000)",
		'SIGTERM',
		'cancelled',
	],
	['is interrupted', "process.kill(process.pid, 'SIGINT'); setInterval(() => undefined, 1_000)", 'SIGINT', 'cancelled'],
	['fails', "throw new Error('It fails')", 1, 'failed'],
	['has done its work', '', 0, 'completed'],
	['exits', 'process.exit(0)', 0, 'completed'],
] as const

describe('a guarded run ends when its process', () => {
	test.each(some(ENDS, 2))('%s', async (how, end, code, status) => {
		const agent_id = `agent that ${how}`
		writeFileSync(
			join(node, 'program.mjs'),
			`import OpenAI from 'openai'
			import { plinth } from 'plinth-runtime/openai'
			const guarded = plinth.guard({ agent_id: '${agent_id}' })
			const { client, model } = await guarded.client('main^large', { vendor_a: OpenAI })
			await client.chat.completions.create({ model, messages: [{ role: 'user', content: 'Hi' }] })
			${end}`,
		)
		const said = await run(node, process.execPath, ['program.mjs'])
		expect(said.end, said.stderr).toBe(code)
		expect(await world.runsOf(agent_id)).toMatchObject([{ status, input: 100, output: 10 }])
	})
})
