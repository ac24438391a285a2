import { and, asc, eq, lte, or, type SQL, sql } from 'drizzle-orm'
import { encodeTime } from 'ulid'
import type { WorkContext } from '../../context.ts'
import { exists } from '../../ground/db/state.ts'
import { write } from '../../ground/write/write.ts'
import { notifications, NOTIFICATIONS_KEPT_MS } from '../notices/table.ts'
import { isShard, notificationId, SHARD_SIZE } from './fan-out.ts'
import { broadcasts, broadcastShards } from './table.ts'

// Purges broadcasts that were deleted or are 180 days old, shard by shard. A shard's notifications go first: their ids follow
// from the users' row numbers. Then the shard goes, and the broadcast goes with its last shard.

/** How many batches a run sends. A backlog takes several runs. */
const CHUNKS = 20

type Next = ReturnType<typeof selectNext> extends PromiseLike<(infer Row)[]> ? Row : never

/** Deletes the rows of broadcasts that nobody can see. At most 21 D1 calls. */
export async function purgeBroadcasts(c: WorkContext): Promise<void> {
	let [next] = await selectNext(c)
	for (let chunk = 0; next !== undefined && chunk < CHUNKS; chunk += 1) next = await purgeChunk(c, next)
}

/** Deletes one chunk and returns the next one. */
async function purgeChunk(c: WorkContext, current: Next): Promise<Next | undefined> {
	const { next } = await write(c, { deletion: deletionOf(c, current), next: selectNext(c) })
	return next[0]
}

/** One broadcast to purge, with its first shard if it has one. */
function selectNext(c: WorkContext) {
	const old = `brd_${encodeTime(Date.now() - NOTIFICATIONS_KEPT_MS, 10)}`
	const gone = sql`coalesce(
		(SELECT d.id FROM broadcasts d WHERE d.deleted_at IS NOT NULL LIMIT 1),
		(SELECT o.id FROM broadcasts o WHERE o.id < ${old} ORDER BY o.id LIMIT 1))`
	const { after_seq, through_seq } = broadcastShards
	return c.var.db
		.select({ id: broadcasts.id, target_id: broadcasts.target_id, after_seq, through_seq })
		.from(broadcasts)
		.leftJoin(broadcastShards, eq(broadcastShards.broadcast_id, broadcasts.id))
		.where(eq(broadcasts.id, gone))
		.orderBy(asc(after_seq))
		.limit(1)
}

function deletionOf(c: WorkContext, { id, target_id, after_seq, through_seq }: Next) {
	const { db } = c.var
	const hasShards = exists(broadcastShards, eq(broadcastShards.broadcast_id, id))
	const emptyBroadcast = db.delete(broadcasts).where(and(eq(broadcasts.id, id), sql`NOT ${hasShards}`))
	if (after_seq === null || through_seq === null) return [emptyBroadcast]
	const shard = isShard({ broadcast_id: id, after_seq })
	const end = after_seq + SHARD_SIZE
	/** Deletes the notifications of users up to row number `through`, as long as the shard has any, and counts what's left. */
	const ofUsers = (from: SQL, through: number) => [
		db.delete(notifications).where(
			sql`(user_id, id) IN (SELECT u.id, ${notificationId(sql`${id}`, sql`u.seq`)} FROM ${from} AND u.seq > ${after_seq} AND u.seq <= ${through}
				AND (SELECT ${broadcastShards.sent_count} FROM ${broadcastShards} WHERE ${shard}) > 0)`,
		),
		db
			.update(broadcastShards)
			.set({ sent_count: sql`sent_count - changes()` })
			.where(shard),
	]
	const members = sql`memberships m JOIN users u ON u.id = m.user_id WHERE m.org_id = ${target_id}`
	const { sent_count, through_seq: through } = broadcastShards
	return [
		// The current members of the org are found directly. The purge walks the users only for those who left.
		...(target_id === null ? [] : ofUsers(members, through_seq)),
		...ofUsers(sql`users u WHERE 1`, Math.min(end, through_seq)),
		db.delete(broadcastShards).where(and(shard, or(lte(sent_count, 0), lte(through, end)))),
		db.update(broadcastShards).set({ after_seq: end }).where(shard),
		emptyBroadcast,
	]
}
