import { afterEach, expect, test, vi } from 'vitest'
import { runtime, stoppedClock } from '../support/admission.ts'
import { as } from '../support/api.ts'
import { ASK, asking, keyOf } from '../support/asks.ts'
import { storedBudget, forgetPlatformBudgets } from '../support/budgets.ts'
import { operator } from '../support/operators.ts'
import { proposed, proposer } from '../support/proposals.ts'
import { rows } from '../support/rows.ts'
import { serviceOf } from '../support/service-accounts.ts'
import { admin, unique, user } from '../support/world.ts'

// What a run asks for when budgets refuse it: who sees it, who decides it, and what becomes of it.

afterEach(async () => {
	vi.useRealTimers()
	await forgetPlatformBudgets()
})

test('a run that budgets refuse asks people for what it lacked, and reads how its request stands', async () => {
	const { owner, org_id, service, budget, begin, read, at, poll, events } = await asking()
	const budget_id = await budget({ limit: 100, name: 'Each month' })
	const run_id = unique('run')
	const refused = await begin({ run_id, agent_id: 'writer', hold: { credits: 130, tokens: 5 }, ask: ASK })
	expect(refused.body).toMatchObject({ error: 'budget.exceeded', details: { needed: 130 } })
	const { request } = refused.body.details
	expect(request).toEqual({
		id: expect.stringMatching(/^req_/),
		state: 'open',
		expires_at: expect.any(String),
		poll_after_s: 2,
	})
	const { budgets: _, now: __, ...found } = await read(request.id)
	expect(found).toMatchObject({
		kind: 'spend',
		state: 'open',
		org_id,
		asked_by: { kind: 'service_account', id: service.id },
		reason: ASK.reason,
		decided_by: null,
		spend: {
			run_id,
			org_id,
			agent_id: 'writer',
			credits: 30,
			tokens: 0,
			runs: 0,
			budgets: [{ budget_id, unit: 'credits', subject: org_id }],
		},
		granted: null,
		hash: expect.any(String),
	})
	expect(Date.parse(found.expires_at) - Date.parse(found.created_at)).toBe(3_600_000)
	expect((await owner.get(`${at}?state=open&kind=spend`)).body).toEqual([found])
	expect((await owner.get(`${at}?state=declined`)).body).toEqual([])
	expect((await poll(request.id)).body).toEqual({ id: request.id, state: 'open', granted: null, poll_after_s: 2 })
	expect((await events()).map(({ type }) => type)).toContain('request.opened')
})

test('a repeat keeps the request and takes the larger amounts, and grows its hash', async () => {
	const { budget, ask, read } = await asking()
	await budget({ limit: 100 })
	const run_id = unique('run')
	const [first] = [await ask({ run_id, hold: { credits: 130 } })]
	const before = await read(first.id)
	expect(await ask({ run_id, hold: { credits: 120 } })).toMatchObject({ id: first.id })
	expect(await read(first.id)).toEqual(before)
	expect(await ask({ run_id, hold: { credits: 120 }, ask: { ...ASK, credits: 75 } })).toMatchObject({ id: first.id })
	const after = await read(first.id)
	expect(after.spend.credits).toBe(75)
	expect(after.hash).not.toBe(before.hash)
})

test('a progress that is refused asks too, and its hold stays', async () => {
	const { budget, begin, progress, read } = await asking()
	await budget({ limit: 100 })
	const run_id = unique('run')
	await begin({ run_id, hold: { credits: 80 } })
	const { status, body } = await progress(run_id, { total_cost_usd: 0.11, ask: { ...ASK, expires_in_s: 60 } })
	expect(status).toBe(402)
	expect(body.details).toMatchObject({ hold: { credits: 80 }, request: { state: 'open' } })
	expect((await read(body.details.request.id)).spend).toMatchObject({ credits: 10 })
	// A repeat needs no more, and lacks by what the budget is overdrawn.
	const again = await progress(run_id, { total_cost_usd: 0.11, ask: ASK })
	expect(again.body.details.request.id).toBe(body.details.request.id)
	expect((await read(body.details.request.id)).spend).toMatchObject({ credits: 10 })
})

