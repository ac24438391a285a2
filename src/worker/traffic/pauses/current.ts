import { and, gt, isNull, or, type SQL, sql } from 'drizzle-orm'
import { FRESH_MS, isolateCache, OUTAGE_MS } from '../../ground/db/cache.ts'
import { now } from '../../ground/db/columns.ts'
import { prepared } from '../../ground/db/prepared.ts'
import { type Reading, reading } from '../../ground/db/reading.ts'
import { allOf } from '../../ground/db/state.ts'
import { notFound, type Pause, runPaused } from '../../ground/http/errors.ts'
import { openOrg } from '../../tenancy/orgs/access.ts'
import { type PAUSE_SCOPES, pauses } from './table.ts'

/** The pauses of the platform and of an org as a whole that aren't over, the widest first. */
export const widePauses = prepared(['org_id'], (db, { org_id }) => {
	const { owner, scope, subject, reason, until } = pauses
	const isOfOrg = (by: SQL) => allOf(sql`${owner} = ${by}`, sql`${scope} = 'org'`, sql`${subject} = ${org_id}`)
	const named = or(
		allOf(sql`${owner} = 'platform'`, sql`${scope} = 'platform'`, sql`${subject} = 'all'`),
		isOfOrg(sql`'platform'`),
		isOfOrg(sql`${org_id}`),
	)
	const live = sql`SELECT ${owner}, ${scope}, ${subject}, ${reason}, ${until} FROM ${pauses} WHERE ${and(named, or(isNull(until), gt(until, sql`${db.now()}`)))}`
	return db
		.select({
			scope: sql<(typeof PAUSE_SCOPES)[number]>`scope`.as('scope'),
			subject: sql<string>`subject`.as('subject'),
			reason: sql<string>`reason`.as('reason'),
			until: sql<string | null>`until`.as('until'),
		})
		.from(sql`(${live})`)
		.orderBy(sql`scope DESC`, sql`owner <> 'platform'`)
})

/** Throws the 404 of an org that doesn't exist or is deleted, or the 403 of the widest pause that isn't over. */
export function refusePaused(pauses: Pause[] | undefined): void {
	if (!pauses) throw notFound('Org')
	const at = now()
	const pause = pauses.find(({ until }) => until === null || until > at)
	if (pause) throw runPaused(pause)
}

/** A pause may be over when D1 is back, and a new one isn't known yet. So what refuses somebody stands in for nothing. */
const cache = isolateCache<Pause[]>(FRESH_MS, {
	name: 'pauses',
	standsInFor: OUTAGE_MS,
	isUsable: (known) => known.length === 0,
})

/** Makes the next resolution in this isolate read again. */
export const forgetPauses = cache.forget

/** The wide pauses of an org, as of five seconds ago at most. Undefined for an unknown or deleted org. */
export const pausesOf = (org_id: string): Reading<Pause[] | undefined> =>
	reading(
		cache,
		org_id,
		(db) => [widePauses(db, { org_id }), openOrg(db, { org_id })],
		([rows, [org]]): Pause[] | undefined => org && rows,
	)
