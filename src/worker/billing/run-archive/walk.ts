import { and, desc, getTableColumns, gte, lt, sql } from 'drizzle-orm'
import type { Database } from '../../ground/db/database.ts'
import { runs } from '../runs/table.ts'

// Runs leave day by day, the newest day first, and within a day org by org: so an object holds few orgs, and an org is in few
// objects. No index has this order, so the walk goes from org to org in `runs_org` and looks into the day of each.

/** The org at which the walk through a UTC day continues. */
export interface Position {
	day: string
	org_id: string
}

export type Run = typeof runs.$inferSelect

/** Orgs with runs that one statement looks at. */
const ORGS = 2_000

export const toText = (at: Position | null) => at && `${at.day} ${at.org_id}`

export function toPosition(text: string | null): Position | null {
	const [day, org_id] = text?.split(' ') ?? []
	return day === undefined || org_id === undefined ? null : { day, org_id }
}

/** The beginning of the newest day that has runs to move; null if there are none. */
export async function newestDay(db: Database['reader'], before: string): Promise<Position | null> {
	const [newest] = await db
		.select({ created_at: runs.created_at })
		.from(runs)
		.where(and(lt(runs.completed_at, before), lt(runs.created_at, before)))
		.orderBy(desc(runs.completed_at), desc(runs.run_id))
		.limit(1)
	return newest ? { day: newest.created_at.slice(0, 10), org_id: '' } : null
}

const keyOf = ({ org_id, created_at, run_id }: Run) => `${org_id} ${created_at} ${run_id}`

/** Up to `limit` runs of the day from a position on, and where the walk continues; null at the end of the day. One D1 call. */
export async function runsFrom(db: Database['reader'], { day, org_id }: Position, before: string, limit: number) {
	const orgs = sql`(WITH RECURSIVE walked(org, number) AS (SELECT min(org_id), 1 FROM runs WHERE org_id >= ${org_id}
		UNION ALL SELECT (SELECT min(r.org_id) FROM runs r WHERE r.org_id > org), number + 1 FROM walked
		WHERE org IS NOT NULL AND number <= ${sql.raw(String(ORGS))}) SELECT org, number FROM walked)`
	const [found, [beyond]] = await db.batch([
		db
			.select(getTableColumns(runs))
			.from(sql`${orgs} w`)
			.crossJoin(runs)
			.where(
				and(
					sql`${runs.org_id} = org AND number <= ${sql.raw(String(ORGS))}`,
					gte(runs.created_at, day),
					lt(runs.created_at, `${day}U`),
					lt(runs.completed_at, before),
				),
			)
			.limit(limit),
		db
			.select({ org_id: sql<string>`org`.as('org_id') })
			.from(sql`${orgs}`)
			.where(sql`number > ${sql.raw(String(ORGS))} AND org IS NOT NULL`)
			.limit(1),
	])
	// ORDER BY would read the whole day before the limit, because SQLite doesn't know that the walk is in order.
	const ordered = found.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
	const cut = ordered.length === limit ? ordered.at(-1) : undefined
	const next = cut ?? beyond
	return { found: ordered, next: next ? { day, org_id: next.org_id } : null }
}