test('what budgets do not refuse asks for nothing', async () => {
	const { budget, begin, bound, pause, at, owner } = await asking({ balance: 0 })
	await budget({ limit: 1_000_000 })
	await bound(0)
	expect((await begin({ ask: ASK, hold: { credits: 100_000 } })).body).toMatchObject({ error: 'credits.insufficient' })
	await pause('agent', 'writer')
	const paused = await begin({ ask: ASK, agent_id: 'writer', hold: { credits: 2_000_000 } })
	expect(paused.body.error).toBe('run.paused')
	expect(paused.body.details).not.toHaveProperty('request')
	await bound(-1)
	expect((await begin({ ask: ASK })).status).toBe(201)
	expect((await owner.get(at)).body).toEqual([])
})

test('only the account that asked polls and withdraws; what it withdraws has lapsed', async () => {
	const { owner, budget, ask, poll, service, decline, read } = await asking()
	await budget({ limit: 0 })
	const { id } = await ask()
	for (const other of [owner, await user(), await admin()])
		expect([(await poll(id, other)).status, (await other.delete(`/v1/runtime/requests/${id}`)).status]).toEqual([
			404, 404,
		])
	expect((await service.delete(`/v1/runtime/requests/${id}`)).status).toBe(204)
	expect((await poll(id)).body).toMatchObject({ state: 'lapsed', poll_after_s: 0 })
	expect((await read(id)).state).toBe('lapsed')
	expect((await decline(id)).body.details).toEqual({ reason: 'request.lapsed' })
	const next = await ask()
	await decline(next.id)
	expect((await service.delete(`/v1/runtime/requests/${next.id}`)).body.details.reason).toBe('request.decided')
})

test('a runtime reads no request of an org that it no longer serves, or that is deleted', async () => {
	const { root, owner, org_id, budget, ask, at } = await asking()
	await root.post('/v1/admin/orgs', { name: 'Another', owner_user_id: owner.user_id })
	await budget({ limit: 0 })
	const [{ org_id: own }, other] = [await user(), await user()]
	const reach = (...orgs: string[]) => ({ runtime: { orgs, platform_credentials: false } })
	const account = await serviceOf(root, own, { scopes: ['runtime.report'], ...reach(own, org_id) })
	const { id } = await ask({}, account)
	const polled = async () => {
		const { key } = (await root.post(`${account.path}/keys`, {})).body
		return (await as(key).get(`/v1/runtime/requests/${id}`)).status
	}
	expect(await polled()).toBe(200)
	await root.patch(account.path, reach(own, other.org_id))
	expect(await polled()).toBe(404)
	await root.patch(account.path, reach('*'))
	expect(await polled()).toBe(200)
	expect((await root.get(`${at}/${id}`)).body.state).toBe('open')
	expect((await root.delete(`/v1/orgs/${org_id}`)).status).toBe(204)
	expect(await polled()).toBe(404)
})

test('a request lapses by the clock, and its run may ask again', async () => {
	const move = stoppedClock()
	const { org_id, budget, decline } = await asking()
	await budget({ limit: 0, window: 'total' })
	const run_id = unique('run')
	const asked = async () =>
		(
			(await runtime().begin({ run_id, org_id, ask: { ...ASK, expires_in_s: 60 } })) as unknown as {
				details: { request: { id: string } }
			}
		).details.request
	const first = await asked()
	expect(await runtime().request(first.id)).toMatchObject({ state: 'open', poll_after_s: 2 })
	move(50)
	expect(await runtime().request(first.id)).toMatchObject({ state: 'open', poll_after_s: 5 })
	move(10)
	expect(await runtime().request(first.id)).toMatchObject({ state: 'lapsed', poll_after_s: 0 })
	expect((await decline(first.id)).body.details.reason).toBe('request.lapsed')
	expect((await asked()).id).not.toBe(first.id)
	expect(await runtime().request('req_none')).toMatchObject({ error: 'not_found' })
})

