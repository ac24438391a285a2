import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import type { Database } from '../../ground/db/database.ts'
import { counters } from '../../ground/db/table.ts'
import { logError } from '../../ground/http/log.ts'
import { ensureChanged } from '../../ground/write/guards.ts'
import { tryWrite } from '../../ground/write/write.ts'
import { runArchives } from '../run-archive/table.ts'
import { runs } from '../runs/table.ts'

// The dashboard counts runs in the batch of their report. An older version that's still live during a deployment, or again after a
// rollback, doesn't. So the day is counted again from its runs.

/** How often a day is counted again because a report of it came meanwhile. */
const TRIES = 3

const isOf = (day: string) => and(eq(counters.name, 'runs'), eq(counters.day, day))

/** Makes the dashboard's count of the runs that began on `date`, a UTC day, that of its runs, and the total with it. */
export async function correctRunCount(c: WorkContext, date: string, runs_per_read: number): Promise<void> {
	const { db } = c.var
	for (let tries = 0; tries < TRIES; tries += 1) {
		// Read first: a run that's reported from here on changes it, and then nothing is written.
		const [row] = await db.select({ value: counters.value }).from(counters).where(isOf(date)).limit(1)
		const recorded = row?.value ?? 0
		const counted = await runCountOf(db, date, runs_per_read)
		if (recorded === counted) return
		const added = counted - recorded
		const created = { name: 'runs', value: 0 }
		const isCorrected = await tryWrite(c, {
			rows: [date, ''].map((day) =>
				db
					.insert(counters)
					.values({ ...created, day })
					.onConflictDoNothing(),
			),
			day: db
				.update(counters)
				.set({ value: counted })
				.where(and(isOf(date), eq(counters.value, recorded))),
			unchanged: ensureChanged(c),
			total: db
				.update(counters)
				.set({ value: sql`${counters.value} + ${added}` })
				.where(isOf('')),
		})
		if (isCorrected) return logError({ job: 'verify-usage', corrected: 'runs', day: date, recorded, counted })
	}
}

interface Slice {
	run_count: number
	/** The key of its last run, if there may be more. */
	last: string | null
}

async function runCountOf(db: Database['reader'], date: string, limit: number): Promise<number> {
	const [archived] = await db
		.select({ run_count: sql<number>`coalesce(sum(${runArchives.run_count}), 0)` })
		.from(runArchives)
		.where(eq(runArchives.day, date))
	let total = archived?.run_count ?? 0
	for (let after: [string, string] | undefined = [date, '']; after;) {
		const next: SQL = sql`FROM ${runs} WHERE (created_at, run_id) > (${after[0]}, ${after[1]}) AND created_at < ${`${date}U`} ORDER BY created_at, run_id`
		const slice: Slice = await db.get(
			sql`SELECT count(*) AS run_count, (SELECT json_array(created_at, run_id) ${next} LIMIT 1 OFFSET ${limit - 1}) AS last FROM (SELECT 1 ${next} LIMIT ${limit})`,
		)
		total += slice.run_count
		after = slice.last === null ? undefined : (JSON.parse(slice.last) as [string, string])
	}
	return total
}
