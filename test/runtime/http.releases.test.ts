import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { Api } from '../support/api.ts'
import { DAY_MS, later } from '../support/clock.ts'
import { counted, sendingBy } from '../support/d1.ts'
import { encryptionPair } from '../support/encryption.ts'
import { withAccessLog } from '../support/logged.ts'
import { retention, systemContext } from '../support/program.ts'
import { fetchingByPlatform, KEY, runtimeOf, sealingWorld } from '../support/sealing.ts'
import { unique } from '../support/world.ts'

withAccessLog()

// What a response with credentials leaves behind: in the audit log, in the access log, and in the limits.

const [TOOLS, MODELS, MCP, BEGIN] = ['tools/resolve', 'models/resolve', 'mcp/resolve', 'runs/begin'].map(
	(path) => `/v1/runtime/${path}`,
) as [string, string, string, string]

const tool = (org_id: string) => ({ org_id, group: 'web_search' })

/** The audit rows of what went out to an account, oldest first. */
const releasesOf = async (admin: Api, id: string) =>
	(await admin.get(`/v1/admin/audit-logs?actor_service_account_id=${id}&action=secrets.release`)).body.toReversed()

/** Those of them in the audit log of an org. */
const ofOrg = async (owner: Api, org_id: string, id: string) =>
	(await owner.get(`/v1/orgs/${org_id}/audit-logs?action=secrets.release`)).body.filter(
		(row: { actor_service_account_id: string }) => row.actor_service_account_id === id,
	)

const here = await sealingWorld()

test('each secret that goes out is in the audit log of its org once a day, for each key', async () => {
	const { admin, owner, org_id, provider_id, localId, remoteId } = here
	const runtime = await runtimeOf(admin, org_id)
	const answer = await runtime.post(TOOLS, tool(org_id))
	await runtime.post(TOOLS, tool(org_id))
	await runtime.post(MODELS, { org_id })
	await runtime.post(MCP, { org_id })
	await runtime.post(BEGIN, { run_id: unique('run'), org_id, context: {}, tools: ['web_search'], mcp: true })
	const told = await releasesOf(admin, runtime.id)
	const place = `tool_providers/${org_id} web_search.keyed/api_key`
	expect(told[0]).toMatchObject({
		action: 'secrets.release',
		actor_user_id: null,
		actor_api_key_id: runtime.key_id,
		actor_service_account_id: runtime.id,
		org_id,
		target_type: 'secrets',
		target_id: place,
		before: null,
		after: { kid: runtime.kid, org_id },
		trace_id: answer.headers.get('X-Trace-Id'),
	})
	const places = [
		place,
		`llm_providers/${provider_id}/api_key`,
		`mcp_configs/${localId}/env`,
		`mcp_configs/${remoteId}/bearer_token`,
	]
	expect(told.map(({ target_id }: { target_id: string }) => target_id).toSorted()).toEqual(places.toSorted())
	expect(JSON.stringify(told)).not.toContain(KEY)
	expect(await ofOrg(owner, org_id, runtime.id)).toHaveLength(4)

	const second = await encryptionPair()
	await owner.put(`${runtime.path}/encryption-keys`, second.publicJwk)
	await runtime.post(TOOLS, { ...tool(org_id), kid: second.kid })
	expect(await releasesOf(admin, runtime.id)).toHaveLength(5)
	await later(DAY_MS, async () => {
		await runtime.post(TOOLS, { ...tool(org_id), kid: second.kid })
		await runtime.post(TOOLS, { ...tool(org_id), kid: second.kid })
	})
	expect(await releasesOf(admin, runtime.id)).toHaveLength(6)
})

test('a release that another isolate audited is not audited again, and one that could not be is with the next answer', async () => {
	const { admin, org_id, provider_id } = here
	const runtime = await runtimeOf(admin, org_id)
	const today = new Date().toISOString()
	await env.DB.prepare('INSERT INTO credential_releases VALUES (?, ?, ?, ?, ?, ?)')
		.bind(runtime.id, `llm_providers/${provider_id}/api_key`, runtime.kid, today.slice(0, 10), org_id, today)
		.run()
	await runtime.post(MODELS, { org_id })
	expect(await releasesOf(admin, runtime.id)).toEqual([])
	const failing = await sendingBy(
		(send) =>
			function (...args) {
				return JSON.stringify(args).includes('credential_releases')
					? Promise.reject(new Error('D1_ERROR: unreachable'))
					: send.apply(this, args)
			},
		() => runtime.post(TOOLS, tool(org_id)),
	)
	expect(failing).toMatchObject({ status: 200, body: { api_key: { $sealed: expect.any(String) } } })
	expect(await releasesOf(admin, runtime.id)).toEqual([])
	await runtime.post(TOOLS, tool(org_id))
	expect(await releasesOf(admin, runtime.id)).toHaveLength(1)
	expect((await counted(() => runtime.post(TOOLS, tool(org_id)))).calls).toBe(0)
})

test("the platform's secrets are in the log of the platform, not of the org that they were given for", async () => {
	const { admin, owner, org_id } = here
	const runtime = await runtimeOf(admin, org_id, { runtime: { orgs: [org_id], platform_credentials: true } })
	await fetchingByPlatform(admin)
	expect((await runtime.post(TOOLS, { org_id, group: 'web_fetch' })).body).toMatchObject({ scope: 'platform' })
	expect(await releasesOf(admin, runtime.id)).toMatchObject([{ org_id: null, after: { org_id } }])
	expect(await ofOrg(owner, org_id, runtime.id)).toEqual([])
})

