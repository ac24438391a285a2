import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { freshAdmin, runtime, stoppedClock } from '../support/admission.ts'
import { as } from '../support/api.ts'
import { ASK, asking, grantNow, keyOf } from '../support/asks.ts'
import { counted } from '../support/d1.ts'
import { memberOf } from '../support/invitations.ts'
import { retention, systemContext } from '../support/program.ts'
import { placeOf, proposed, proposer } from '../support/proposals.ts'
import { count } from '../support/rows.ts'
import { serviceOf } from '../support/service-accounts.ts'
import { admin, unique, user, world } from '../support/world.ts'

// What stays of a request and its grant once those who asked, decided or waited are gone, or the time is over.

const DAY_S = 86_400
const RULE = { type: 'blocklist', cidr: '203.0.113.0/24' }

test('a request stays with the ids of who asked and who decided, when both have left; what they left open has lapsed', async () => {
	const owner = await user('owner')
	const { org_id } = owner
	const [one, other] = [await memberOf(org_id, 'admin'), await memberOf(org_id, 'admin')]
	const key = await proposer(one, ['org.settings'])
	const decided = proposed(await key.post('/v1/ip-rules', RULE))
	const open = proposed(await key.post('/v1/ip-rules', RULE))
	expect((await other.post(`${placeOf(decided)}/decline`, { reason: 'No' })).status).toBe(200)
	const root = await admin()
	for (const { user_id } of [one, other])
		expect((await root.delete(`/v1/admin/users/${user_id}`)).status).toBeLessThan(300)
	expect((await owner.get(placeOf(decided))).body).toMatchObject({
		state: 'declined',
		asked_by: { kind: 'user', id: one.user_id },
		decided_by: other.user_id,
		decision_reason: 'No',
	})
	const { body } = await owner.post(`${placeOf(open)}/grant`, { hash: open.hash })
	expect(body.details.reason).toBe('request.lapsed')
	expect((await owner.get('/v1/ip-rules')).body).toEqual([])
	const [row] = (await owner.get(`/v1/orgs/${org_id}/audit-logs?target_id=${decided.id}`)).body
	expect(row).toMatchObject({ action: 'requests.decline', actor_user_id: other.user_id })
})

test('what a service account proposed has lapsed once it is suspended, also if it works again, or its key is deleted', async () => {
	const { owner, org_id } = await world()
	const account = await serviceOf(owner, org_id, { role: 'admin' })
	const { body } = await owner.post(`${account.path}/keys`, { name: unique('key'), mode: 'propose' })
	const service = as(body.key)
	const first = proposed(await service.post('/v1/ip-rules', RULE))
	const stateOf = async (request: typeof first) => (await owner.get(placeOf(request))).body.state
	for (const is_active of [false, true]) {
		expect((await owner.patch(account.path, { is_active })).status).toBe(200)
		expect(await stateOf(first)).toBe('lapsed')
	}
	const second = proposed(await service.post('/v1/ip-rules', RULE))
	expect((await owner.delete(`${account.path}/keys/${body.id}`)).status).toBe(204)
	expect(await stateOf(second)).toBe('lapsed')
	for (const request of [first, second])
		expect(await owner.post(`${placeOf(request)}/grant`, { hash: request.hash })).toMatchObject({
			status: 409,
			body: { details: { reason: 'request.lapsed' } },
		})
})

test('a suspension reads no request of other orgs', async () => {
	const { owner, org_id, stranger } = await world()
	const account = await serviceOf(owner, org_id, { role: 'admin' })
	const suspension = async () => {
		await owner.patch(account.path, { is_active: true })
		return (await counted(() => owner.patch(account.path, { is_active: false }))).rows_read
	}
	const alone = await suspension()
	const key = await proposer(stranger, ['org.settings'])
	for (let filed = 0; filed < 20; filed += 1) proposed(await key.post('/v1/ip-rules', RULE))
	expect(await suspension()).toBeLessThan(alone + 20)
})

