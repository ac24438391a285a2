import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import { ask } from '../support/admission.ts'
import { as, send } from '../support/api.ts'
import { counted } from '../support/d1.ts'
import { NO_PLACE } from '../support/jobs.ts'
import { eraseOrgs, grantEveryMonth, signalDueEndpoints, systemContext } from '../support/program.ts'
import { fakeReceivers, receiver, signal } from '../support/receiver.ts'
import { missing } from '../support/replies.ts'
import { refused } from '../support/reverts.ts'
import { rows } from '../support/rows.ts'
import { admin, address, create, signIn, unique, user, world } from '../support/world.ts'

// What stops when an org is deleted, who may delete it, and what a restore brings back.

beforeEach(fakeReceivers)

const unauthorized = { status: 401, body: { error: 'auth.unauthorized' } }
const ownerOnly = { status: 403, body: { details: { reason: 'orgs.owner_only' } } }

/** An org with an owner, who has a personal org too and acts in this one, and a plain member. */
async function team() {
	const [root, owner, member] = [await admin(), await user('owner'), await user('member')]
	const name = unique('team')
	const { id: org_id } = (await root.post('/v1/admin/orgs', { name, owner_user_id: owner.user_id })).body
	await root.put(`/v1/admin/orgs/${org_id}/members/${member.user_id}`, { role: 'admin' })
	const there = { ...owner, ...(await signIn(owner.login, org_id)), org_id }
	return { root, org_id, name, owner, there, member: { ...member, ...(await signIn(member.login, org_id)) } }
}

test('only an owner in person and a platform admin can delete an org', async () => {
	const { org_id, owner, there, member } = await team()
	const stranger = await user('stranger')
	const { key } = (await there.post('/v1/api-keys', { name: 'k', scopes: ['org.settings'] })).body
	expect(await stranger.delete(`/v1/orgs/${org_id}`)).toMatchObject(missing)
	expect(await member.delete(`/v1/orgs/${org_id}`)).toMatchObject(ownerOnly)
	expect(await as(key).delete(`/v1/orgs/${org_id}`)).toMatchObject(ownerOnly)
	expect(await stranger.delete('/v1/orgs/org_unknown')).toMatchObject(missing)
	expect((await (await admin()).delete('/v1/orgs/org_unknown')).status).toBe(404)
	// The owner acts in their personal org here.
	await owner.get('/v1/me')
	expect((await counted(async () => expect((await owner.delete(`/v1/orgs/${org_id}`)).status).toBe(204))).calls).toBe(2)
	expect(await owner.delete(`/v1/orgs/${org_id}`)).toMatchObject(missing)
	expect(
		await rows('SELECT actor_user_id FROM audit_logs WHERE target_id = ? AND action = ?', org_id, 'orgs.delete'),
	).toEqual([{ actor_user_id: owner.user_id }])
})

test('the callers of a deleted org get 401 and move to another org, and a restore brings them back, keys too', async () => {
	const { root, org_id, name, owner, there, member } = await team()
	const { key } = (await there.post('/v1/api-keys', { name: 'k', scopes: [] })).body
	expect((await as(key).get('/v1/plans')).status).toBe(200)
	await owner.delete(`/v1/orgs/${org_id}`)

	for (const caller of [there, member, as(key)]) expect(await caller.get('/v1/plans')).toMatchObject(unauthorized)
	expect((await owner.get('/v1/me')).body.orgs.map((org: { org_id: string }) => org.org_id)).toEqual([owner.org_id])
	const refreshed = await send('POST', '/v1/auth/refresh', { headers: { Cookie: there.cookie } })
	expect(await as(refreshed.body.access_token).get('/v1/me')).toMatchObject({ body: { org_id: owner.org_id } })
	const chosen = { login: owner.login, password: 'correct horse 1', org_id }
	expect(
		(await send('POST', '/v1/auth/login', { body: chosen, headers: { 'CF-Connecting-IP': address() } })).status,
	).toBe(400)
	for (const path of [`/v1/admin/orgs?q=${name}`, `/v1/admin/search?q=${name}`])
		expect(JSON.stringify((await root.get(path)).body)).not.toContain(org_id)
	expect(await owner.get(`/v1/orgs/${org_id}/exports`)).toMatchObject(missing)

	expect(await root.post(`/v1/admin/orgs/${org_id}/restore`)).toMatchObject({ status: 200, body: { name } })
	for (const caller of [there, member, as(key)]) expect((await caller.get('/v1/plans')).status).toBe(200)
	expect(JSON.stringify((await root.get(`/v1/admin/orgs?q=${name}`)).body)).toContain(org_id)
	expect((await owner.get('/v1/me')).body.orgs).toHaveLength(2)
})

