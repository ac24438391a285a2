// The test of an MCP config as a client of the official conformance suite. The suite starts a server for each scenario, and this script
// again with its address, which makes a config for it and tests that.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { counterpart, packages } from './packages.ts'
import { withPlinth } from './plinth.ts'

const SUITE = '@modelcontextprotocol/conformance@0.2.0-alpha.12'

interface Scenario {
	/** What the suite checks at least. */
	passed: number
	/** Checks that don't apply, with the reason. */
	others?: Record<string, string>
}

const SCENARIOS: Record<string, Scenario> = {
	initialize: { passed: 1 },
	tools_call: { passed: 1, others: { 'tool-add-numbers': 'the test lists tools and calls none' } },
	'request-metadata': { passed: 5 },
	'http-standard-headers': { passed: 1 },
}

interface Check {
	id: string
	status: string
	errorMessage?: string
}

const { MCP_CONFORMANCE_SCENARIO: scenario, PLINTH_URL = '', PLINTH_TOKEN } = process.env
if (scenario) await test(scenario, String(process.argv.at(-1)))
else await counterpart('mcp', compared)

/** Makes a config for the server of a scenario, and tests it. */
async function test(name: string, url: string) {
	const post = async (path: string, body?: object) => {
		const headers = { Authorization: `Bearer ${PLINTH_TOKEN}` }
		const response = await fetch(PLINTH_URL + path, { method: 'POST', headers, body: JSON.stringify(body ?? {}) })
		return (await response.json()) as { id: string; ok: boolean; message: string }
	}
	const { id } = await post('/v1/mcp-configs', { name, transport: 'streamable_http', url })
	const { ok, message } = await post(`/v1/mcp-configs/${id}/test`)
	if (!ok) throw new Error(message)
}

async function compared(): Promise<string[]> {
	const program = packages(SUITE).file('@modelcontextprotocol/conformance/dist/index.js')
	return withPlinth({ OUTBOUND_ALLOWLIST: 'localhost' }, async ({ url, call }) => {
		const { access_token } = await call('POST', '/v1/auth/login', { login: 'root', password: 'bootstrap-password-1' })
		const lines: string[] = []
		for (const [name, { passed, others = {} }] of Object.entries(SCENARIOS)) {
			const checks = await checksOf(program, name, { PLINTH_URL: url, PLINTH_TOKEN: access_token })
			const failed = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
			assert.deepEqual(
				failed.map(({ id, errorMessage = '' }) => (id in others ? id : `${id}: ${errorMessage}`)),
				Object.keys(others),
			)
			const count = checks.filter(({ status }) => status === 'SUCCESS').length
			assert(count >= passed, `${name}: ${count} checks passed`)
			lines.push([`${name}: ${count} checks passed`, ...Object.values(others)].join(', '))
		}
		return lines
	})
}

async function checksOf(program: string, name: string, env: Record<string, string>): Promise<Check[]> {
	const output = mkdtempSync(join(tmpdir(), 'plinth-conformance-'))
	try {
		const command = `${process.execPath} ${import.meta.filename}`
		const run = spawn(process.execPath, [program, 'client', '--command', command, '--scenario', name, '-o', output], {
			env: { ...process.env, ...env },
			stdio: ['ignore', 'pipe', 'ignore'],
		})
		const said = await textOf(run.stdout)
		const [file] = globSync('*/checks.json', { cwd: output })
		assert(file, `The suite didn't run ${name}: ${said}`)
		return JSON.parse(readFileSync(join(output, file), 'utf8')) as Check[]
	} finally {
		rmSync(output, { recursive: true })
	}
}
