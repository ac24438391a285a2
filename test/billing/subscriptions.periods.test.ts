import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { rowsOfPages } from '../support/pages.ts'
import { expireSubscriptions, systemContext } from '../support/program.ts'
import { queryPlansOf } from '../support/query-plans.ts'
import { refused } from '../support/reverts.ts'
import { newOrg } from '../support/runs.ts'
import { admin, create, unique, user } from '../support/world.ts'

// Active subscriptions of an org never overlap, so one for later can stand beside the current one.

const period = (from: string, to: string) => ({ current_period_start: from, current_period_end: to })
const CURRENT = period('2026-01-01T00:00:00.000Z', '2126-01-01T00:00:00.000Z')
const LATER = period('2126-01-01T00:00:00.000Z', '2127-01-01T00:00:00.000Z')

const gold = () =>
	create.plan({ entitlements: [{ key: 'support.level', value: unique('gold'), value_type: 'string' }] })

/** Posts a subscription of the org; a plan of its own unless given. */
const subscribe = async (org_id: string, fields: object) =>
	(await admin()).post('/v1/subscriptions', { org_id, plan_id: (await create.plan()).id, ...fields })

test('a renewal can be entered beside the current subscription, and takes over at the moment the other one ends', async () => {
	const [root, org_id, now_plan, next_plan] = [await admin(), await newOrg(), await gold(), await gold()]
	const end = Date.now() + 60_000
	const edge = new Date(end).toISOString()
	const current = await subscribe(org_id, { plan_id: now_plan.id, ...period('2026-01-01T00:00:00Z', edge) })
	const next = await subscribe(org_id, { plan_id: next_plan.id, ...period(edge, '2126-01-01T00:00:00Z') })
	expect(current).toMatchObject({ status: 201, body: { status: 'active', starts: 'now' } })
	expect(next).toMatchObject({ status: 201, body: { status: 'active', starts: 'later' } })
	/** What each place says of the org's plan. */
	const seen = async () => {
		const { body } = await root.get(`/v1/entitlements?org_id=${org_id}`)
		const entitlement = body.find(({ key }: { key: string }) => key === 'support.level')
		const [org] = (await root.get('/v1/admin/orgs')).body.filter(({ id }: { id: string }) => id === org_id)
		const counts = async (plan: { id: string }) =>
			(await root.get(`/v1/plans/subscriber-counts?plan_id=${plan.id}`)).body
		return {
			entitlement,
			plan: org?.plan?.id ?? org?.plan,
			counts: [...(await counts(now_plan)), ...(await counts(next_plan))],
		}
	}
	const { value } = now_plan.entitlements[0]
	expect(await seen()).toMatchObject({
		entitlement: { value, source: 'plan' },
		counts: [
			{ plan_id: now_plan.id, subscriber_count: 1, later_count: 0 },
			{ plan_id: next_plan.id, subscriber_count: 0, later_count: 1 },
		],
	})
	vi.useFakeTimers({ now: end, toFake: ['Date'] })
	expect(await seen()).toMatchObject({
		entitlement: { value: next_plan.entitlements[0].value, source: 'plan' },
		counts: [
			{ plan_id: now_plan.id, subscriber_count: 0, later_count: 0 },
			{ plan_id: next_plan.id, subscriber_count: 1, later_count: 0 },
		],
	})
	expect((await root.get(`/v1/subscriptions?org_id=${org_id}`)).body).toMatchObject([
		{ id: next.body.id, status: 'active', starts: 'now' },
		{ id: current.body.id, status: 'expired', starts: 'now' },
	])
})

test('a current one can be entered beside one for later', async () => {
	const org_id = await newOrg()
	expect((await subscribe(org_id, LATER)).status).toBe(201)
	expect((await subscribe(org_id, CURRENT)).status).toBe(201)
})

test('an overlapping period returns 409 with the subscription in the way, and changes nothing', async () => {
	const [root, org_id] = [await admin(), await newOrg()]
	const { body: first } = await subscribe(org_id, CURRENT)
	for (const wanted of [
		CURRENT,
		period('2125-12-31T23:59:59.999Z', '2127-01-01T00:00:00Z'),
		period('2025-01-01T00:00:00Z', '2026-01-01T00:00:00.001Z'),
		period('2030-01-01T00:00:00Z', '2030-01-02T00:00:00Z'),
		period('2025-01-01T00:00:00Z', '2127-01-01T00:00:00Z'),
	])
		expect(await subscribe(org_id, wanted)).toMatchObject(
			refused('subscriptions.overlap', { subscription_id: first.id, ...CURRENT }),
		)
	expect((await root.get(`/v1/subscriptions?org_id=${org_id}`)).body).toEqual([first])
})

test('a period in the past is taken beside the current one, and is expired', async () => {
	const org_id = await newOrg()
	await subscribe(org_id, CURRENT)
	const past = await subscribe(org_id, period('2024-01-01T00:00:00Z', '2025-01-01T00:00:00Z'))
	expect(past).toMatchObject({ status: 201, body: { status: 'active', starts: 'now' } })
	expect((await (await admin()).get(`/v1/subscriptions/${past.body.id}`)).body.status).toBe('expired')
})

test('of concurrent subscriptions for one period exactly one is created, also for later', async () => {
	const org_id = await newOrg()
	for (const wanted of [CURRENT, LATER]) {
		const responses = await Promise.all(Array.from({ length: 8 }, () => subscribe(org_id, wanted)))
		expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(7).fill(409)])
	}
	const { body } = await (await admin()).get(`/v1/subscriptions?org_id=${org_id}`)
	expect(body).toMatchObject([LATER, CURRENT])
})

