import { and, asc, eq, gte, lt, or, gt, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { WorkContext } from '../../context.ts'
import { DAY_MS, fromNow, usd } from '../../db/columns.ts'
import type { Database } from '../../db/database.ts'
import { PLATFORM } from '../../identity/orgs/table.ts'
import { archivedUsage } from '../run-archive/table.ts'
import { runs } from '../runs/table.ts'
import type { UsageVerification } from './schema.ts'
import { usageDays } from './table.ts'

// The batch that ends a run adds it to the usage. This adds up a day again, from its runs, and compares the two.

const HOURS = Array.from({ length: 24 }, (_, hour) => `T${String(hour).padStart(2, '0')}`)
/** Rows of recorded usage that one statement reads. */
const ROWS = 5_000

interface Sums {
	input_tokens: number
	output_tokens: number
	cost_microusd: number
	run_count: number
}

const NOTHING: Sums = { input_tokens: 0, output_tokens: 0, cost_microusd: 0, run_count: 0 }

/** Compares the usage of `date`, a UTC day, with its runs. It reads the runs by the hour, to keep each read short. */
export async function verifyUsage(db: Database['reader'], date: string): Promise<z.infer<typeof UsageVerification>> {
	const [derived, recorded] = [await derivedOf(db, date), await recordedOf(db, date)]
	const keys = new Set([...derived.keys(), ...recorded.keys()])
	const differences = [...keys].flatMap((key) => {
		const [mine, theirs] = [derived.get(key) ?? NOTHING, recorded.get(key) ?? NOTHING]
		if (JSON.stringify(mine) === JSON.stringify(theirs)) return []
		const [scope, model] = JSON.parse(key) as [string, string]
		return [{ scope, model, recorded: toSums(theirs), derived: toSums(mine) }]
	})
	const run_count = [...derived].reduce((sum, [key, { run_count: n }]) => (keyIsPlatform(key) ? sum + n : sum), 0)
	return { date, run_count, differences }
}

/** The job: verifies the day before. A difference makes it fail, with the day in the name of its error. */
export async function verifyYesterday(c: WorkContext): Promise<void> {
	const { date, differences } = await verifyUsage(c.var.db, fromNow(-DAY_MS).slice(0, 10))
	if (differences.length > 0)
		throw Object.assign(new Error(`${differences.length} differences on ${date}`), { name: `usage.differs:${date}` })
}

const keyOf = (scope: string, model: string) => JSON.stringify([scope, model])
const keyIsPlatform = (key: string) => key.startsWith(JSON.stringify([PLATFORM]).slice(0, -1))

const toSums = ({ cost_microusd, ...sums }: Sums) => ({ ...sums, cost_usd: usd(cost_microusd) })

async function derivedOf(db: Database['reader'], date: string) {
	const derived = new Map<string, Sums>()
	for (const [index, hour] of HOURS.entries()) {
		const next = HOURS[index + 1]
		const rows = await db
			.select({
				org_id: runs.org_id,
				model: sql<string>`coalesce(${runs.model}, 'unknown')`.as('model_name'),
				input_tokens: sql<number>`sum(${runs.total_input_tokens})`,
				output_tokens: sql<number>`sum(${runs.total_output_tokens})`,
				cost_microusd: sql<number>`sum(${runs.cost_microusd})`,
				run_count: sql<number>`count(*)`,
			})
			.from(runs)
			.where(and(gte(runs.completed_at, date + hour), lt(runs.completed_at, next ? date + next : `${date}U`)))
			.groupBy(runs.org_id, sql`model_name`)
		for (const row of rows) addTo(derived, row)
	}
	for (const row of await archivedOf(db, date)) addTo(derived, row)
	return derived
}

function addTo(derived: Map<string, Sums>, { org_id, model, ...sums }: Sums & { org_id: string; model: string }) {
	for (const scope of [org_id, PLATFORM]) {
		const key = keyOf(scope, model)
		derived.set(key, added(derived.get(key) ?? NOTHING, sums))
	}
}

/** What the runs in the archive add: it was summed from the rows in the batch that moved them. */
const archivedOf = (db: Database['reader'], date: string) =>
	db
		.select({
			org_id: archivedUsage.org_id,
			model: archivedUsage.model,
			input_tokens: sql<number>`sum(${archivedUsage.input_tokens})`,
			output_tokens: sql<number>`sum(${archivedUsage.output_tokens})`,
			cost_microusd: sql<number>`sum(${archivedUsage.cost_microusd})`,
			run_count: sql<number>`sum(${archivedUsage.run_count})`,
		})
		.from(archivedUsage)
		.where(eq(archivedUsage.day, date))
		.groupBy(archivedUsage.org_id, archivedUsage.model)

const added = (a: Sums, b: Sums): Sums => ({
	input_tokens: a.input_tokens + b.input_tokens,
	output_tokens: a.output_tokens + b.output_tokens,
	cost_microusd: a.cost_microusd + b.cost_microusd,
	run_count: a.run_count + b.run_count,
})

async function recordedOf(db: Database['reader'], date: string) {
	const { scope, model, input_tokens, output_tokens, cost_microusd, run_count } = usageDays
	const recorded = new Map<string, Sums>()
	for (let last = { scope: '', model: '' }, more = true; more;) {
		const rows = await db
			.select({ scope, model, sums: { input_tokens, output_tokens, cost_microusd, run_count } })
			.from(usageDays)
			.where(and(eq(usageDays.day, date), or(gt(scope, last.scope), and(eq(scope, last.scope), gt(model, last.model)))))
			.orderBy(asc(scope), asc(model))
			.limit(ROWS)
		for (const row of rows) recorded.set(keyOf(row.scope, row.model), row.sums)
		last = rows.at(-1) ?? last
		more = rows.length === ROWS
	}
	return recorded
}
