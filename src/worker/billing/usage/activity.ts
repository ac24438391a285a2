import { and, between, eq, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { PLATFORM } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { notFound } from '../../ground/http/errors.ts'
import { openOrg } from '../../tenancy/orgs/access.ts'
import { durationOf } from './durations.ts'
import { datesOf, type Range, within } from './read.ts'
import type { DayActivity } from './schema.ts'
import { activityDays, usageDays } from './table.ts'

/** How many users and orgs were active on each day from `start` to `end`, and how the day's runs went. One D1 call. */
export async function activityByDay(
	db: Database['reader'],
	owner: string,
	range: Range,
): Promise<z.infer<typeof DayActivity>[]> {
	const isPlatform = owner === PLATFORM
	const [[org], [since], active, runs, medians] = await db.batch([
		openOrg(db, { org_id: owner }),
		db.select({ day: activityDays.day }).from(activityDays).where(eq(activityDays.scope, '')).limit(1),
		db
			.select()
			.from(activityDays)
			.where(and(eq(activityDays.scope, owner), between(activityDays.day, range.start, range.end))),
		runsOf(db, owner, range),
		mediansOf(db, owner, range),
	])
	if (!isPlatform && !org) throw notFound('Org')
	const [people, counts, buckets] = [byDay(active), byDay(runs), byDay(medians)]
	return datesOf(range).map((date) => {
		const { run_count, failed_run_count } = counts.get(date) ?? { run_count: 0, failed_run_count: 0 }
		const { active_users = 0, active_orgs = 0 } = people.get(date) ?? {}
		const bucket = buckets.get(date)?.bucket
		const isKnown = failed_run_count !== null
		return {
			date,
			active_users: since && date >= since.day ? active_users : null,
			active_orgs: !isPlatform ? Math.min(run_count, 1) : isKnown ? active_orgs : null,
			run_count,
			failed_run_count,
			median_duration_ms: isKnown && bucket !== undefined ? durationOf(bucket) : null,
		}
	})
}

const byDay = <Row extends { day: string }>(rows: Row[]) => new Map(rows.map((row) => [row.day, row]))

/** The runs of each day. A number is unknown for the day if any of its rows lacks it. */
const runsOf = (db: Database['reader'], scope: string, range: Range) =>
	db
		.select({
			day: usageDays.day,
			run_count: sql<number>`sum(${usageDays.run_count})`.as('runs'),
			failed_run_count: sql<
				number | null
			>`iif(count(*) = count(${usageDays.failed_run_count}), sum(${usageDays.failed_run_count}), NULL)`.as('failed'),
		})
		.from(usageDays)
		.where(within(scope, range.start, range.end))
		.groupBy(usageDays.day)

/** The bucket of each day's median duration: the first that at least half of the runs don't exceed. */
function mediansOf(db: Database['reader'], scope: string, range: Range) {
	const buckets = sql`SELECT ${usageDays.day} AS date, CAST(d.key AS INTEGER) AS bucket, sum(d.value) AS run_count
		FROM ${usageDays} CROSS JOIN json_each(${usageDays.durations}) AS d WHERE ${within(scope, range.start, range.end)} GROUP BY 1, 2`
	const summed = sql`SELECT date, bucket, sum(run_count) OVER (PARTITION BY date ORDER BY bucket) AS up_to,
		sum(run_count) OVER (PARTITION BY date) AS total FROM (${buckets})`
	return db
		.select({ day: sql<string>`date`.as('day'), bucket: sql<number>`min(bucket)`.as('median') })
		.from(sql`(${summed})`)
		.where(sql`up_to * 2 >= total`)
		.groupBy(sql`date`)
}
