import { afterEach, expect, test, vi } from 'vitest'
import { stoppedClock } from '../support/admission.ts'
import { ASK, asking, grantNow, keyOf, statesOf } from '../support/asks.ts'
import { forgetPlatformBudgets, storedBudget } from '../support/budgets.ts'
import { sendingBy } from '../support/d1.ts'
import { operator } from '../support/operators.ts'
import { rows } from '../support/rows.ts'
import { admin, PASSWORD, unique } from '../support/world.ts'

// What a grant gives, to a run by itself or to everybody in a window, and what becomes of it.

afterEach(async () => {
	vi.useRealTimers()
	await forgetPlatformBudgets()
})

test('a grant for the window raises the limit for everybody whom the budget bounds, and is shown', async () => {
	const org = await asking()
	const budget_id = await org.budget({ limit: 100 })
	await org.begin({ hold: { credits: 90 } })
	const run_id = unique('run')
	const { id } = await org.ask({ run_id, hold: { credits: 60 } })
	expect((await org.read(id)).budgets).toMatchObject([
		{ budget_id, limit: 100, used: 0, held: 90, raised: 0, remaining: 10, if_granted: { raised: 50, remaining: 60 } },
	])
	const { request, response } = await grantNow(org, id, { for: 'window', reason: 'Continue' })
	expect(response).toBeNull()
	expect(request).toMatchObject({
		state: 'granted',
		decision_reason: 'Continue',
		granted: { for: 'window', credits: 50, tokens: 0, runs: 0, until: null },
		budgets: [{ raised: 50, remaining: 60, if_granted: null }],
	})
	expect((await org.poll(id)).body).toMatchObject({
		state: 'granted',
		granted: { for: 'window', credits: 50 },
		poll_after_s: 0,
	})
	expect(await statesOf(org, budget_id)).toMatchObject([{ used: 0, held: 90, raised: 50, remaining: 60 }])
	expect((await org.begin({ run_id, hold: { credits: 30 } })).body.budgets).toMatchObject([
		{ limit: 100, held: 120, raised: 50, remaining: 30 },
	])
	expect((await org.begin({ hold: { credits: 30 } })).status).toBe(201)
	const refused = await org.begin({ hold: { credits: 1 } })
	expect(refused.body.details).toMatchObject({ limit: 100, held: 150, raised: 50, needed: 1 })
})

test('a grant for a run is its own: others get nothing of it, and what it took stays in the state', async () => {
	const org = await asking()
	const budget_id = await org.budget({ limit: 100 })
	await org.begin({ hold: { credits: 100 } })
	const [one, two] = [unique('run'), unique('run')]
	const asked = [
		await org.ask({ run_id: one, hold: { credits: 30 } }),
		await org.ask({ run_id: two, hold: { credits: 20 } }),
	]
	for (const { id } of asked) await grantNow(org, id, { for: 'run' })
	expect(await statesOf(org, budget_id)).toMatchObject([{ held: 100, raised: 0, remaining: 0 }])
	expect((await org.begin({ hold: { credits: 1 } })).status).toBe(402)
	expect((await org.begin({ run_id: one, hold: { credits: 31 } })).status).toBe(402)
	expect((await org.begin({ run_id: one, hold: { credits: 30 } })).body.budgets).toMatchObject([
		{ held: 130, raised: 30, remaining: 0 },
	])
	expect((await org.begin({ run_id: two, hold: { credits: 20 } })).body.budgets).toMatchObject([
		{ held: 150, raised: 50, remaining: 0 },
	])
	expect((await org.begin({ hold: { credits: 1 } })).status).toBe(402)
	// What a run gives back leaves its grant first.
	expect((await org.progress(two, { hold: { credits: 5 } })).body.budgets).toMatchObject([
		{ held: 135, raised: 35, remaining: 0 },
	])
	await org.end(one, { total_cost_usd: 0.025 })
	expect(await statesOf(org, budget_id)).toMatchObject([{ used: 25, held: 105, raised: 30, remaining: 0 }])
	expect(await rows('SELECT run_id, granted, beyond FROM budget_grants WHERE org_id = ?', org.org_id)).toEqual([
		{ run_id: two, granted: 20, beyond: 5 },
	])
	await org.end(two, { total_cost_usd: 0.003 })
	expect(await statesOf(org, budget_id)).toMatchObject([{ used: 28, held: 100, raised: 28, remaining: 0 }])
})

