import { expect, test, vi } from 'vitest'
import { counted } from '../support/d1.ts'
import { invalidField } from '../support/replies.ts'
import { runner } from '../support/runs.ts'
import { admin, create, world } from '../support/world.ts'

const DAY_MS = 86_400_000

/** Does something on an earlier day. */
async function daysAgo(days: number, work: () => Promise<unknown>) {
	vi.useFakeTimers({ now: Date.now() - days * DAY_MS, toFake: ['Date'] })
	await work()
	vi.useRealTimers()
}

/** An org that has `balance` credits left, of which it used `used` on the day before yesterday. */
async function using(balance: number, used: number) {
	const { run, report, ...rest } = await runner()
	await daysAgo(20, () => rest.root.post('/v1/admin/credits/adjust', { org_id: rest.org_id, amount: balance + used }))
	// Of a platform without other rates, a dollar is 1,000 credits.
	if (used > 0) await daysAgo(2, () => report(run({ total_cost_usd: used / 1_000 })))
	return { ...rest, run, report }
}

test('the orgs whose credits will last the shortest come first, by what they used lately', async () => {
	const slow = await using(300, 10)
	const fast = await using(900, 500)
	const idle = await using(50, 0)
	const { body } = await (await admin()).get('/v1/admin/credits/outlook')
	const found = body.map(({ org_id }: { org_id: string }) => org_id)
	expect(found.slice(0, 2)).toEqual([fast.org_id, slow.org_id])
	expect(found).not.toContain(idle.org_id)
	expect(body[0]).toMatchObject({ balance: 900, held: 0, available: null, credits_used: 500, days: 7 })
	const [first, ...others] = (await (await admin()).get('/v1/admin/credits/outlook?limit=1')).body
	expect(first.org_id).toBe(fast.org_id)
	expect(others).toEqual([])
})

test('what was granted or taken away by hand in the days is not used, and older days do not count', async () => {
	const { root, org_id, run, report } = await runner()
	await daysAgo(20, () => root.post('/v1/admin/credits/adjust', { org_id, amount: 1_000 }))
	await daysAgo(9, () => report(run({ total_cost_usd: 0.2 })))
	await daysAgo(2, () => report(run({ total_cost_usd: 0.04 })))
	await daysAgo(1, () => root.post('/v1/admin/credits/adjust', { org_id, amount: 777 }))
	await root.post('/v1/admin/credits/adjust', { org_id, amount: -99 })
	const read = async (query: string) => (await root.get(`/v1/orgs/${org_id}/credits/outlook${query}`)).body
	expect(await read('')).toMatchObject([{ org_id, credits_used: 40, days: 7 }])
	expect(await read('?days=30')).toMatchObject([{ org_id, credits_used: 240, days: 30 }])
	expect(await read('?days=1')).toEqual([])
})

test('a bound says what is left for runs, and an org reads only its own', async () => {
	const { owner, org_id, other } = await ownOrg()
	const read = async () => (await owner.get(`/v1/orgs/${org_id}/credits/outlook`)).body
	expect(await read()).toMatchObject([{ org_id, balance: 95, available: null, credits_used: 5 }])
	await create.override(org_id, { key: 'credits.overdraft', value: '20', value_type: 'integer' })
	expect(await read()).toMatchObject([{ org_id, balance: 95, available: 115, credits_used: 5 }])
	expect((await owner.get(`/v1/orgs/${other}/credits/outlook`)).status).toBe(404)
	expect((await owner.get('/v1/admin/credits/outlook')).status).toBe(403)
})

async function ownOrg() {
	const { owner, org_id } = await world()
	const [root, { org_id: other }] = [await admin(), await runner()]
	await root.post('/v1/admin/credits/adjust', { org_id, amount: 100 })
	await root.post('/v1/runtime/runs', { run_id: `run_${org_id}`, org_id, status: 'completed', total_cost_usd: 0.005 })
	return { owner, org_id, other }
}

test('the days and the number of orgs have bounds', async () => {
	const root = await admin()
	for (const [query, field] of [
		['days=0', 'days'],
		['days=31', 'days'],
		['limit=101', 'limit'],
		['days=x', 'days'],
	] as const)
		expect(await root.get(`/v1/admin/credits/outlook?${query}`)).toMatchObject(invalidField(field))
})

test('an org with a thousand runs reads few rows of its ledger', async () => {
	const { root, org_id, run, report } = await using(1_000_000, 0)
	for (let round = 0; round < 10; round += 1)
		await report(Array.from({ length: 100 }, () => run({ total_cost_usd: 0.001 })))
	const { rows_read } = await counted(async () => {
		expect((await root.get(`/v1/orgs/${org_id}/credits/outlook`)).body).toMatchObject([{ credits_used: 1_000 }])
	})
	expect(rows_read).toBeLessThan(120)
})
