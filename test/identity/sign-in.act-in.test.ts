import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { forgetPrincipals } from '../../src/tenancy/principals/remembered.ts'
import { type Api, as, send } from '../support/api.ts'
import { address, admin, type Caller, cookieOf, PASSWORD, user, world } from '../support/world.ts'

// A platform admin acts in an org that it does not belong to.

const login = (body: object) =>
	send('POST', '/v1/auth/login', { body: { password: PASSWORD, ...body }, headers: { 'CF-Connecting-IP': address() } })
const refresh = (cookie: string, org_id?: string) =>
	send('POST', '/v1/auth/refresh', { headers: { Cookie: cookie }, body: org_id ? { org_id } : {} })
const wrongOrg = { status: 400, body: { error: 'validation.error', details: { fields: [{ path: 'org_id' }] } } }

/** Runs `work` as a second platform admin, and demotes it afterwards. */
async function asDeputy(work: (deputy: Caller, demote: () => Promise<unknown>) => Promise<void>) {
	const root = await admin()
	const deputy = await user('deputy')
	const path = `/v1/admin/users/${deputy.user_id}/platform-admin`
	const demote = () => root.delete(path)
	await root.put(path)
	try {
		await work(deputy, demote)
	} finally {
		await demote()
	}
}

const auditOf = async (user_id: string, action: string) =>
	(await (await admin()).get(`/v1/admin/audit-logs?actor_user_id=${user_id}&action=${action}`)).body

/** The caller whose token an answer carries. */
const callerOf = ({ body }: { body: { access_token: string } }): Api => as(body.access_token)

test('by a refresh or a login it acts there with all permissions, sees what is there and changes it', async () => {
	const { org_id, owner } = await world()
	const provider = { name: 'acme', provider: 'vendor_a', api_key: 'sk-0123456789abcdef' }
	const llm = (await owner.post('/v1/llm-providers', provider)).body
	const mcp = (await owner.post('/v1/mcp-configs', { name: 'server', transport: 'stdio', command: 'run' })).body
	await asDeputy(async (deputy) => {
		const refreshed = await refresh(deputy.cookie, org_id)
		const loggedIn = await login({ login: deputy.login, org_id })
		for (const answer of [refreshed, loggedIn]) {
			expect(answer.status).toBe(200)
			const there = callerOf(answer)
			const me = (await there.get('/v1/me')).body
			expect(me).toMatchObject({ id: deputy.user_id, org_id, orgs: [{ org_id: deputy.org_id }] })
			expect(me.orgs).toHaveLength(1)
			expect(me.permissions).toEqual(['platform_admin', 'data.secrets', 'org.settings', 'runtime.report'])
			expect((await there.get('/v1/llm-providers')).body).toEqual([llm])
			expect((await there.get('/v1/mcp-configs')).body).toMatchObject([{ id: mcp.id, org_id }])
			const renamed = await there.patch(`/v1/mcp-configs/${mcp.id}`, { is_active: false })
			expect(renamed).toMatchObject({ status: 200, body: { org_id, is_active: false } })
			const rule = await there.post('/v1/ip-rules', { type: 'allowlist', cidr: '192.0.2.1' })
			expect(rule).toMatchObject({ status: 201, body: { org_id } })
			// The rule shuts out the members, and no platform admin.
			expect((await owner.get('/v1/llm-providers')).body.details).toMatchObject({ reason: 'ip.blocked' })
			const url = 'https://hooks.example.com'
			expect(await there.post('/v1/webhook-endpoints', { url, events: ['*'] })).toMatchObject({ body: { org_id } })
			expect((await there.delete(`/v1/ip-rules/${rule.body.id}`)).status).toBe(204)
		}
		const entered = await auditOf(deputy.user_id, 'sessions.act_in')
		const entry = { org_id, actor_user_id: deputy.user_id, target_type: 'sessions' }
		expect(entered).toMatchObject([entry, entry])
		expect(await auditOf(deputy.user_id, 'mcp_configs.update')).toMatchObject([{ org_id }, { org_id }])
		expect(await auditOf(deputy.user_id, 'sessions.create')).toHaveLength(1)
	})
})