test('a member without another org is named in the dry run, and loses their access', async () => {
	const { org_id, owner, there } = await team()
	const lonely = await user('lonely')
	const root = await admin()
	await root.put(`/v1/admin/orgs/${org_id}/members/${lonely.user_id}`, { role: 'member' })
	const inside = await signIn(lonely.login, org_id)
	await root.put(`/v1/admin/orgs/${lonely.org_id}/members/${owner.user_id}`, { role: 'owner' })
	await root.delete(`/v1/admin/orgs/${lonely.org_id}/members/${lonely.user_id}`)

	const dry = await send('DELETE', `/v1/orgs/${org_id}`, {
		headers: { Authorization: `Bearer ${there.token}`, 'Dry-Run': 'true' },
	})
	const told = dry.body.changes[0].before.members as { user_id: string; has_other_org: boolean }[]
	expect(told.filter((one) => !one.has_other_org).map(({ user_id }) => user_id)).toEqual([lonely.user_id])
	expect((await there.get('/v1/plans')).status).toBe(200)

	await owner.delete(`/v1/orgs/${org_id}`)
	expect(await send('POST', '/v1/auth/refresh', { headers: { Cookie: inside.cookie } })).toMatchObject({
		status: 403,
		body: { details: { reason: 'auth.no_org' } },
	})
})

test('a personal org can be deleted only while its user has another one', async () => {
	const owner = await user('alone')
	const { org_id } = owner
	expect(await owner.delete(`/v1/orgs/${org_id}`)).toMatchObject(refused('orgs.only_org'))
	const root = await admin()
	const other = (await root.post('/v1/admin/orgs', { name: unique('other'), owner_user_id: owner.user_id })).body
	expect((await owner.delete(`/v1/orgs/${org_id}`)).status).toBe(204)
	expect(await (await signIn(owner.login)).get('/v1/me')).toMatchObject({ body: { org_id: other.id } })
})

test('nothing happens for a deleted org: no run begins, no credential is given out, no grant, no broadcast', async () => {
	const { root, org_id, owner, there } = await team()
	const { id } = (await there.post('/v1/llm-providers', { provider: 'vendor_a', name: 'main', api_key: 'sk-x' })).body
	await there.post(`/v1/llm-providers/${id}/models`, { model: 'm' })
	await there.post('/v1/mcp-configs', { name: 'm', transport: 'streamable_http', url: 'https://mcp.example.com/' })
	const granted = { key: 'credits.monthly_grant', value: '70', value_type: 'integer' }
	const plan = await create.plan({ entitlements: [granted] })
	await create.subscription(org_id, { plan_id: plan.id })
	await root.post('/v1/admin/credits/adjust', { org_id, amount: 50 })
	const begun = { run_id: unique('run'), org_id, hold: { credits: 10 } }
	expect((await root.post('/v1/runtime/runs/begin', begun)).status).toBe(201)
	const broadcast = await create.broadcast(org_id)
	expect(await ask('resolveModel', org_id)).toMatchObject({ api_key: 'sk-x' })
	expect(await ask('listMcp', org_id)).toMatchObject({ servers: [{ name: 'm' }] })

	await owner.delete(`/v1/orgs/${org_id}`)

	for (const question of [
		['resolveModel'],
		['resolveTool', 'web_search'],
		['listMcp'],
		['flag', 'f'],
		['entitlement', 'e'],
	]) {
		const [method = '', ...what] = question
		expect(await ask(method, org_id, ...what)).toMatchObject({ error: 'not_found' })
	}
	expect(await root.post('/v1/runtime/runs/begin', { ...begun, run_id: unique('run') })).toMatchObject(missing)
	expect(await root.post(`/v1/runtime/runs/${begun.run_id}/progress`, { org_id })).toMatchObject(missing)
	const balance = async () => (await rows('SELECT balance FROM credit_accounts WHERE org_id = ?', org_id))[0]
	const before = await balance()
	await env.DB.prepare('UPDATE credit_accounts SET granted_month = NULL, granted_amount = NULL WHERE org_id = ?')
		.bind(org_id)
		.run()
	while (await grantEveryMonth(systemContext(env), NO_PLACE));
	expect(await balance()).toEqual(before)
	expect((await root.get(`/v1/admin/notifications/broadcasts/${broadcast.id}`)).body.status).toBe('cancelled')

	// The balance stays as it was, for a restore.
	const ended = { run_id: begun.run_id, org_id, status: 'completed', total_cost_usd: 0.01 }
	expect(await root.post('/v1/runtime/runs', ended)).toMatchObject(missing)
	expect(await balance()).toEqual(before)
	await root.post(`/v1/admin/orgs/${org_id}/restore`)
	expect((await root.post('/v1/runtime/runs', ended)).body.runs[0].credits_used).toBeGreaterThan(0)
	expect(await rows('SELECT 1 FROM holds WHERE org_id = ?', org_id)).toEqual([])
})

