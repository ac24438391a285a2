import { and, asc, eq, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { WorkContext } from '../../context.ts'
import { DAY_MS, fromNow, PLATFORM, usd } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { archivedUsage } from '../run-archive/table.ts'
import { runs } from '../runs/table.ts'
import { OTHER, usedModel } from '../usage/add.ts'
import { usageDays } from '../usage/table.ts'
import { correctRunCount } from './run-count.ts'
import type { UsageVerification } from './schema.ts'

// The batch that ends a run adds it to the usage. Verification adds up a day again from its runs and compares.

/** Runs that one statement reads. D1 allows 1,000 statements in an invocation, and a day can have 20 million runs. */
const RUNS = 30_000
/** Rows of recorded usage that one statement reads. */
const ROWS = 5_000

const NOTHING = { input_tokens: 0, output_tokens: 0, cost_microusd: 0, run_count: 0 }
type Sums = typeof NOTHING
const NAMES = Object.keys(NOTHING) as (keyof Sums)[]

/** Compares the usage of `date`, a UTC day, with its runs. The limits keep each statement short. */
export async function verifyUsage(
	db: Database['reader'],
	date: string,
	{ runs_per_read = RUNS, rows_per_read = ROWS } = {},
): Promise<z.infer<typeof UsageVerification>> {
	const [derived, recorded] = asRecorded(
		await derivedOf(db, date, runs_per_read),
		await recordedOf(db, date, rows_per_read),
	)
	const keys = new Set([...derived.keys(), ...recorded.keys()])
	const differences = [...keys].flatMap((key) => {
		const [mine, theirs] = [derived.get(key) ?? NOTHING, recorded.get(key) ?? NOTHING]
		if (JSON.stringify(mine) === JSON.stringify(theirs)) return []
		const [scope, model] = partsOf(key)
		return [{ scope, model, recorded: toSums(theirs), derived: toSums(mine) }]
	})
	const run_count = [...derived].reduce(
		(sum, [key, { run_count: n }]) => (partsOf(key)[0] === PLATFORM ? sum + n : sum),
		0,
	)
	return { date, run_count, differences }
}

/**
 * The job: verifies the day before, and corrects the dashboard's count of its runs. It fails on a difference of the usage, and its
 * error names the day.
 */
export async function verifyYesterday(c: WorkContext): Promise<void> {
	const date = fromNow(-DAY_MS).slice(0, 10)
	await correctRunCount(c, date, RUNS)
	const { differences } = await verifyUsage(c.var.db, date)
	if (differences.length > 0)
		throw Object.assign(new Error(`${differences.length} differences on ${date}`), { name: `usage.differs:${date}` })
}

/** Both with the sums of all models instead of each, where an org had more models than it has room for. */
function asRecorded(...both: [derived: Map<string, Sums>, recorded: Map<string, Sums>]) {
	const [, recorded] = both
	return both.map((sums) => {
		const known = new Map<string, Sums>()
		for (const [key, group] of sums) {
			const all = keyOf(partsOf(key)[0], OTHER)
			addTo(known, recorded.has(all) ? all : key, group)
		}
		return known
	}) as typeof both
}

const keyOf = (scope: string, model: string) => JSON.stringify([scope, model])
const partsOf = (key: string) => JSON.parse(key) as [scope: string, model: string]

const toSums = ({ cost_microusd, ...sums }: Sums) => ({ ...sums, cost_usd: usd(cost_microusd) })

interface Group extends Sums {
	org_id: string
	model: string
}

async function derivedOf(db: Database['reader'], date: string, limit: number) {
	const derived = new Map<string, Sums>()
	for (let after: Key | undefined = [date, '']; after;) {
		const groups: (Group & { last: string | null })[] = await db.all(sliceOf(after, date, limit))
		for (const group of groups) addTo(derived, keyOf(group.org_id, group.model), group)
		const last = groups[0]?.last
		after = last ? (JSON.parse(last) as Key) : undefined
	}
	for (const group of await archivedOf(db, date)) addTo(derived, keyOf(group.org_id, group.model), group)
	// Every run could belong to a different org, so the platform's sums are added up from those of the orgs.
	const ofPlatform = new Map<string, Sums>()
	for (const [key, sums] of derived) addTo(ofPlatform, keyOf(PLATFORM, partsOf(key)[1]), sums)
	return new Map([...derived, ...ofPlatform])
}

type Key = [completed_at: string, run_id: string]

/** Sums up the runs of a day after a key, at most `limit`. `last` is the key of the last one if there may be more. */
function sliceOf([completed_at, run_id]: Key, date: string, limit: number) {
	const next = sql`FROM ${runs} WHERE (completed_at, run_id) > (${completed_at}, ${run_id}) AND completed_at < ${`${date}U`}
		ORDER BY completed_at, run_id`
	return sql`SELECT org_id, model_name AS model, sum(total_input_tokens) AS input_tokens, sum(total_output_tokens) AS output_tokens,
			sum(cost_microusd) AS cost_microusd, count(*) AS run_count,
			(SELECT json_array(completed_at, run_id) ${next} LIMIT 1 OFFSET ${limit - 1}) AS last
		FROM (SELECT *, ${usedModel('runs')} AS model_name ${next} LIMIT ${limit})
		GROUP BY org_id, model_name`
}

function addTo(derived: Map<string, Sums>, key: string, group: Sums) {
	const sums = derived.get(key) ?? { ...NOTHING }
	for (const name of NAMES) sums[name] += group[name]
	derived.set(key, sums)
}

/** The sums of archived runs, as the batch that moved them recorded them. */
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

async function recordedOf(db: Database['reader'], date: string, limit: number) {
	const { scope, model, input_tokens, output_tokens, cost_microusd, run_count } = usageDays
	const recorded = new Map<string, Sums>()
	for (let last = { scope: '', model: '' }, more = true; more;) {
		const rows = await db
			.select({ scope, model, sums: { input_tokens, output_tokens, cost_microusd, run_count } })
			.from(usageDays)
			.where(and(eq(usageDays.day, date), sql`(${scope}, ${model}) > (${last.scope}, ${last.model})`))
			.orderBy(asc(scope), asc(model))
			.limit(limit)
		for (const row of rows) recorded.set(keyOf(row.scope, row.model), row.sums)
		last = rows.at(-1) ?? last
		more = rows.length === limit
	}
	return recorded
}