test('a refresh without an org stays there and is no second entry; one with an own org goes home', async () => {
	const { org_id } = await world()
	await asDeputy(async (deputy) => {
		const entered = await refresh(deputy.cookie, org_id)
		const stayed = await refresh(cookieOf(entered.headers))
		expect((await callerOf(stayed).get('/v1/me')).body.org_id).toBe(org_id)
		const again = await refresh(cookieOf(stayed.headers), org_id)
		expect(await auditOf(deputy.user_id, 'sessions.act_in')).toHaveLength(1)
		const home = await refresh(cookieOf(again.headers), deputy.org_id)
		expect((await callerOf(home).get('/v1/me')).body.org_id).toBe(deputy.org_id)
		expect(await auditOf(deputy.user_id, 'sessions.act_in')).toHaveLength(1)
	})
})

test('a refresh that is repeated for a foreign org is audited too', async () => {
	const { org_id } = await world()
	await asDeputy(async (deputy) => {
		expect((await refresh(deputy.cookie)).status).toBe(200)
		const repeated = await refresh(deputy.cookie, org_id)
		expect((await callerOf(repeated).get('/v1/me')).body.org_id).toBe(org_id)
		expect(await auditOf(deputy.user_id, 'sessions.act_in')).toMatchObject([{ org_id }])
	})
})

test('a demotion ends it: the token is 401 at once, and the next refresh goes home', async () => {
	const { org_id } = await world()
	await asDeputy(async (deputy, demote) => {
		const entered = await refresh(deputy.cookie, org_id)
		const there = callerOf(entered)
		expect((await there.get('/v1/llm-providers')).status).toBe(200)
		await demote()
		expect((await there.get('/v1/llm-providers')).status).toBe(401)
		const home = await refresh(cookieOf(entered.headers))
		expect((await callerOf(home).get('/v1/me')).body).toMatchObject({ org_id: deputy.org_id })
		expect(await refresh(cookieOf(home.headers), org_id)).toMatchObject(wrongOrg)
	})
})

test('a demotion by another isolate ends it when the kept principal is read again', async () => {
	const { org_id } = await world()
	await asDeputy(async (deputy) => {
		const there = callerOf(await refresh(deputy.cookie, org_id))
		expect((await there.get('/v1/plans')).status).toBe(200)
		await env.DB.prepare('DELETE FROM platform_admins WHERE user_id = ?').bind(deputy.user_id).run()
		forgetPrincipals()
		expect((await there.get('/v1/plans')).status).toBe(401)
	})
})

test('everybody else gets 400 for an org that is not theirs, and a platform admin for one that does not exist', async () => {
	const { org_id, stranger, member } = await world()
	for (const caller of [stranger, member])
		expect(await login({ login: caller.login, org_id: 'org_01JD6Z5W3T9V7K2M4N8P0Q1R2S' })).toMatchObject(wrongOrg)
	expect(await login({ login: stranger.login, org_id })).toMatchObject(wrongOrg)
	expect(await refresh(stranger.cookie, org_id)).toMatchObject(wrongOrg)
	await asDeputy(async (deputy) => {
		for (const unknown of ['nothing', 'platform']) {
			expect(await login({ login: deputy.login, org_id: unknown })).toMatchObject(wrongOrg)
			expect(await refresh(deputy.cookie, unknown)).toMatchObject(wrongOrg)
		}
		expect(await auditOf(deputy.user_id, 'sessions.act_in')).toEqual([])
	})
})

test('nobody makes an API key in an org of others: a key needs a membership', async () => {
	const { org_id } = await world()
	await asDeputy(async (deputy) => {
		const there = callerOf(await refresh(deputy.cookie, org_id))
		expect(await there.post('/v1/api-keys', { name: 'Key' })).toMatchObject({
			status: 409,
			body: { details: { reason: 'api_keys.not_a_member' } },
		})
		expect((await deputy.post('/v1/api-keys', { name: 'Key' })).status).toBe(201)
	})
})
