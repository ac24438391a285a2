import { sql } from 'drizzle-orm'
import { isolateCache } from '../../db/cache.ts'
import { now } from '../../db/columns.ts'
import type { Database } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import { type Pause, runPaused } from '../../http/errors.ts'
import { pausesOf } from './applies.ts'

const NOTHING = sql.raw('NULL')
const NOBODY = { user_id: NOTHING, agent_id: NOTHING, model: NOTHING, provider: NOTHING, api_key_id: NOTHING }

/** The pauses of the platform and of an org as a whole, the widest first. */
export const widePauses = prepared(['org_id'], (db, { org_id }) =>
	db
		.select({
			scope: sql<string>`scope`.as('scope'),
			subject: sql<string>`subject`.as('subject'),
			reason: sql<string>`reason`.as('reason'),
			until: sql<string | null>`until`.as('until'),
		})
		.from(pausesOf({ org_id: sql`${org_id}`, ...NOBODY }, sql`${db.now()}`)),
)

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