test('the database itself refuses active rows that overlap, however they are written', async () => {
	const org_id = await newOrg()
	const { body: current } = await subscribe(org_id, CURRENT)
	const { body: later } = await subscribe(org_id, LATER)
	const insert = (or: string) =>
		env.DB.prepare(
			`INSERT ${or} INTO subscriptions (id, org_id, plan_id, current_period_start, current_period_end, created_at)
			VALUES (?, ?, ?, '2030-01-01T00:00:00.000Z', '2030-02-01T00:00:00.000Z', '')`,
		)
			.bind(unique('sub'), org_id, current.plan_id)
			.run()
	await expect(insert('')).rejects.toThrow('overlap')
	await expect(insert('OR IGNORE')).rejects.toThrow('overlap')
	const update = (set: string, id: string) =>
		env.DB.prepare(`UPDATE subscriptions SET ${set} WHERE id = ?`).bind(id).run()
	await expect(update("current_period_start = '2125-01-01T00:00:00.000Z'", later.id)).rejects.toThrow('overlap')
	await expect(update("current_period_end = '2126-01-01T00:00:00.001Z'", current.id)).rejects.toThrow('overlap')
	await update("status = 'cancelled'", later.id)
	await update("current_period_end = '2126-06-01T00:00:00.000Z'", current.id)
	await expect(update("status = 'active'", later.id)).rejects.toThrow('overlap')
})

test('several subscriptions of an org that end before the job runs each emit their expiry once', async () => {
	const org_id = await newOrg()
	vi.useFakeTimers({ now: Date.now() - 60_000, toFake: ['Date'] })
	const start = Date.now() + 10_000
	const at = (index: number) => new Date(start + index * 1_000).toISOString()
	for (let index = 0; index < 4; index += 1) await subscribe(org_id, period(at(index), at(index + 1)))
	vi.useRealTimers()
	expect((await subscribe(org_id, CURRENT)).status).toBe(201)
	await expireSubscriptions(systemContext(env))
	const { results } = await env.DB.prepare(
		"SELECT data ->> 'id' AS id FROM events WHERE org_id = ? AND type = 'subscription.expired'",
	)
		.bind(org_id)
		.all<{ id: string }>()
	expect(new Set(results.map(({ id }) => id)).size).toBe(4)
	expect(results).toHaveLength(4)
})

test('the list filters by plan, status and start, together and page by page', async () => {
	const [root, plan_id] = [await admin(), (await create.plan()).id]
	const make = async (fields: object) => (await subscribe(await newOrg(), { plan_id, ...fields })).body.id as string
	const active = await make(CURRENT)
	const later = await make(LATER)
	const expired = await make(period('2024-01-01T00:00:00Z', '2025-01-01T00:00:00Z'))
	const cancelled = await make(LATER)
	await root.delete(`/v1/subscriptions/${cancelled}`)
	const ids = async (query: string) =>
		(await root.get(`/v1/subscriptions?plan_id=${plan_id}${query}`)).body.map(({ id }: { id: string }) => id)
	expect(await ids('')).toEqual([cancelled, expired, later, active])
	expect(await ids('&status=active')).toEqual([later, active])
	expect(await ids('&status=expired')).toEqual([expired])
	expect(await ids('&status=cancelled')).toEqual([cancelled])
	expect(await ids('&starts=later')).toEqual([cancelled, later])
	expect(await ids('&starts=now')).toEqual([expired, active])
	expect(await ids('&status=active&starts=later')).toEqual([later])
	// The job's status and the one that is only computed yet are the same to a filter.
	await expireSubscriptions(systemContext(env))
	expect(await ids('&status=expired')).toEqual([expired])
	const paged = await rowsOfPages(root, `/v1/subscriptions?plan_id=${plan_id}&status=active&limit=1`)
	expect(paged.map(({ id }) => id)).toEqual([later, active])
	expect((await root.get(`/v1/subscriptions?plan_id=nothing`)).body).toEqual([])
	for (const query of ['status=ended', 'starts=soon'])
		expect((await root.get(`/v1/subscriptions?${query}`)).status).toBe(400)
})

test('the filters use an index', async () => {
	const root = await admin()
	for (const [query, index] of [
		['plan_id=x', 'subscriptions_of_plan'],
		['status=cancelled', 'subscriptions_cancelled'],
		['starts=later', 'subscriptions_start'],
		['org_id=x', 'subscriptions_org'],
	]) {
		const plans = await queryPlansOf(() => root.get(`/v1/subscriptions?${query}`))
		const steps = plans.find(({ sql }) => sql.includes('from "subscriptions"'))?.steps.join()
		expect([query, steps]).toEqual([query, expect.stringContaining(String(index))])
	}
})

test("a member's filters only see the own org's subscriptions", async () => {
	const [member, org_id] = [await user(), await newOrg()]
	const plan_id = (await create.plan()).id
	const mine = (await subscribe(member.org_id, { plan_id, ...CURRENT })).body
	await subscribe(org_id, { plan_id, ...CURRENT })
	expect((await member.get(`/v1/subscriptions?plan_id=${plan_id}&status=active`)).body).toEqual([mine])
	const { body } = await member.get(`/v1/subscriptions?org_id=${org_id}`)
	expect(JSON.stringify(body)).not.toContain(`"${org_id}"`)
})