test('a run that spent beyond its hold continues by its grant, and no further', async () => {
	const org = await asking()
	await org.budget({ limit: 100 })
	const run_id = unique('run')
	await org.begin({ run_id, hold: { credits: 100 } })
	const spent = (usd: number) => org.progress(run_id, { total_cost_usd: usd, ask: ASK })
	const refused = await spent(0.15)
	expect(refused.body.details).toMatchObject({ needed: 50, request: { state: 'open' } })
	await grantNow(org, refused.body.details.request.id, { for: 'run' })
	expect((await spent(0.15)).body).toMatchObject({ budgets: [{ held: 150, raised: 50, remaining: 0 }] })
	const again = await spent(0.17)
	expect(again.status).toBe(402)
	expect((await org.read(again.body.details.request.id)).spend.credits).toBe(20)
})

test('a run without a hold continues by its grant too', async () => {
	const org = await asking()
	await org.budget({ limit: 100 })
	const run_id = unique('run')
	await org.begin({ run_id })
	const spent = (usd: number) => org.progress(run_id, { total_cost_usd: usd, ask: ASK })
	expect((await spent(0.09)).status).toBe(200)
	const { id } = (await spent(0.13)).body.details.request
	await grantNow(org, id, { for: 'run' })
	expect((await spent(0.13)).body.budgets).toMatchObject([{ held: 130, raised: 30, remaining: 0 }])
	expect((await spent(0.131)).status).toBe(402)
})

test('a budget of each run and one of runs are granted like others', async () => {
	const org = await asking()
	await org.budget({ scope: 'run', window: 'total', limit: 50 })
	await org.budget({ unit: 'runs', limit: 0, window: 'day' })
	const run_id = unique('run')
	const { id } = await org.ask({ run_id, hold: { credits: 60 } })
	expect((await org.read(id)).spend).toMatchObject({ credits: 10, runs: 1, budgets: [{}, {}] })
	await grantNow(org, id, { for: 'window' })
	expect((await org.begin({ run_id, hold: { credits: 61 } })).status).toBe(402)
	const begun = await org.begin({ run_id, hold: { credits: 60 } })
	const raised = begun.body.budgets.map((one: { unit: string; raised: number }) => [one.unit, one.raised])
	expect(Object.fromEntries(raised)).toEqual({ credits: 10, runs: 1 })
	expect((await org.begin({ hold: { credits: 1 } })).status).toBe(402)
})

test('a raise of a total needs an end, and ends by the clock', async () => {
	const move = stoppedClock()
	const org = await asking()
	const budget_id = await org.budget({ limit: 10, window: 'total' })
	const { id } = await org.ask({ hold: { credits: 15 } })
	const { hash } = await org.read(id)
	const until = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString()
	for (const wrong of [{}, { until: until(-1) }, { until: until(32 * 86_400) }]) {
		const { status, body } = await org.grant(id, { hash, for: 'window', ...wrong })
		expect([status, body.details.fields[0].path]).toEqual([400, 'until'])
	}
	await grantNow(org, id, { for: 'window', until: until(60) })
	expect(await statesOf(org, budget_id)).toMatchObject([{ raised: 5, remaining: 15 }])
	move(60)
	expect(await statesOf(org, budget_id)).toMatchObject([{ raised: 0, remaining: 10 }])
	expect((await org.begin({ hold: { credits: 15 } })).status).toBe(402)
})

test('a grant gives at most what was asked for, something, and for what was shown', async () => {
	const org = await asking()
	await org.budget({ limit: 10 })
	const run_id = unique('run')
	const { id } = await org.ask({ run_id, hold: { credits: 15 } })
	const { hash } = await org.read(id)
	for (const [wrong, path] of [
		[{ credits: 6 }, 'credits'],
		[{ tokens: 1 }, 'tokens'],
		[{ credits: 0 }, 'body'],
		[{ for: null }, 'for'],
		[{ hash: null }, 'hash'],
	] as const) {
		const { status, body } = await org.grant(id, { hash, for: 'run', ...wrong })
		expect([status, body.details.fields[0].path]).toEqual([400, path])
	}
	await org.ask({ run_id, hold: { credits: 20 } })
	const moved = await org.grant(id, { hash, for: 'run' })
	const now = await org.read(id)
	expect(moved.status).toBe(409)
	expect(moved.body.details).toMatchObject({ reason: 'request.moved_on', hash: now.hash, spend: { credits: 10 } })
	expect(now).toMatchObject({ state: 'open' })
	await grantNow(org, id, { for: 'run', credits: 4 })
	expect((await org.grant(id, { hash: now.hash, for: 'run' })).body.details).toEqual({
		reason: 'request.decided',
		state: 'granted',
	})
	expect((await org.begin({ run_id, hold: { credits: 15 } })).status).toBe(402)
	expect((await org.begin({ run_id, hold: { credits: 14 } })).status).toBe(201)
})

