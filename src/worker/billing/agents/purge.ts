import { and, lt, type SQL, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { DAY_MS, fromNow } from '../../ground/db/columns.ts'
import type { Place } from '../../ground/write/place.ts'
import { purgeWhile } from '../../ground/write/retention.ts'
import { write } from '../../ground/write/write.ts'
import { AGENT_DAYS } from './schema.ts'
import { agentDays } from './table.ts'

/** How many rows a step looks at. No index finds the old ones: it would cost a row for each agent and day. */
const STEP = 5_000

type Key = [org_id: string, agent_id: string, day: string]

const key = sql`(org_id, agent_id, day)`
const given = (at: Key): SQL => sql`(${sql.join(at, sql`, `)})`

/** The job: walks through the table and deletes the days that are too old. Returns whether it stopped early. */
export async function purgeAgentDays(c: WorkContext, place: Place, step = STEP): Promise<boolean> {
	const { db } = c.var
	const before = fromNow(-AGENT_DAYS * DAY_MS).slice(0, 10)
	let at = JSON.parse(place.at ?? '["","",""]') as Key
	return purgeWhile(c, async () => {
		const [last] = await db
			.select({ org_id: agentDays.org_id, agent_id: agentDays.agent_id, day: agentDays.day })
			.from(agentDays)
			.where(sql`${key} > ${given(at)}`)
			.orderBy(agentDays.org_id, agentDays.agent_id, agentDays.day)
			.limit(1)
			.offset(step - 1)
		const to: Key | undefined = last && [last.org_id, last.agent_id, last.day]
		const upTo = to && sql`${key} <= ${given(to)}`
		await write(c, {
			deleted: db.delete(agentDays).where(and(sql`${key} > ${given(at)}`, upTo, lt(agentDays.day, before))),
			place: place.move(to ? JSON.stringify(to) : null),
		})
		at = to ?? at
		return to !== undefined
	})
}
