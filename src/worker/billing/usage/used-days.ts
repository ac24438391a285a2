import { asc } from 'drizzle-orm'
import { usdOrNull } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { invalid } from '../../ground/http/errors.ts'
import { must } from '../../ground/http/must.ts'
import { caseless } from '../../ground/http/selector.ts'
import { rowsOfOrg } from '../../tenancy/orgs/access.ts'
import { type Range, within } from './read.ts'
import { usageDays } from './table.ts'

// What was reported and what was priced, by day and model. Rows from before these sums have null in them, and so has every sum with
// such a row.

/** How many rows a question reads. */
const MAX_ROWS = 50_000

const { day, model, run_count, cost_microusd } = usageDays
const { reported_cost_microusd, priced_cost_microusd, own_run_count, own_cost_microusd } = usageDays
const { unreported_run_count, unpriced_run_count, uncounted_run_count } = usageDays

const counts = { unreported_run_count, unpriced_run_count, uncounted_run_count, own_run_count, own_cost_microusd }
const sums = { run_count, cost_microusd, reported_cost_microusd, priced_cost_microusd, ...counts }

type Sums = { [Name in keyof typeof sums]: (typeof usageDays.$inferSelect)[Name] }

/** What runs of a model used on a day. What wasn't counted yet is null. */
export type UsedDay = { day: string; model: string } & Sums

/** The usage of each day and model from `start` to `end`, both included. A model is one however its name is spelt. */
export async function usedDays(db: Database['reader'], owner: string, { start, end }: Range): Promise<UsedDay[]> {
	const query = db
		.select({ day, model, ...sums })
		.from(usageDays)
		.where(within(owner, start, end))
		.orderBy(asc(day), asc(model))
		.limit(MAX_ROWS + 1)
	const rows = await rowsOfOrg(db, owner, query)
	if (rows.length > MAX_ROWS) throw invalid([{ path: 'end', message: must.narrower_range }])
	return [...Map.groupBy(rows, (row) => `${row.day} ${caseless(row.model)}`).values()].map(added)
}

/** The rows of one model on a day as one, under its caseless name if somebody wrote that, else under the first. */
function added([first, ...others]: UsedDay[]): UsedDay {
	const total = { ...(first as UsedDay) }
	const key = caseless(total.model)
	if (others.some((other) => other.model === key)) total.model = key
	for (const other of others)
		for (const name of Object.keys(sums) as (keyof Sums)[]) {
			const [known, more] = [total[name], other[name]]
			// Two of the sums are never null, in any row.
			total[name] = (known === null || more === null ? null : known + more) as number
		}
	return total
}

/** What was reported and what was priced, by day and model. */
export async function pricingByModel(db: Database['reader'], owner: string, range: Range) {
	const days = await usedDays(db, owner, range)
	return days.map((row) => ({
		date: row.day,
		model: row.model,
		run_count: row.run_count,
		reported_cost_usd: usdOrNull(row.reported_cost_microusd),
		priced_cost_usd: usdOrNull(row.priced_cost_microusd),
		unreported_run_count: row.unreported_run_count,
		unpriced_run_count: row.unpriced_run_count,
		uncounted_run_count: row.uncounted_run_count,
	}))
}
