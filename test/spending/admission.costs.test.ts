import { beforeEach, expect, test, vi } from 'vitest'
import { spender } from '../support/admission.ts'
import { counted } from '../support/d1.ts'
import { unique } from '../support/world.ts'

// What the three verbs cost in D1, with 0, 1 and 5 budgets. The counts repeat exactly.

beforeEach(() => void vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] }))

const SCOPES = ['org', 'user', 'agent', 'model', 'run']

type Spender = Awaited<ReturnType<typeof spender>>

async function cost(call: () => Promise<{ status: number }>, status: number) {
	const { calls, rows_written } = await counted(async () => expect((await call()).status).toBe(status))
	return { calls, rows_written }
}

const TOTALS = { total_cost_usd: 0.006, total_input_tokens: 800, total_output_tokens: 300 }

/** The costs of each verb of a run, after an earlier run of the org. */
async function costsOfRun({ begin, progress, end }: Spender) {
	const run = async () => {
		const run_id = unique('run')
		const names = { user_id: 'ann', agent_id: 'scout', thread_id: 'thread-1' }
		return [
			await cost(() => begin({ run_id, ...names, hold: { credits: 5, tokens: 900 } }), 201),
			await cost(() => progress(run_id, TOTALS), 200),
			await cost(() => end(run_id, { ...TOTALS, model: 'm', total_cost_usd: 0.007 }), 200),
		]
	}
	await run()
	return run()
}

const costs = (...rows: number[]) => rows.map((rows_written) => ({ calls: 1, rows_written }))

// The end also adds to the day of the agent. Without a selector the model is named by the end, so its budget counts only there. A
// single run has no state.
test.each([
	[0, costs(9, 5, 13)],
	[1, costs(10, 6, 14)],
	[3, costs(12, 8, 16)],
	[5, costs(12, 8, 17)],
])('with %d budgets each verb is one D1 call and writes at most one row more for each', async (budgets, expected) => {
	const org = await spender({ isSubscribed: false })
	for (const scope of SCOPES.slice(0, budgets))
		await org.budget({ scope, window: 'total', unit: scope === 'user' ? 'tokens' : 'credits', limit: 10_000_000 })
	expect(await costsOfRun(org)).toEqual(expected)
})

test('the end of a run that has begun writes at most 3 rows more than one that was only reported', async () => {
	const org = await spender({ isSubscribed: false })
	const { report, run, end } = org
	const reported = async (names = {}) => {
		const run_id = unique('run')
		await report(run({ run_id, status: 'running', ...names, ...TOTALS }))
		return cost(() => end(run_id, { ...TOTALS, model: 'm', total_cost_usd: 0.007 }), 200)
	}
	await reported()
	const [without, [, , begun]] = [await reported({ agent_id: 'scout' }), await costsOfRun(org)]
	expect([without, begun]).toEqual(costs(11, 13))
	// The guide's table has what a run without a beginning costs in an org without budgets. A budget adds its state.
	await org.budget({ window: 'total' })
	await reported()
	expect(await reported()).toEqual({ calls: 1, rows_written: 11 })
})

test('a repeat and a refusal write next to nothing', async () => {
	const { begin, progress, budget } = await spender({ isSubscribed: false, balance: 10 })
	const run_id = unique('run')
	await begin({ run_id, hold: { credits: 5 }, ttl_s: 60 })
	expect(await cost(() => begin({ run_id }), 200)).toEqual({ calls: 1, rows_written: 1 })
	expect(await cost(() => begin({ hold: { credits: 6 } }), 402)).toEqual({ calls: 1, rows_written: 1 })
	expect(await cost(() => progress(run_id, { hold: { credits: 11 } }), 402)).toEqual({ calls: 1, rows_written: 3 })
	// The first refusal of a budget writes an event and a notice; after that only its state counts.
	await budget({ limit: 6 })
	await begin({ hold: { credits: 6 } })
	expect(await cost(() => begin({ hold: { credits: 6 } }), 402)).toEqual({ calls: 1, rows_written: 2 })
})