test('releases are kept for 30 days', async () => {
	const row = (day: string) =>
		env.DB.prepare('INSERT INTO credential_releases VALUES (?, ?, ?, ?, ?, ?)').bind(account, 'p', 'k', day, null, day)
	const account = unique('svc')
	const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
	await env.DB.batch([row(dayBefore(29)), row(dayBefore(31))])
	await retention(systemContext(env, () => undefined))
	const { results } = await env.DB.prepare('SELECT day FROM credential_releases WHERE service_account_id = ?')
		.bind(account)
		.all()
	expect(results).toEqual([{ day: dayBefore(29) }])
})

test('the access log has the org that was asked for, also of a call that was refused', async () => {
	const { admin, org_id, stranger } = here
	const runtime = await runtimeOf(admin, org_id, { runtime: { orgs: [stranger.org_id] } })
	const calls: [string, object, number, string][] = [
		[MCP, { org_id: stranger.org_id }, 200, stranger.org_id],
		[TOOLS, tool(org_id), 404, org_id],
		[BEGIN, { run_id: unique('run'), org_id: stranger.org_id }, 201, stranger.org_id],
		['/v1/runtime/runs', [{ run_id: unique('run'), org_id: stranger.org_id, status: 'running' }], 200, stranger.org_id],
		[MCP, { org_id: 'x'.repeat(10_000) }, 404, 'x'.repeat(64)],
	]
	for (const [path, body, status, asked] of calls) {
		const response = await runtime.post(path, body)
		expect([path, response.status]).toEqual([path, status])
		const { data } = (await admin.get(`/v1/admin/access-log?trace_id=${response.headers.get('X-Trace-Id')}`)).body
		expect(data).toMatchObject([{ org_id: asked, service_account_id: runtime.id }])
	}
})

test('a runtime is limited for each org, and as a whole', async () => {
	const { admin, org_id, stranger } = here
	const runtime = await runtimeOf(admin, org_id, { runtime: { orgs: ['*'] } })
	const keys: string[] = []
	const limits = (...refused: string[]) => {
		keys.length = 0
		const of = (binding: string) => ({
			limit: ({ key }: RateLimitOptions) => {
				keys.push(`${binding} ${key}`)
				return Promise.resolve({ success: !refused.includes(key) })
			},
		})
		const bindings = ['PRINCIPAL', 'ORG', 'SIGN_IN', 'RUNTIME', 'RUNTIME_ORG'].map((name) => [
			`${name}_RATE_LIMIT`,
			of(name),
		])
		return { env: { RATE_LIMITS: 'on', ...Object.fromEntries(bindings) } }
	}
	await runtime.get('/v1/me')
	const ask = (refused: string[]) => runtime.post(MCP, { org_id }, limits(...refused))
	expect((await ask([])).status).toBe(200)
	expect(keys).toEqual([`RUNTIME ${runtime.id}`, `RUNTIME_ORG ${runtime.id} ${org_id}`])
	for (const refused of [runtime.id, `${runtime.id} ${org_id}`]) {
		const { status, headers } = await ask([refused])
		expect([status, headers.get('Retry-After')]).toEqual([429, '60'])
	}
	const reports = [org_id, stranger.org_id, org_id].map((org) => ({
		run_id: unique('run'),
		org_id: org,
		status: 'running',
	}))
	expect((await runtime.post('/v1/runtime/runs', reports, limits())).status).toBe(200)
	expect(keys.slice(1).toSorted()).toEqual(
		[org_id, stranger.org_id].map((org) => `RUNTIME_ORG ${runtime.id} ${org}`).toSorted(),
	)
	expect((await runtime.get('/v1/entitlement-keys', limits())).status).toBe(200)
	expect(keys).toEqual([`PRINCIPAL ${runtime.id}`, `ORG ${org_id}`])
})

test('an answer of more than 4 MB is 409, and begin holds nothing then', async () => {
	const { org_id, runtime, remoteId } = await sealingWorld()
	const same =
		'org_id, transport, url, stdio_url, has_auth, command, cwd, inherit_parent_env, call_timeout_ms, is_active, created_at, updated_at'
	const insert = env.DB.prepare(
		`INSERT INTO mcp_configs (id, name, args, ${same}) SELECT ?1, ?1, json_array(?2), ${same} FROM mcp_configs WHERE id = ?3`,
	)
	const local = "SELECT id FROM mcp_configs WHERE org_id = ? AND transport = 'stdio'"
	const id = String(await env.DB.prepare(local).bind(org_id).first('id'))
	await env.DB.batch([1, 2, 3].map(() => insert.bind(unique('mcp'), 'x'.repeat(1_400_000), id)))
	const tooLarge = { status: 409, body: { details: { reason: 'runtime.too_large' } } }
	expect(await runtime.post(MCP, { org_id })).toMatchObject(tooLarge)
	const run_id = unique('run')
	expect(await runtime.post(BEGIN, { run_id, org_id, mcp: true })).toMatchObject(tooLarge)
	const holds = env.DB.prepare('SELECT count(*) AS holds FROM holds WHERE run_id = ?').bind(run_id)
	expect(await holds.first('holds')).toBe(0)
	expect((await runtime.post(MCP, { org_id, ids: [remoteId] })).status).toBe(200)
})
