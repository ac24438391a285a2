import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { type Api, as, send } from '../support/api.ts'
import { operator } from '../support/operators.ts'
import { PERMISSIONS, forgetPrincipals } from '../support/program.ts'
import { address, admin, cookieOf, PASSWORD, world } from '../support/world.ts'

// A platform admin acts in an org they don't belong to.

const login = (body: object) =>
	send('POST', '/v1/auth/login', { body: { password: PASSWORD, ...body }, headers: { 'CF-Connecting-IP': address() } })
const refresh = (cookie: string, org_id?: string) =>
	send('POST', '/v1/auth/refresh', { headers: { Cookie: cookie }, body: org_id ? { org_id } : {} })
const wrongOrg = { status: 400, body: { error: 'validation.error', details: { fields: [{ path: 'org_id' }] } } }

const auditOf = async (user_id: string, action: string) =>
	(await (await admin()).get(`/v1/admin/audit-logs?actor_user_id=${user_id}&action=${action}`)).body

/** The caller whose token a response carries. */
const callerOf = ({ body }: { body: { access_token: string } }): Api => as(body.access_token)

test('after a refresh or a login, a platform admin has all permissions in a foreign org, and can read and change it', async () => {
	const { org_id, owner } = await world()
	const provider = { name: 'acme', provider: 'vendor_a', api_key: 'sk-0123456789abcdef' }
	const llm = (await owner.post('/v1/llm-providers', provider)).body
	const mcp = (await owner.post('/v1/mcp-configs', { name: 'server', transport: 'stdio', command: 'run' })).body
	const deputy = await operator(['admin'])
	const refreshed = await refresh(deputy.cookie, org_id)
	const loggedIn = await login({ login: deputy.login, org_id })
	for (const response of [refreshed, loggedIn]) {
		expect(response.status).toBe(200)
		const there = callerOf(response)
		const me = (await there.get('/v1/me')).body
		expect(me).toMatchObject({ id: deputy.user_id, org_id, orgs: [{ org_id: deputy.org_id }] })
		expect(me.orgs).toHaveLength(1)
		expect(me.permissions).toEqual([...PERMISSIONS])
		expect((await there.get('/v1/llm-providers')).body).toEqual([llm])
		expect((await there.get('/v1/mcp-configs')).body).toMatchObject([{ id: mcp.id, org_id }])
		const is_active = response !== refreshed
		const renamed = await there.patch(`/v1/mcp-configs/${mcp.id}`, { is_active })
		expect(renamed).toMatchObject({ status: 200, body: { org_id, is_active } })
		const rule = await there.post('/v1/ip-rules', { type: 'allowlist', cidr: '192.0.2.1' })
		expect(rule).toMatchObject({ status: 201, body: { org_id } })
		// The rule locks out the members, but not platform admins.
		expect((await owner.get('/v1/llm-providers')).body.details).toMatchObject({ reason: 'ip.blocked' })
		const url = 'https://hooks.example.com'
		expect(await there.post('/v1/webhook-endpoints', { url, events: ['*'] })).toMatchObject({ body: { org_id } })
		expect((await there.delete(`/v1/ip-rules/${rule.body.id}`)).status).toBe(204)
	}
	const entered = await auditOf(deputy.user_id, 'sessions.act_in')
	const entry = { org_id, actor_user_id: deputy.user_id, target_type: 'sessions' }
	expect(entered).toMatchObject([entry, entry])
	expect(await auditOf(deputy.user_id, 'mcp_configs.update')).toMatchObject([{ org_id }, { org_id }])
	// One of them made the operator.
	expect(await auditOf(deputy.user_id, 'sessions.create')).toHaveLength(2)
})

test('a refresh without an org stays in the foreign org without a second audit row; one with their own org returns there', async () => {
	const { org_id } = await world()
	const deputy = await operator(['admin'])
	const entered = await refresh(deputy.cookie, org_id)
	const stayed = await refresh(cookieOf(entered.headers))
	expect((await callerOf(stayed).get('/v1/me')).body.org_id).toBe(org_id)
	const again = await refresh(cookieOf(stayed.headers), org_id)
	expect(await auditOf(deputy.user_id, 'sessions.act_in')).toHaveLength(1)
	const home = await refresh(cookieOf(again.headers), deputy.org_id)
	expect((await callerOf(home).get('/v1/me')).body.org_id).toBe(deputy.org_id)
	expect(await auditOf(deputy.user_id, 'sessions.act_in')).toHaveLength(1)
})

test('a repeated refresh into a foreign org is audited too', async () => {
	const { org_id } = await world()
	const deputy = await operator(['admin'])
	expect((await refresh(deputy.cookie)).status).toBe(200)
	const repeated = await refresh(deputy.cookie, org_id)
	expect((await callerOf(repeated).get('/v1/me')).body.org_id).toBe(org_id)
	expect(await auditOf(deputy.user_id, 'sessions.act_in')).toMatchObject([{ org_id }])
})

test("after a demotion the token is 401 at once, and the next refresh returns to the user's own org", async () => {
	const { org_id } = await world()
	const deputy = await operator(['admin'])
	const entered = await refresh(deputy.cookie, org_id)
	const there = callerOf(entered)
	expect((await there.get('/v1/llm-providers')).status).toBe(200)
	await (await admin()).delete(`/v1/admin/users/${deputy.user_id}/platform-admin`)
	expect((await there.get('/v1/llm-providers')).status).toBe(401)
	const home = await refresh(cookieOf(entered.headers))
	expect((await callerOf(home).get('/v1/me')).body).toMatchObject({ org_id: deputy.org_id })
	expect(await refresh(cookieOf(home.headers), org_id)).toMatchObject(wrongOrg)
})

test('a demotion by another isolate takes effect once this one reads the cached principal again', async () => {
	const { org_id } = await world()
	const deputy = await operator(['admin'])
	const there = callerOf(await refresh(deputy.cookie, org_id))
	expect((await there.get('/v1/plans')).status).toBe(200)
	await env.DB.prepare('DELETE FROM platform_admins WHERE user_id = ?').bind(deputy.user_id).run()
	forgetPrincipals()
	expect((await there.get('/v1/plans')).status).toBe(401)
})

test("everybody else gets 400 for an org that isn't theirs, and a platform admin for one that doesn't exist", async () => {
	const { org_id, stranger, member } = await world()
	for (const caller of [stranger, member])
		expect(await login({ login: caller.login, org_id: 'org_01JD6Z5W3T9V7K2M4N8P0Q1R2S' })).toMatchObject(wrongOrg)
	expect(await login({ login: stranger.login, org_id })).toMatchObject(wrongOrg)
	expect(await refresh(stranger.cookie, org_id)).toMatchObject(wrongOrg)
	const deputy = await operator(['admin'])
	for (const unknown of ['nothing', 'platform']) {
		expect(await login({ login: deputy.login, org_id: unknown })).toMatchObject(wrongOrg)
		expect(await refresh(deputy.cookie, unknown)).toMatchObject(wrongOrg)
	}
	expect(await auditOf(deputy.user_id, 'sessions.act_in')).toEqual([])
})

test('nobody can create an API key in a foreign org, because a key needs a membership', async () => {
	const { org_id } = await world()
	const deputy = await operator(['admin'])
	const there = callerOf(await refresh(deputy.cookie, org_id))
	expect(await there.post('/v1/api-keys', { name: 'Key' })).toMatchObject({
		status: 409,
		body: { details: { reason: 'api_keys.not_a_member' } },
	})
	expect((await deputy.post('/v1/api-keys', { name: 'Key' })).status).toBe(201)
})
