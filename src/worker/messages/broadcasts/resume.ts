import { and, not, type SQL, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { DAY_MS, happenedWithin, now } from '../../ground/db/columns.ts'
import { allOf } from '../../ground/db/state.ts'
import { logError } from '../../ground/http/log.ts'
import { eachOf } from '../../ground/write/each.ts'
import { nextRows, type Place } from '../../ground/write/place.ts'
import { write } from '../../ground/write/write.ts'
import { planShards } from './fan-out.ts'
import { enqueue } from './queue.ts'
import { broadcasts, broadcastShards } from './table.ts'

/** How long a message may take before it counts as lost. */
const PLANNED_WITHIN_MS = 30_000
const SENT_WITHIN_MS = 60_000
const GIVEN_UP_AFTER_MS = DAY_MS

/** How much one run resumes. The next run, a minute later, resumes more. */
const PLANS = 20
const SHARDS = 100

const LOST = { id: 'lost shards' }

// SQLite uses the partial index only for exactly the condition that the index was created with.
const isOpen = sql`${broadcasts.status} IN ('pending', 'sending')`

const olderThan = (ms: number): SQL => not(happenedWithin(broadcasts.created_at, ms))

/** Resumes broadcasts whose messages were lost, and gives up on those that are still sending after a day. */
export async function resumeBroadcasts(c: WorkContext, place: Place): Promise<void> {
	const { db } = c.var
	const { id, status } = broadcasts
	const stuck = allOf(isOpen, sql`${status} = 'sending'`, olderThan(GIVEN_UP_AFTER_MS))
	const unplanned = allOf(isOpen, sql`${status} = 'pending'`, olderThan(PLANNED_WITHIN_MS))
	const lost = sql`(broadcast_id, after_seq) IN (SELECT s.broadcast_id, s.after_seq FROM broadcast_shards s
		WHERE s.done_at IS NULL AND NOT ${happenedWithin(sql`s.queued_at`, SENT_WITHIN_MS)} ORDER BY s.queued_at LIMIT ${SHARDS})`
	const pending = await nextRows(c, place, [id], PLANS, (isNext) =>
		db.select({ id }).from(broadcasts).where(and(unplanned, isNext)),
	)
	const { failed, shards } = await write(c, {
		abandoned: db
			.delete(broadcastShards)
			.where(sql`done_at IS NULL AND broadcast_id IN (SELECT ${id} FROM ${broadcasts} WHERE ${stuck})`),
		failed: db.update(broadcasts).set({ status: 'failed' }).where(stuck).returning({ id }),
		shards: db
			.update(broadcastShards)
			.set({ queued_at: now() })
			.where(lost)
			.returning({ broadcast_id: broadcastShards.broadcast_id, after_seq: broadcastShards.after_seq }),
	})
	if (failed.length > 0) logError({ broadcasts: 'given up', ids: failed.map((broadcast) => broadcast.id) })
	// The lost shards first: they're marked as queued now.
	await eachOf(c, [LOST, ...pending], 'id', async (one) =>
		enqueue(c, one === LOST ? shards : await planShards(c, one.id)),
	)
}
