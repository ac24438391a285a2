import { usd } from '../../ground/db/columns.ts'
import { caseless } from '../../ground/http/selector.ts'
import type { UsedDay } from '../usage/used-days.ts'
import { type Explanation, EXPLANATIONS } from './schema.ts'

// A vendor's bill beside what Plinth counted, by day and model. Everything is summed in whole micro-dollars, so the totals are
// exactly the sums of the lines.

/** What a bill says that a model cost on a day. */
export interface BillLine {
	date: string
	model: string
	cost_usd: number
}

/** The usage of a model on a day, as far as a comparison needs it. */
export type Counted = Omit<UsedDay, 'reported_cost_microusd' | 'priced_cost_microusd'>

export function compare(bill: readonly BillLine[], usage: readonly Counted[]) {
	const sides = [...paired(bill, usage)].sort((a, b) => order(a.date, b.date) || order(a.model, b.model))
	const lines = sides.filter(({ billed_nanousd, runs }) => billed_nanousd !== null || runs > 0).map(lineOf)
	const billed = lines.reduce((sum, line) => sum + line.billed, 0)
	const counted = lines.reduce((sum, line) => sum + line.counted, 0)
	return {
		totals: amounts(billed, counted),
		lines: lines.map(({ billed: of_bill, counted: of_runs, ...line }) => ({ ...line, ...amounts(of_bill, of_runs) })),
		own_models: sides
			.filter(({ own_runs }) => own_runs > 0)
			.map(({ date, model, own_runs, own_cost }) => ({ date, model, run_count: own_runs, cost_usd: usd(own_cost) })),
	}
}

const order = (one: string, other: string) => (one < other ? -1 : Number(one > other))

const amounts = (billed: number, counted: number) => ({
	billed_usd: usd(billed),
	counted_usd: usd(counted),
	difference_usd: usd(billed - counted),
})

/** A model on a day, on both sides. Its cost and runs are without those on orgs' own models. */
interface Side {
	date: string
	model: string
	/** As exact as a bill is read. Null where it doesn't name the model. */
	billed_nanousd: bigint | null
	runs: number
	cost: number
	own_runs: number
	own_cost: number
	unreported: number | null
	unpriced: number | null
	uncounted: number | null
}

/** Each model of each day, once, however the bill and the runs spell its name. */
function paired(bill: readonly BillLine[], usage: readonly Counted[]): Iterable<Side> {
	const sides = new Map<string, Side>()
	const sideOf = (date: string, model: string) => {
		const key = `${date} ${caseless(model)}`
		const nothing = {
			billed_nanousd: null,
			runs: 0,
			cost: 0,
			own_runs: 0,
			own_cost: 0,
			unreported: 0,
			unpriced: 0,
			uncounted: 0,
		}
		const side = sides.get(key) ?? { date, model: model.trim(), ...nothing }
		sides.set(key, side)
		return side
	}
	for (const row of usage) {
		const side = sideOf(row.day, row.model)
		const [own_runs, own_cost] = [row.own_run_count ?? 0, row.own_cost_microusd ?? 0]
		side.runs += row.run_count - own_runs
		side.cost += row.cost_microusd - own_cost
		side.own_runs += own_runs
		side.own_cost += own_cost
		side.unreported = plus(side.unreported, row.unreported_run_count)
		side.unpriced = plus(side.unpriced, row.unpriced_run_count)
		side.uncounted = plus(side.uncounted, row.uncounted_run_count)
	}
	for (const { date, model, cost_usd } of bill) {
		const side = sideOf(date, model)
		side.billed_nanousd = (side.billed_nanousd ?? 0n) + BigInt(Math.round(cost_usd * 1e9))
	}
	return sides.values()
}

const plus = (known: number | null, added: number | null) => (known === null || added === null ? null : known + added)

function lineOf({ date, model, billed_nanousd, runs, cost, own_runs, unreported, unpriced, uncounted }: Side) {
	const billed = Number(((billed_nanousd ?? 0n) + 500n) / 1000n)
	const holds: Record<Explanation, boolean> = {
		only_billed: runs === 0,
		only_counted: billed_nanousd === null,
		unreported: runs > 0 && unreported !== 0 && unreported !== null,
		unpriced: runs > 0 && unpriced !== 0 && unpriced !== null,
		own_models: own_runs > 0 && billed > cost,
	}
	return {
		date,
		model,
		billed,
		counted: cost,
		run_count: runs,
		unreported_run_count: unreported,
		unpriced_run_count: unpriced,
		uncounted_run_count: uncounted,
		explained_by: billed === cost ? [] : EXPLANATIONS.filter((explanation) => holds[explanation]),
	}
}