test('what waits in an org that is deleted is gone, and has lapsed once the org is back', async () => {
	const { owner, org_id, budget, ask, read, at } = await asking()
	await budget({ limit: 0 })
	const { id } = await ask()
	const key = await proposer(owner, ['org.settings'])
	const change = proposed(await key.post('/v1/ip-rules', RULE))
	await owner.post('/v1/orgs', { name: unique('second') })
	const root = await admin()
	expect((await root.delete(`/v1/orgs/${org_id}`)).status).toBe(204)
	expect((await root.get(`${at}/${id}`)).status).toBe(404)
	const bodies = () => count("secrets WHERE table_name = 'requests' AND row_id = ?", change.id)
	expect(await bodies()).toBe(1)
	await retention(systemContext(env))
	expect(await bodies()).toBe(0)
	expect((await root.post(`/v1/admin/orgs/${org_id}/restore`)).status).toBe(200)
	expect([(await read(id)).state, (await read(change.id)).state]).toEqual(['lapsed', 'lapsed'])
	expect((await root.post(`${at}/${change.id}/grant`, { hash: change.hash })).body.details.reason).toBe(
		'request.lapsed',
	)
})

test('a raise of a window is for the subject that was refused, and ends with the window', async () => {
	const move = stoppedClock()
	const org = await asking()
	const budget_id = await org.budget({ scope: 'agent', limit: 10, window: 'day' })
	const { org_id } = org
	const begin = (agent_id: string, fields: object = {}) =>
		runtime().begin({ run_id: unique('run'), org_id, agent_id, hold: { credits: 15 }, ...fields })
	const { details } = (await begin('writer', { ask: ASK })) as unknown as { details: { request: { id: string } } }
	await grantNow(org, details.request.id, { for: 'window' })
	expect(await begin('reader')).toMatchObject({ error: 'budget.exceeded', details: { raised: 0 } })
	expect(await begin('writer')).toMatchObject({ budgets: [{ budget_id, limit: 10, raised: 5, remaining: 0 }] })
	move(DAY_S)
	expect(await begin('writer')).toMatchObject({ error: 'budget.exceeded', details: { limit: 10, raised: 0 } })
})

test('a raise that ended is not taken back from the one after it', async () => {
	const move = stoppedClock()
	const org = await asking()
	const budget_id = await org.budget({ limit: 10, window: 'total' })
	const { owner, at } = org
	const key = await keyOf(owner, ['org.settings'])
	const raiseBy = async (hold: number, seconds: number) => {
		const refused = await runtime().begin({
			run_id: unique('run'),
			org_id: org.org_id,
			hold: { credits: hold },
			ask: ASK,
		})
		const { id } = (refused as unknown as { details: { request: { id: string } } }).details.request
		const decider = await freshAdmin()
		const { hash } = (await decider.get(`${at}/${id}`)).body
		const until = new Date(Date.now() + seconds * 1_000).toISOString()
		return decider.post(`${at}/${id}/grant`, { hash, for: 'window', until })
	}
	const first = await raiseBy(50, 60)
	move(61)
	await raiseBy(40, 3_600)
	const revert = `/v1/admin/audit-logs/${first.headers.get('Audit-Id')}/revert`
	expect((await (await freshAdmin()).post(revert, {})).body.details).toMatchObject({ reason: 'request.used' })
	expect((await key.get(`/v1/orgs/${org.org_id}/budgets/${budget_id}/states`)).body).toMatchObject([{ raised: 30 }])
})

// The last one, because sessions end meanwhile.
test('a request is kept for 90 days', async () => {
	const { org_id, budget } = await asking()
	await budget({ limit: 0, window: 'total' })
	const move = stoppedClock()
	const asksNow = () => runtime().begin({ run_id: unique('run'), org_id, ask: ASK })
	await asksNow()
	move(2 * DAY_S)
	await asksNow()
	move(89 * DAY_S - 60)
	expect(await count('requests WHERE org_id = ?', org_id)).toBe(2)
	await retention(systemContext(env))
	expect(await count('requests WHERE org_id = ?', org_id)).toBe(1)
})
