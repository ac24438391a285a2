import { and, asc, eq, lte, or, type SQL, sql } from 'drizzle-orm'
import { encodeTime } from 'ulid'
import { commit } from '../../write/commit.ts'
import { allOf } from '../../db/state.ts'
import { KEPT_MS } from '../notifications/purge.ts'
import { notifications } from '../notifications/table.ts'
import { notificationId, PART } from './fan-out.ts'
import { broadcasts, broadcastShards } from './table.ts'
import type { WorkContext } from '../../context.ts'

// Deleted broadcasts, and those that are old enough, go for good: first their notifications, part by part, whose ids follow
// from the users' row numbers, so that nothing is searched for; then the part; with the last part the broadcast.

/** Batches a run sends: a backlog goes in several runs. */
const CHUNKS = 20

type Next = ReturnType<typeof nextOf> extends PromiseLike<(infer Row)[]> ? Row : never

/** Takes what is gone for its readers out of the database. */
export async function purgeBroadcasts(c: WorkContext): Promise<void> {
	let [next] = await nextOf(c)
	for (let chunk = 0; next !== undefined && chunk < CHUNKS; chunk += 1) {
		const results: readonly unknown[] = await commit(c, [...removal(c, next), nextOf(c)], {})
		next = (results.at(-1) as Next[])[0]
	}
}

/** One broadcast that is to go, with its first part if it has one. */
function nextOf(c: WorkContext) {
	const old = `brd_${encodeTime(Date.now() - KEPT_MS, 10)}`
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

function removal(c: WorkContext, { id, target_id, after_seq, through_seq }: Next) {
	const { db } = c.var
	const last = db
		.delete(broadcasts)
		.where(and(eq(broadcasts.id, id), sql`NOT EXISTS (SELECT 1 FROM broadcast_shards s WHERE s.broadcast_id = ${id})`))
	if (after_seq === null || through_seq === null) return [last]
	const part = allOf(eq(broadcastShards.broadcast_id, id), eq(broadcastShards.after_seq, after_seq))
	const end = after_seq + PART
	/** Deletes the notifications of these users, as long as the part has any, and keeps count of what it has left. */
	const remove = (from: SQL, through: number) => [
		db.delete(notifications).where(
			sql`(user_id, id) IN (SELECT u.id, ${notificationId(id, sql`u.seq`)} FROM ${from} AND u.seq > ${after_seq} AND u.seq <= ${through}
				AND (SELECT ${broadcastShards.sent_count} FROM ${broadcastShards} WHERE ${part}) > 0)`,
		),
		db
			.update(broadcastShards)
			.set({ sent_count: sql`sent_count - changes()` })
			.where(part),
	]
	return [
		// Who is still in the org is found at once. Only for those who left it the users are gone through.
		...(target_id === null
			? []
			: remove(sql`memberships m JOIN users u ON u.id = m.user_id WHERE m.org_id = ${target_id}`, through_seq)),
		...remove(sql`users u WHERE 1`, Math.min(end, through_seq)),
		db
			.delete(broadcastShards)
			.where(and(part, or(lte(broadcastShards.sent_count, 0), lte(broadcastShards.through_seq, end)))),
		db.update(broadcastShards).set({ after_seq: end }).where(part),
		last,
	]
}
