import { and, gt, isNull, or, type SQL, sql } from 'drizzle-orm'
import { isolateCache } from '../../db/cache.ts'
import { now } from '../../db/columns.ts'
import type { Database } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import { allOf } from '../../db/state.ts'
import { type Pause, runPaused } from '../../http/errors.ts'
import { pauses } from './table.ts'

/** The pauses of the platform and of an org as a whole that aren't over, the widest first. */
export const widePauses = prepared(['org_id'], (db, { org_id }) => {
	const { owner, scope, subject, reason, until } = pauses
	const isOfOrg = (by: SQL) => allOf(sql`${owner} = ${by}`, sql`${scope} = 'org'`, sql`${subject} = ${org_id}`)
	return db
		.select({ scope, subject, reason, until })
		.from(pauses)
		.where(
			and(
				or(
					allOf(sql`${owner} = 'platform'`, sql`${scope} = 'platform'`, sql`${subject} = 'all'`),
					isOfOrg(sql`'platform'`),
					isOfOrg(sql`${org_id}`),
				),
				or(isNull(until), gt(until, sql`${db.now()}`)),
			),
		)
		.orderBy(sql`${scope} DESC`, sql`${owner} <> 'platform'`)
})

/** Throws the 403 of the widest pause that isn't over. */
export function refusePaused(pauses: Pause[]): void {
	const at = now()
	const pause = pauses.find(({ until }) => until === null || until > at)
	if (pause) throw runPaused(pause)
}

const cache = isolateCache<Pause[]>(5_000, { name: 'pauses', usableFor: 60_000 })

/** Makes the next resolution in this isolate read again. */
export const forgetPauses = cache.forget

/** Throws the 403 if the platform or the org is paused, as of five seconds ago at most. One D1 call in five seconds. */
export const refuseIfPaused = async (db: Database['reader'], org_id: string) =>
	refusePaused((await cache.get(org_id, async () => widePauses(db.primary(), { org_id }))) as Pause[])