test('a request that grows while somebody grants it is not granted', async () => {
	const org = await asking()
	await org.budget({ limit: 100 })
	const run_id = unique('run')
	const { id } = await org.ask({ run_id, hold: { credits: 130 } })
	const { hash } = await org.read(id)
	let isGrown = false
	const response = await sendingBy(
		(send) =>
			async function (...args) {
				const isDecision = [args[1]].flat().some((text) => String(text).startsWith('update "requests"'))
				if (isDecision && !isGrown) {
					isGrown = true
					await org.ask({ run_id, hold: { credits: 130 }, ask: { ...ASK, credits: 75 } })
				}
				return send.apply(this, args)
			},
		() => org.grant(id, { hash, for: 'window' }),
	)
	const details = { reason: 'request.moved_on', spend: { credits: 75 } }
	expect(response).toMatchObject({ status: 409, body: { details } })
	expect(await org.read(id)).toMatchObject({ state: 'open' })
})

test('the dry run of a grant says which budgets stand at what after it, asks for no proof and grants nothing', async () => {
	const org = await asking()
	await org.budget({ limit: 10 })
	const { id } = await org.ask({ hold: { credits: 15 } })
	const { hash } = await org.read(id)
	const dry = await org.owner.post(`${org.at}/${id}/grant`, { hash, for: 'window' }, { headers: { 'Dry-Run': 'true' } })
	expect(dry.body).toMatchObject({
		dry_run: true,
		body: { request: { state: 'granted', budgets: [{ raised: 5, remaining: 15 }] } },
	})
	expect((await org.read(id)).state).toBe('open')
})

test('people decide what they asked for themselves with a proof younger than the request; no key decides', async () => {
	const org = await asking()
	await org.budget({ limit: 0 })
	const { id } = await org.ask({}, await admin())
	const { hash } = await org.read(id)
	const { at } = org
	const own = await (await admin()).post(`${at}/${id}/grant`, { hash, for: 'run' })
	expect([own.status, own.body.details.reason]).toEqual([401, 'auth.step_up'])
	expect((await org.grant(id, { hash, for: 'run' }, await keyOf(org.owner, ['org.settings']))).status).toBe(401)
	const person = await operator(['admin'])
	const asked = await org.ask({}, person)
	const wanted = { hash: (await org.read(asked.id)).hash, for: 'run' }
	const { challenge } = (await org.grant(asked.id, wanted, person)).body.details
	await person.post('/v1/auth/step-up', { challenge, password: PASSWORD })
	expect((await org.grant(asked.id, wanted, person)).status).toBe(200)
	expect((await org.grant(id, { hash, for: 'run' })).status).toBe(200)
})

test('a grant of the platform covers its budgets only; those of the org are asked for by the next refusal', async () => {
	const org = await asking()
	const own = await org.budget({ limit: 0 })
	const of = await storedBudget({ org_id: org.org_id, owner: 'platform', limit: 0 })
	const run_id = unique('run')
	const { id } = await org.ask({ run_id, hold: { credits: 5 } })
	const billing = await operator(['billing'])
	const { hash, spend } = (await billing.get(`/v1/admin/requests/${id}`)).body
	expect(spend.budgets).toMatchObject([{ budget_id: of }])
	expect((await billing.post(`/v1/admin/requests/${id}/grant`, { hash, for: 'run' })).status).toBe(200)
	const next = await org.ask({ run_id, hold: { credits: 5 } })
	expect((await org.read(next.id)).spend.budgets).toMatchObject([{ budget_id: own }])
	await grantNow(org, next.id, { for: 'run' })
	expect((await org.begin({ run_id, hold: { credits: 5 } })).status).toBe(201)
})

test('a request has lapsed when its run ends or its org is deleted, and a grant is void', async () => {
	const org = await asking()
	await org.budget({ limit: 0 })
	const [run_id, other] = [unique('run'), unique('run')]
	const { id } = await org.ask({ run_id })
	await org.end(run_id)
	expect((await org.read(id)).state).toBe('lapsed')
	const granted = await org.ask({ run_id: other })
	await grantNow(org, granted.id, { for: 'run' })
	await org.end(other)
	expect(await rows('SELECT * FROM budget_grants WHERE org_id = ?', org.org_id)).toEqual([])
})