test('the overrides of a deleted org are 404, by their ids too, and a restore brings them back', async () => {
	const { root, org_id, owner } = await team()
	const override = { org_id, key: 'support.level', value: 'gold', value_type: 'string' }
	const { id } = (await root.post('/v1/entitlement-overrides', override)).body
	const path = `/v1/entitlement-overrides/${id}?org_id=${org_id}`
	await owner.delete(`/v1/orgs/${org_id}`)
	expect([(await root.get(path)).status, (await root.delete(path)).status]).toEqual([404, 404])
	await root.post(`/v1/admin/orgs/${org_id}/restore`)
	expect((await root.get(path)).body).toMatchObject(override)
})

test('deliveries of a deleted org wait, and go out after a restore', async () => {
	const { root, org_id, owner, there } = await team()
	const hook = await receiver(there)
	const sending = vi.spyOn(env.WEBHOOK_QUEUE, 'sendBatch').mockResolvedValue(undefined as never)
	await root.post('/v1/runtime/runs', { run_id: unique('run'), org_id, status: 'completed' })
	await owner.delete(`/v1/orgs/${org_id}`)
	await signal(hook.id)
	sending.mockClear()
	await signalDueEndpoints(systemContext(env))
	expect(hook.received).toEqual([])
	expect(JSON.stringify(sending.mock.calls)).not.toContain(hook.id)

	await root.post(`/v1/admin/orgs/${org_id}/restore`)
	await signal(hook.id)
	expect(hook.received).toHaveLength(1)
})

test('a platform admin whose only org is deleted gets a personal one at the next login', async () => {
	const { root, org_id, owner } = await team()
	const operator = await user('operator')
	await root.put(`/v1/admin/users/${operator.user_id}/platform-admin`)
	await root.put(`/v1/admin/orgs/${org_id}/members/${operator.user_id}`, { role: 'owner' })
	await env.DB.prepare('DELETE FROM memberships WHERE user_id = ? AND org_id = ?')
		.bind(operator.user_id, operator.org_id)
		.run()
	await owner.delete(`/v1/orgs/${org_id}`)
	const me = (await (await signIn(operator.login)).get('/v1/me')).body
	expect(me.orgs).toHaveLength(1)
	expect(me.org_id).not.toBe(org_id)
	await root.delete(`/v1/admin/users/${operator.user_id}/platform-admin`)
})

test('an org that went with its user is booked for the erasure, also one of an older version, and stays gone', async () => {
	const [root, someone, older] = [await admin(), await user('someone'), await user('older')]
	expect((await root.delete(`/v1/admin/users/${someone.user_id}`)).status).toBe(204)
	const of = (org_id: string) => rows('SELECT name, deleted_at, erase_at FROM org_deletions WHERE org_id = ?', org_id)
	const [booked] = await of(someone.org_id)
	expect(Date.parse(String(booked?.erase_at)) - Date.parse(String(booked?.deleted_at))).toBe(30 * 86_400_000)
	await env.DB.prepare("UPDATE orgs SET name = '', deleted_at = '2026-01-01T00:00:00.000Z' WHERE id = ?")
		.bind(older.org_id)
		.run()
	// The walk has come to it. From the beginning it would take a tick for each 5,000 orgs.
	const [{ seq }] = (await rows('SELECT seq FROM orgs WHERE id = ?', older.org_id)) as [{ seq: number }]
	await eraseOrgs(systemContext(env), { at: String(seq - 1), move: () => undefined })
	expect(await of(older.org_id)).toMatchObject([{ name: null, erase_at: '2026-01-31T00:00:00.000Z' }])
	for (const { org_id } of [someone, older])
		expect(await root.post(`/v1/admin/orgs/${org_id}/restore`)).toMatchObject(refused('orgs.not_restorable'))
	expect((await root.post('/v1/admin/orgs/org_unknown/restore')).status).toBe(404)
})

test("a restore after its user's deletion gives a personal org no name of theirs", async () => {
	const { org_id, owner: first, member, admin: root } = await world()
	const other = (await root.post('/v1/admin/orgs', { name: unique('o'), owner_user_id: first.user_id })).body
	expect((await first.delete(`/v1/orgs/${org_id}`)).status).toBe(204)
	expect((await root.delete(`/v1/admin/users/${first.user_id}`)).status).toBe(204)
	expect(await rows('SELECT name FROM orgs WHERE id = ?', org_id)).toEqual([{ name: '' }])
	expect(await root.post(`/v1/admin/orgs/${org_id}/restore`)).toMatchObject({
		status: 200,
		body: { name: `Org ${org_id.slice(-6)}` },
	})
	expect((await root.get(`/v1/admin/orgs/${org_id}`)).body.members).toMatchObject([
		{ user_id: member.user_id, role: 'owner' },
	])
	expect(other.id).toBeDefined()
})
