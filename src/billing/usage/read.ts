import { and, asc, between, desc, eq, type SQL, sql } from 'drizzle-orm'
import { DAY_MS, usd } from '../../db/columns.ts'
import type { Database } from '../../db/database.ts'
import { usageDays } from './table.ts'

// Usage (spec 4.7) of the org with the id `scope`, or of all orgs under the scope `platform`. Days are UTC days, and a run
// counts on the day on which it ended. All three views read the same rows, so they cannot disagree.

const sums = {
	input_tokens: sql<number>`coalesce(sum(${usageDays.input_tokens}), 0)`,
	output_tokens: sql<number>`coalesce(sum(${usageDays.output_tokens}), 0)`,
	cost_microusd: sql<number>`coalesce(sum(${usageDays.cost_microusd}), 0)`,
	run_count: sql<number>`coalesce(sum(${usageDays.run_count}), 0)`,
}

const within = (scope: string, first: string, last: string) =>
	and(eq(usageDays.scope, scope), between(usageDays.day, first, last)) as SQL

/** A month as the caller names it. What the caller leaves out is that of the current UTC month. */
interface Month {
	year?: number | undefined
	month?: number | undefined
}

function monthOf({ year, month }: Month) {
	const now = new Date()
	return { year: year ?? now.getUTCFullYear(), month: month ?? now.getUTCMonth() + 1 }
}

function inMonth(scope: string, named: Month) {
	const { year, month } = monthOf(named)
	const name = `${year}-${String(month).padStart(2, '0')}`
	return within(scope, `${name}-01`, `${name}-31`)
}

/** Every day from `start` to `end`, both included. Days without usage have zeros. */
export async function dailyUsage(
	db: Database['reader'],
	scope: string,
	{ start, end }: { start: string; end: string },
) {
	const { day } = usageDays
	const rows = await db
		.select({ day, ...sums })
		.from(usageDays)
		.where(within(scope, start, end))
		.groupBy(day)
		.orderBy(asc(day))
	const used = new Map(
		rows.map(({ day: date, cost_microusd, ...rest }) => [date, { ...rest, cost_usd: usd(cost_microusd) }]),
	)
	const unused = { input_tokens: 0, output_tokens: 0, cost_usd: 0, run_count: 0 }
	const days = (Date.parse(end) - Date.parse(start)) / DAY_MS + 1
	return Array.from({ length: days }, (_, index) => {
		const date = new Date(Date.parse(start) + index * DAY_MS).toISOString().slice(0, 10)
		return { date, ...(used.get(date) ?? unused) }
	})
}

/** The sum of a month. */
export async function monthlyUsage(db: Database['reader'], scope: string, month: Month) {
	const [row] = await db.select(sums).from(usageDays).where(inMonth(scope, month))
	return {
		...monthOf(month),
		total_input_tokens: row?.input_tokens ?? 0,
		total_output_tokens: row?.output_tokens ?? 0,
		total_cost_usd: usd(row?.cost_microusd ?? 0),
		run_count: row?.run_count ?? 0,
	}
}

/** A month by model, the most expensive first. */
export async function usageByModel(db: Database['reader'], scope: string, month: Month) {
	const { model } = usageDays
	const rows = await db
		.select({ model, ...sums })
		.from(usageDays)
		.where(inMonth(scope, month))
		.groupBy(model)
		.orderBy(desc(sums.cost_microusd), asc(model))
	return rows.map(({ cost_microusd, ...row }) => ({ ...row, cost_usd: usd(cost_microusd) }))
}
