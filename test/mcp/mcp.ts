// `npm run test:mcp`: whether others find that this is MCP: the official conformance suite in both revisions, the official client SDKs, and
// a hostile client. It starts the built Worker on a fresh state, and installs them on its first run.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { untilReady } from '../../src/tools/worker.ts'
import { clients } from './clients.ts'
import { conformance } from './conformance.ts'
import { hostile } from './hostile.ts'
import { keyAdder } from './key-adder.ts'

const PACKAGES = [
	'@modelcontextprotocol/conformance@0.2.0-alpha.12',
	'@modelcontextprotocol/client@2.4.0',
	'@modelcontextprotocol/sdk@1.32.2',
]
const PORT = '8914'
const ADMIN = { login: 'root', password: 'bootstrap-password-1' }
const base = `http://127.0.0.1:${PORT}`

const state = mkdtempSync(join(tmpdir(), 'plinth-mcp-'))
const folder = installed()
const server = spawn(process.execPath, ['src/tools/serve.ts'], {
	stdio: 'ignore',
	detached: true,
	env: {
		...process.env,
		PORT,
		PERSIST_TO: state,
		RATE_LIMITS: 'off',
		BOOTSTRAP_ADMIN_LOGIN: ADMIN.login,
		BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password,
	},
})

try {
	// On a busy machine the build alone takes a minute.
	await untilReady(base, 5)
	const access_token = (await json('/v1/auth/login', ADMIN)).access_token as string
	const keyOf = async (fields: object) =>
		(
			await json(
				'/v1/api-keys',
				{ name: 'visitor', scopes: ['platform.read', 'platform.write'], ...fields },
				access_token,
			)
		).key as string
	const proxy = await keyAdder(base, await keyOf({}))
	const all = [
		await conformance(folder, '2026-07-28', proxy.url),
		await conformance(folder, '2025-11-25', proxy.url),
		await clients(folder, base, await keyOf({})),
		await hostile(base, await keyOf({ mode: 'read' }), await keyOf({})),
	]
	proxy.close()
	for (const { says, faults } of all) console.log([says, ...faults].join('\n  FAIL '))
	if (all.some(({ faults }) => faults.length > 0)) process.exitCode = 1
} finally {
	if (server.pid) process.kill(-server.pid, 'SIGTERM')
	rmSync(state, { recursive: true, force: true })
}

/** The folder that the others are installed in. They are 60 MB that nothing else needs. */
function installed(): string {
	const path = join(import.meta.dirname, '../../node_modules/.cache/plinth/mcp-clients')
	const isThere = PACKAGES.every((name) => existsSync(join(path, 'node_modules', name.slice(0, name.lastIndexOf('@')))))
	mkdirSync(path, { recursive: true })
	const options = ['--prefix', path, '--no-audit', '--no-fund', '--ignore-scripts', '--silent']
	if (!isThere) execFileSync('npm', ['install', ...options, ...PACKAGES], { stdio: 'inherit' })
	return join(path, 'node_modules')
}

async function json(path: string, body: object, token?: string): Promise<Record<string, unknown>> {
	const response = await fetch(base + path, {
		method: 'POST',
		headers: token ? { Authorization: `Bearer ${token}` } : {},
		body: JSON.stringify(body),
	})
	if (!response.ok) throw new Error(await response.text())
	return response.json() as Promise<Record<string, unknown>>
}
