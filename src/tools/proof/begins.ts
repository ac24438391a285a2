import { expected, type Proving, type Reply, told } from './instance.ts'
import { check, inLanes, note, type Section, seconds } from './section.ts'

const BEGINS = 1_000
const ROOM = 500
const LANES = 100
/** An org has 600 calls of its runtime a minute, so the second minute is part of it. */
const BOUND_MS = 180_000
/** How often a call is repeated that got no answer or a 503: the same `run_id` begins the same run. */
const REPEATS = 5
const REPORT = 100

const ADMITTED = 'admitted'

async function beginning({ call, key, org_id, wait }: Proving, run_id: string): Promise<string> {
	const body = { run_id, org_id, hold: { credits: 1 }, ttl_s: 600 }
	for (let repeat = 0; ; repeat += 1) {
		const reply = await call({ token: key, method: 'POST', path: '/v1/runtime/runs/begin', body }).catch(String)
		const isLost = typeof reply === 'string' || reply.status >= 500
		if (!isLost) return outcomeOf(reply)
		if (repeat === REPEATS) return typeof reply === 'string' ? reply : told(reply)
		await wait(1_000)
	}
}

const outcomeOf = (reply: Reply) =>
	reply.status === 201 || reply.status === 200 ? ADMITTED : `${reply.status} ${reply.body.error ?? ''}`

/** Room for 500, by a budget: the database has to decide between a thousand that ask at the same time. */
async function makeRoom({ call, token, key, org_id }: Proving): Promise<string> {
	const override = { org_id, key: 'credits.overdraft', value: '-1', value_type: 'integer' }
	const overridden = await call({ token, method: 'POST', path: '/v1/entitlement-overrides', body: override })
	if (overridden.status !== 200) expected('Letting the budget alone decide', 201, overridden)
	const budget = { name: 'Proof', scope: 'org', unit: 'credits', limit: ROOM, window: 'total', mode: 'enforce' }
	const made = await call({ token: key, method: 'POST', path: `/v1/orgs/${org_id}/budgets`, body: budget })
	return expected('Making a budget', 201, made).id
}

async function endAll({ call, key, org_id }: Proving, run_ids: string[]): Promise<void> {
	for (let from = 0; from < run_ids.length; from += REPORT) {
		const body = run_ids.slice(from, from + REPORT).map((run_id) => ({ run_id, org_id, status: 'cancelled' }))
		expected('Ending the runs', 200, await call({ token: key, method: 'POST', path: '/v1/runtime/runs', body }))
	}
}

export const begins: Section = {
	name: 'begins',
	title: 'A thousand runs that begin at once, with room for 500',
	prove: async (proving) => {
		const { call, key, org_id } = proving
		const budget_id = await makeRoom(proving)
		const stem = `proof-${crypto.randomUUID()}`
		const started = performance.now()
		const outcomes = await inLanes(LANES, BEGINS, (index) => beginning(proving, `${stem}-${index}`))
		const ms = performance.now() - started
		const states = await call({ token: key, path: `/v1/orgs/${org_id}/budgets/${budget_id}/states` })
		const began = outcomes.flatMap((outcome, index) => (outcome === ADMITTED ? [`${stem}-${index}`] : []))
		await endAll(proving, began)
		const counts = Map.groupBy(outcomes, (outcome) => outcome)
		const refused = counts.get('402 budget.exceeded')?.length ?? 0
		const others = [...counts].filter(([outcome]) => outcome !== ADMITTED && outcome !== '402 budget.exceeded')
		const { used = 0, held: reserved = 0 } = states.body[0] ?? {}
		return [
			check(
				began.length === ROOM && refused === BEGINS - ROOM,
				`${began.length} began, ${refused} were refused by the budget`,
				`Exactly ${ROOM} must begin, and all others be refused by it. ${others.map(([outcome, all]) => `${all.length} answered ${outcome}`).join(', ')}`,
			),
			check(
				used + reserved === began.length,
				`the budget has ${used + reserved} of ${ROOM} credits taken`,
				`It must have one for each of the ${began.length} that began.`,
			),
			check(ms < BOUND_MS, `all were answered in ${seconds(ms)}`, `They must be within ${seconds(BOUND_MS)}.`),
			note(`${LANES} connections`),
		]
	},
}