test('requests are listed newest first, in pages, by their kind, state and run', async () => {
	const { owner, budget, ask, decline, at } = await asking()
	await budget({ limit: 0 })
	const key = await proposer(owner, ['org.settings'])
	const change = proposed(await key.post('/v1/ip-rules', { type: 'blocklist', cidr: '192.0.2.7/32' }))
	const [first, last] = [await ask(), await ask()]
	await decline(first.id)
	const ids = async (query: string) => (await owner.get(`${at}${query}`)).body.map(({ id }: { id: string }) => id)
	expect(await ids('')).toEqual([last.id, first.id, change.id])
	expect(await ids('?kind=change')).toEqual([change.id])
	expect(await ids('?kind=spend&state=declined')).toEqual([first.id])
	expect(await ids('?state=open')).toEqual([last.id, change.id])
	const { run_id } = (await owner.get(`${at}/${first.id}`)).body.spend
	expect(await ids(`?run_id=${run_id}`)).toEqual([first.id])
	const { headers } = await owner.get(`${at}?limit=2`)
	expect(await ids(`?limit=2&cursor=${headers.get('Next-Cursor')}`)).toEqual([change.id])
})

test('a declined run asks for no other of the same budget', async () => {
	const { budget, ask, decline, begin, poll, owner, events, read } = await asking()
	const one = await budget({ scope: 'agent', limit: 0 })
	const run_id = unique('run')
	const { id } = await ask({ run_id, agent_id: 'writer' })
	expect((await decline(id, { reason: 'Enough' })).body).toMatchObject({
		id,
		state: 'declined',
		decided_by: owner.user_id,
		decision_reason: 'Enough',
	})
	expect(await read(id)).toMatchObject({ state: 'declined' })
	expect((await poll(id)).body).toMatchObject({ state: 'declined', granted: null, poll_after_s: 0 })
	const two = await budget({ limit: 0 })
	const again = await ask({ run_id, agent_id: 'writer' })
	expect(again).toMatchObject({ id, state: 'declined', poll_after_s: 0 })
	await owner.patch(`/v1/orgs/${owner.org_id}/budgets/${one}`, { limit: 1_000 })
	const other = await ask({ run_id, agent_id: 'writer' })
	expect(other.id).not.toBe(id)
	expect((await read(other.id)).spend.budgets).toMatchObject([{ budget_id: two }])
	expect((await begin({ run_id, ask: { ...ASK, reason: ' ' } })).status).toBe(400)
	const { data } = (await events()).find(({ type }) => type === 'request.decided') ?? {}
	expect(data).toMatchObject({ request_id: id, state: 'declined', decision_reason: 'Enough' })
	expect(await rows('SELECT action, target_id FROM audit_logs WHERE target_id = ?', id)).toEqual([
		{ action: 'requests.decline', target_id: id },
	])
})

test('of two who decide at once one wins, and the other is told', async () => {
	const { budget, ask, decline } = await asking()
	await budget({ limit: 0 })
	const { id } = await ask()
	const replies = await Promise.all([decline(id), decline(id), decline(id)])
	expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
	expect(replies.find(({ status }) => status === 409)?.body.details).toEqual({
		reason: 'request.decided',
		state: 'declined',
	})
})

test('members with the settings of the org and platform admins decide there; no key does, and operators read', async () => {
	const { owner, org_id, at, budget, ask, decline } = await asking()
	await budget({ limit: 0 })
	const { id } = await ask()
	const member = await user('member')
	await (await admin()).put(`/v1/admin/orgs/${org_id}/members/${member.user_id}`, { role: 'member' })
	expect((await decline(id, {}, member)).status).toBe(403)
	expect((await decline(id, {}, await user())).status).toBe(404)
	expect((await decline(id, {}, await keyOf(owner, ['org.settings']))).status).toBe(401)
	const operations = await operator(['operations'])
	expect((await decline(id, {}, operations)).status).toBe(403)
	expect((await operations.get(`${at}/${id}`)).status).toBe(200)
	expect((await operations.get('/v1/admin/requests')).body).toEqual([])
	expect((await operations.get(`/v1/admin/requests/${id}`)).status).toBe(404)
	expect((await decline(id, {}, await admin())).status).toBe(200)
})

