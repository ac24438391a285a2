import { expect, test } from 'vitest'
import { counted, statementsOf } from '../support/d1.ts'
import { runner, subscribe } from '../support/runs.ts'
import { admin, create } from '../support/world.ts'

const warnings = async (events: () => Promise<{ type: string; data: object }[]>) =>
	(await events()).filter(({ type }) => type.startsWith('credits.'))

test('a balance that falls to its threshold, or to 0, emits an event once each time', async () => {
	const { run, report, events, root, org_id } = await runner(250)
	const [first, second, third] = [
		run({ total_cost_usd: 0.1 }),
		run({ total_cost_usd: 0.06 }),
		run({ total_cost_usd: 0.2 }),
	]
	await report([first, second, third])
	const low = { type: 'credits.low', data: { org_id, balance: 90, run_id: second.run_id, threshold: 100 } }
	const exhausted = { type: 'credits.exhausted', data: { org_id, balance: 0, run_id: third.run_id } }
	expect(await warnings(events)).toEqual([low, exhausted])
	await report([run({ total_cost_usd: 0.1 }), run()])
	expect(await warnings(events)).toHaveLength(2)
	await root.post('/v1/admin/credits/adjust', { org_id, amount: 101 })
	await report([
		run({ total_cost_usd: 0.001 }),
		run({ total_cost_usd: 0.001 }),
		run({ status: 'running', total_cost_usd: 1 }),
	])
	expect((await warnings(events)).map(({ type }) => type)).toEqual(['credits.low', 'credits.exhausted', 'credits.low'])
	await report(Array.from({ length: 20 }, () => run()))
	expect(await warnings(events)).toHaveLength(3)
})

test('the threshold is an entitlement: an override counts, and with 0 both events are emitted together', async () => {
	const { run, report, events, org_id } = await runner(50)
	await create.override(org_id, { key: 'credits.low_threshold', value: '0', value_type: 'integer' })
	await report(run({ total_cost_usd: 0.05 }))
	expect((await warnings(events)).map(({ type }) => type)).toEqual(['credits.low', 'credits.exhausted'])
})

test('an endpoint that another isolate made gets the very next run, which an org without any says nothing of', async () => {
	const { run, report, events, credits, org_id } = await runner(150, { isSubscribed: false })
	const cost = () => run({ total_cost_usd: 0.06 })
	await report(cost())
	const silent = await statementsOf(() => report(cost()))
	expect(silent.filter(({ sql }) => /insert into "?events"?/i.test(sql))).toEqual([])
	await subscribe(org_id)
	const both = [cost(), cost()]
	const { calls } = await counted(async () => expect((await report(both)).status).toBe(200))
	// The batch that a guard refuses, why, the terms, and the batch.
	expect(calls).toBe(4)
	expect((await events()).map(({ type }) => type).toSorted()).toEqual([
		'credits.exhausted',
		'run.completed',
		'run.completed',
	])
	expect((await credits()).balance).toBe(0)
	expect((await counted(() => report(cost()))).calls).toBe(1)
})

test('a report reads a bounded number of rows for each of its runs', async () => {
	const { run, report } = await runner(100_000)
	await admin()
	const costs = (count: number) =>
		counted(() => report(Array.from({ length: count }, () => run({ total_cost_usd: 0.002 }))))
	await costs(1)
	const [one, hundred] = [await costs(1), await costs(100)]
	expect(one.rows_read).toBeLessThan(100)
	expect(hundred.rows_read).toBeLessThan(100 * 65)
})
