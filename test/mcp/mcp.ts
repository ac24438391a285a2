// `npm run test:mcp`: whether others find that this is MCP: the official conformance suite in both revisions, the official client SDKs, and
// a hostile client. It starts the built Worker on a fresh state, and installs them on its first run.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { withPlinth } from '../counterparts/plinth.ts'
import { clients } from './clients.ts'
import { conformance } from './conformance.ts'
import { hostile } from './hostile.ts'
import { keyAdder } from './key-adder.ts'

const PACKAGES = [
	'@modelcontextprotocol/conformance@0.2.0-alpha.12',
	'@modelcontextprotocol/client@2.4.0',
	'@modelcontextprotocol/sdk@1.32.2',
]
const folder = installed()
await withPlinth({}, async ({ url, call }) => {
	const fields = { name: 'visitor', scopes: ['platform.read', 'platform.write'] }
	const keyOf = async (more: object): Promise<string> =>
		(await call('POST', '/v1/api-keys', { ...fields, ...more })).key
	const proxy = await keyAdder(url, await keyOf({}))
	const all = [
		await conformance(folder, '2026-07-28', proxy.url),
		await conformance(folder, '2025-11-25', proxy.url),
		await clients(folder, url, await keyOf({})),
		await hostile(url, await keyOf({ mode: 'read' }), await keyOf({})),
	]
	proxy.close()
	for (const { says, faults } of all) console.log([says, ...faults].join('\n  FAIL '))
	if (all.some(({ faults }) => faults.length > 0)) process.exitCode = 1
})

/** The folder that the others are installed in. They are 60 MB that nothing else needs. */
function installed(): string {
	const path = join(import.meta.dirname, '../../node_modules/.cache/plinth/mcp-clients')
	const isThere = PACKAGES.every((name) => existsSync(join(path, 'node_modules', name.slice(0, name.lastIndexOf('@')))))
	mkdirSync(path, { recursive: true })
	const options = ['--prefix', path, '--no-audit', '--no-fund', '--ignore-scripts', '--silent']
	if (!isThere) execFileSync('npm', ['install', ...options, ...PACKAGES], { stdio: 'inherit' })
	return join(path, 'node_modules')
}
