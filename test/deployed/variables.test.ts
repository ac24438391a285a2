import { execFile } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { VARIABLES } from '../../src/tools/worker.ts'
import { serveDeployed } from '../support/served.ts'

// What an operator writes into `.dev.vars` reaches the Worker, and the smoke test takes what the guide says.

const folder = mkdtempSync(join(tmpdir(), 'plinth-vars-'))
const DEV_VARS = join(folder, '.dev.vars')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each(['serve', 'start'] as const)('a variable that wrangler.toml does not name works under %s', async (script) => {
	expect(VARIABLES).toEqual(expect.arrayContaining(['METRICS_TOKEN', 'SMTP_PASS', 'ACCESS_TEAM', 'DNS_RESOLVERS']))
	// Writes random keys, as a first start does.
	process.env.DEV_VARS = DEV_VARS
	const { devVars } = await import('../../src/tools/settings.ts')
	devVars()
	appendFileSync(DEV_VARS, "METRICS_TOKEN='a-token-of-a-scraper'\n")
	const served = await serveDeployed({ script, env: { DEV_VARS } })
	try {
		const { status } = await fetch(`${served.url}/metrics`, {
			headers: { Authorization: 'Bearer a-token-of-a-scraper' },
		})
		expect(status).toBe(200)
		if (script === 'serve') await smoke(served.url)
	} finally {
		await served.stop()
	}
})

async function smoke(url: string) {
	const post = async (path: string, body: object, headers = {}) =>
		(await (await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()) as {
			access_token: string
			key: string
		}
	const { access_token } = await post('/v1/auth/login', { login: 'root', password: 'bootstrap-password-1' })
	const { key } = await post(
		'/v1/api-keys',
		{ name: 'Deploy', scopes: [] },
		{ Authorization: `Bearer ${access_token}` },
	)
	expect(key).toMatch(/^al_/)
	for (const PLINTH_TOKEN of [access_token, key]) {
		const env = { ...process.env, PLINTH_TOKEN }
		// It exits with 1, which rejects, unless each of the five is right.
		const { stdout } = await promisify(execFile)(process.execPath, ['src/tools/smoke.ts', '--url', url], { env })
		expect(stdout.match(/^ok /gm)).toHaveLength(5)
	}
}