test('if a budget of the platform refuses, those decide who hold its money', async () => {
	const { owner, org_id, at, budget, ask } = await asking()
	await budget({ limit: 0 })
	const of = await storedBudget({ org_id, owner: 'platform', limit: 0, unit: 'tokens' })
	const { id } = await ask({ hold: { credits: 5, tokens: 7 } })
	expect((await owner.get(at)).body).toEqual([])
	expect((await owner.get(`${at}/${id}`)).status).toBe(404)
	const billing = await operator(['billing'])
	const seen = (await billing.get(`/v1/admin/requests/${id}`)).body
	expect(seen).toMatchObject({ org_id: null, spend: { org_id, credits: 0, tokens: 7, budgets: [{ budget_id: of }] } })
	const decline = `/v1/admin/requests/${id}/decline`
	expect((await (await operator(['operations'])).post(decline, {})).status).toBe(403)
	expect((await (await operator(['auditor'])).post(decline, {})).status).toBe(403)
	expect((await billing.post(decline, {})).body).toMatchObject({ state: 'declined' })
})

test("a run that never began and has the id of another org's is another run: neither its request nor its grant", async () => {
	const [one, other] = [await asking(), await asking()]
	await storedBudget({ owner: 'platform', scope: 'agent', limit: 100 })
	const billing = await operator(['billing'])
	const named = { run_id: unique('run'), agent_id: 'writer' }
	const { id } = await one.ask({ ...named, hold: { credits: 150 } })
	const before = (await billing.get(`/v1/admin/requests/${id}`)).body
	expect(await other.ask({ ...named, hold: { credits: 900 }, user_id: 'a secret name' })).toBeNull()
	expect((await billing.get(`/v1/admin/requests/${id}`)).body).toEqual(before)
	expect((await billing.post(`/v1/admin/requests/${id}/grant`, { hash: before.hash, for: 'run' })).status).toBe(200)
	expect((await other.begin({ ...named, hold: { credits: 150 } })).status).toBe(402)
	expect((await one.begin({ ...named, hold: { credits: 150 } })).status).toBe(201)
})

test("the end of another org's run of the same id ends neither a request nor a grant", async () => {
	const [one, other] = [await asking(), await asking()]
	const of = await one.budget({ scope: 'run', window: 'total', limit: 100 })
	const run_id = unique('run')
	const { id } = await one.ask({ run_id, hold: { credits: 150 } })
	expect((await one.grant(id, { hash: (await one.read(id)).hash, for: 'run' })).status).toBe(200)
	await one.budget({ scope: 'org', limit: 10 })
	const open = await one.ask({ run_id, hold: { credits: 150 } })
	const grants = () => rows('SELECT * FROM budget_grants WHERE budget_id = ?', of)
	const before = await grants()
	const report = { run_id, org_id: other.org_id, status: 'completed', total_cost_usd: 1 }
	expect((await other.service.post('/v1/runtime/runs', report)).status).toBe(200)
	expect((await one.read(open.id)).state).toBe('open')
	expect(await grants()).toEqual(before)
})

test('what one org was declined is declined to no other', async () => {
	const [one, other] = [await asking(), await asking()]
	await storedBudget({ owner: 'platform', scope: 'agent', limit: 100 })
	const billing = await operator(['billing'])
	const named = { run_id: unique('run'), agent_id: 'writer', hold: { credits: 150 } }
	const { id } = await one.ask(named)
	expect((await billing.post(`/v1/admin/requests/${id}/decline`, {})).status).toBe(200)
	expect(await other.ask(named)).toBeNull()
	expect(await one.ask(named)).toMatchObject({ id, state: 'declined' })
})
