import { and, asc, between, desc, eq, type SQL, sql } from 'drizzle-orm'
import { DAY_MS, usd } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { caseless } from '../../ground/http/selector.ts'
import { rowsOfOrg } from '../../tenancy/orgs/access.ts'
import { usageDays } from './table.ts'

// Usage (spec 4.7) of an owner: an org, or the platform. Days are UTC days, and a run counts on the day on
// which it ended. All three views read the same rows, so they can't disagree. An unknown org returns 404 in each of them.

const sums = {
	input_tokens: sql<number>`coalesce(sum(${usageDays.input_tokens}), 0)`,
	output_tokens: sql<number>`coalesce(sum(${usageDays.output_tokens}), 0)`,
	cost_microusd: sql<number>`coalesce(sum(${usageDays.cost_microusd}), 0)`,
	run_count: sql<number>`coalesce(sum(${usageDays.run_count}), 0)`,
}

const SUMS = Object.keys(sums) as (keyof typeof sums)[]

/** The rows of an owner from one day to another, both included. */
export const within = (owner: string, first: string, last: string) =>
	and(eq(usageDays.scope, owner), between(usageDays.day, first, last)) as SQL

/** A month as the caller names it. Year and month default to the current ones in UTC. */
interface Month {
	year?: number | undefined
	month?: number | undefined
}

function monthOf({ year, month }: Month) {
	const now = new Date()
	return { year: year ?? now.getUTCFullYear(), month: month ?? now.getUTCMonth() + 1 }
}

export interface Range {
	start: string
	end: string
}

function inMonth(owner: string, named: Month) {
	const { year, month } = monthOf(named)
	const name = `${year}-${String(month).padStart(2, '0')}`
	return within(owner, `${name}-01`, `${name}-31`)
}

/** Every day from `start` to `end`, both included. */
export const datesOf = ({ start, end }: Range) =>
	Array.from({ length: (Date.parse(end) - Date.parse(start)) / DAY_MS + 1 }, (_, index) =>
		new Date(Date.parse(start) + index * DAY_MS).toISOString().slice(0, 10),
	)

/** The usage of every day from `start` to `end`, both included. Days without usage have zeros. */
export async function dailyUsage(db: Database['reader'], owner: string, { start, end }: Range) {
	const { day } = usageDays
	const query = db
		.select({ day, ...sums })
		.from(usageDays)
		.where(within(owner, start, end))
		.groupBy(day)
		.orderBy(asc(day))
	const rows = await rowsOfOrg(db, owner, query)
	const used = new Map(
		rows.map(({ day: date, cost_microusd, ...rest }) => [date, { ...rest, cost_usd: usd(cost_microusd) }]),
	)
	const unused = { input_tokens: 0, output_tokens: 0, cost_usd: 0, run_count: 0 }
	return datesOf({ start, end }).map((date) => ({ date, ...(used.get(date) ?? unused) }))
}

/** The sum of a month. */
export async function monthlyUsage(db: Database['reader'], owner: string, month: Month) {
	const [row] = await rowsOfOrg(db, owner, db.select(sums).from(usageDays).where(inMonth(owner, month)))
	return {
		...monthOf(month),
		total_input_tokens: row?.input_tokens ?? 0,
		total_output_tokens: row?.output_tokens ?? 0,
		total_cost_usd: usd(row?.cost_microusd ?? 0),
		run_count: row?.run_count ?? 0,
	}
}

/** The usage of a month or a range of days by model, the most expensive first. */
export async function usageByModel(
	db: Database['reader'],
	owner: string,
	{ start, end, ...month }: Partial<Record<keyof Range, string | undefined>> & Month,
) {
	const { model } = usageDays
	const query = db
		.select({ model, ...sums })
		.from(usageDays)
		.where(start && end ? within(owner, start, end) : inMonth(owner, month))
		.groupBy(model)
		.orderBy(desc(sums.cost_microusd), asc(model))
	const rows = await rowsOfOrg(db, owner, query)
	return oneOfEach(rows).map(({ cost_microusd, ...row }) => ({ ...row, cost_usd: usd(cost_microusd) }))
}

type OfModel = { model: string } & Record<keyof typeof sums, number>

/** The rows of one model as one, the most expensive first. Of its spellings it has the caseless one if somebody wrote that, else the first. */
function oneOfEach(rows: OfModel[]): OfModel[] {
	const models = Map.groupBy(rows, ({ model }) => caseless(model))
	return [...models]
		.map(([key, [first, ...others]]) => {
			const { model, ...total } = first as OfModel
			for (const other of others) for (const name of SUMS) total[name] += other[name]
			return { model: others.some((other) => other.model === key) ? key : model, ...total }
		})
		.toSorted((a, b) => b.cost_microusd - a.cost_microusd)
}
