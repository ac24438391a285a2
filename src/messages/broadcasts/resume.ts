import { asc, lt, sql } from 'drizzle-orm'
import { commit } from '../../write/commit.ts'
import { fromNow, now } from '../../db/columns.ts'
import { allOf } from '../../db/state.ts'
import { logError } from '../../http/log.ts'
import { enqueue } from './consume.ts'
import { plan } from './fan-out.ts'
import { broadcasts, broadcastShards } from './table.ts'
import type { WorkContext } from '../../context.ts'

/** How long a message may take before it counts as lost. */
const PLANNED_WITHIN_MS = 30_000
const SENT_WITHIN_MS = 60_000
const GIVEN_UP_AFTER_MS = 24 * 3_600_000

/** What one run takes up: the next one, a minute later, goes on. */
const PLANS = 20
const PARTS = 100

// Spelt out as the index has it.
const isOpen = sql`${broadcasts.status} IN ('pending', 'sending')`

/** Takes up the broadcasts whose messages were lost, and gives up those that have not come to their end in a day. */
export async function resumeBroadcasts(c: WorkContext): Promise<void> {
	const { db } = c.var
	const stuck = allOf(
		isOpen,
		sql`${broadcasts.status} = 'sending'`,
		lt(broadcasts.created_at, fromNow(-GIVEN_UP_AFTER_MS)),
	)
	const lost = sql`(broadcast_id, after_seq) IN (SELECT s.broadcast_id, s.after_seq FROM broadcast_shards s
		WHERE s.done_at IS NULL AND s.queued_at < ${fromNow(-SENT_WITHIN_MS)} ORDER BY s.queued_at LIMIT ${PARTS})`
	const [, failed, late, parts] = await commit(
		c,
		[
			db
				.delete(broadcastShards)
				.where(sql`done_at IS NULL AND broadcast_id IN (SELECT ${broadcasts.id} FROM ${broadcasts} WHERE ${stuck})`),
			db.update(broadcasts).set({ status: 'failed' }).where(stuck).returning({ id: broadcasts.id }),
			db
				.select({ id: broadcasts.id })
				.from(broadcasts)
				.where(
					allOf(isOpen, sql`${broadcasts.status} = 'pending'`, lt(broadcasts.created_at, fromNow(-PLANNED_WITHIN_MS))),
				)
				.orderBy(asc(broadcasts.id))
				.limit(PLANS),
			db.update(broadcastShards).set({ queued_at: now() }).where(lost).returning({
				broadcast_id: broadcastShards.broadcast_id,
				after_seq: broadcastShards.after_seq,
			}),
		],
		{},
	)
	if (failed.length > 0) logError({ broadcasts: 'given up', ids: failed.map(({ id }) => id) })
	for (const { id } of late) parts.push(...(await plan(c, id)))
	await enqueue(c.env, parts)
}
