import { eq, isNull, type SQL, sql } from 'drizzle-orm'
import { attempt, commit } from '../../write/commit.ts'
import { now } from '../../db/columns.ts'
import { allOf } from '../../db/state.ts'
import { notifications } from '../notifications/table.ts'
import { broadcasts, broadcastShards } from './table.ts'
import { ensure } from '../../write/guards.ts'
import type { WorkContext } from '../../context.ts'

// How a broadcast reaches its recipients (spec 2.10, 3): it is planned as parts, each a range of the users' row numbers, and
// each part is one batch that makes the notifications and counts them. Planning and every part happen once, however often
// and wherever they are tried, so messages may be lost, repeated and reordered.
// Who gets it is judged when a part is sent: active users, or active members of the org, that were there when the broadcast
// was made.

/** Users, or members of the org, of one part. */
export const PART = 10_000
const size = sql.raw(String(PART))

/** A part of a broadcast: what lies behind `after_seq`. */
export interface Part {
	broadcast_id: string
	after_seq: number
}

/** Plans a pending broadcast and gives its parts; none when it is not pending any more. */
export async function plan(c: WorkContext, broadcast_id: string): Promise<Part[]> {
	const { db } = c.var
	const pending = allOf(eq(broadcasts.id, broadcast_id), eq(broadcasts.status, 'pending'))
	const [parts] = await commit(
		c,
		[
			db.insert(broadcastShards).select(partsOf(broadcast_id)).returning({ after_seq: broadcastShards.after_seq }),
			db
				.update(broadcasts)
				.set({
					status: sql`iif(EXISTS (SELECT 1 FROM broadcast_shards WHERE ${openParts(broadcast_id)}), 'sending', 'completed')`,
				})
				.where(pending),
		],
		{},
	)
	return parts.map(({ after_seq }) => ({ broadcast_id, after_seq }))
}

/** Sends one part of a broadcast; false when it is sent already, or not to be sent any more. */
export async function sendPart(c: WorkContext, { broadcast_id, after_seq }: Part): Promise<boolean> {
	const { db } = c.var
	const part = allOf(eq(broadcastShards.broadcast_id, broadcast_id), eq(broadcastShards.after_seq, after_seq))
	const sent = sql`(SELECT ${broadcastShards.sent_count} FROM ${broadcastShards} WHERE ${part})`
	const isLast = sql`NOT EXISTS (SELECT 1 FROM broadcast_shards WHERE ${openParts(broadcast_id)})`
	return attempt(
		c,
		[
			ensure(
				c,
				sql`EXISTS (SELECT 1 FROM broadcast_shards s JOIN broadcasts b ON b.id = s.broadcast_id
					WHERE s.broadcast_id = ${broadcast_id} AND s.after_seq = ${after_seq} AND s.done_at IS NULL AND b.status = 'sending')`,
			),
			db.insert(notifications).select(notificationsOf(broadcast_id, after_seq)).onConflictDoNothing(),
			db
				.update(broadcastShards)
				.set({ sent_count: sql`changes()`, done_at: now() })
				.where(part),
			db
				.update(broadcasts)
				.set({ sent_count: sql`sent_count + ${sent}`, status: sql`iif(${isLast}, 'completed', status)` })
				.where(eq(broadcasts.id, broadcast_id)),
		],
		{},
	)
}

/** The parts of a broadcast that are still to be sent. A broadcast that will not be sent has none. */
export const openParts = (broadcast_id: string): SQL =>
	allOf(eq(broadcastShards.broadcast_id, broadcast_id), isNull(broadcastShards.done_at))

/** The id of a broadcast's notification to a user is made of both, so there can be only one, and it is found again. */
export const notificationId = (broadcast_id: string, seq: SQL): SQL =>
	sql`${`ntf_${broadcast_id.slice(broadcast_id.indexOf('_') + 1)}_`} || ${seq}`

// The parts join up to the whole range, so that it does not matter behind which number somebody joins the org meanwhile.
const partsOf = (broadcast_id: string) => sql`
	WITH RECURSIVE b AS (SELECT * FROM broadcasts WHERE id = ${broadcast_id} AND status = 'pending'),
	ranges(after_seq) AS (
		SELECT 0 FROM b WHERE b.target_type = 'all' AND b.through_seq > 0
		UNION ALL SELECT r.after_seq + ${size} FROM ranges r JOIN b ON r.after_seq + ${size} < b.through_seq
	),
	members(n, seq) AS (
		SELECT row_number() OVER (ORDER BY u.seq) - 1, u.seq
		FROM b CROSS JOIN memberships m CROSS JOIN users u
		WHERE m.org_id = b.target_id AND u.id = m.user_id AND u.seq <= b.through_seq
	),
	parts(after_seq) AS (SELECT after_seq FROM ranges UNION ALL SELECT iif(n = 0, 0, seq - 1) FROM members WHERE n % ${size} = 0)
	SELECT b.id, p.after_seq, lead(p.after_seq, 1, b.through_seq) OVER (ORDER BY p.after_seq), 0, ${now()}, NULL FROM b JOIN parts p`

// CROSS JOIN keeps this order, and the plus keeps to the row numbers: neither is a choice that statistics could improve.
function notificationsOf(broadcast_id: string, after_seq: number): SQL {
	const columns = sql`u.id, ${notificationId(broadcast_id, sql`u.seq`)}, b.id, NULL, NULL, NULL, NULL, NULL, NULL, NULL`
	const part = sql`s.broadcast_id = ${broadcast_id} AND s.after_seq = ${after_seq} AND b.id = s.broadcast_id`
	const inPart = sql`u.seq > s.after_seq AND u.seq <= s.through_seq AND +u.status = 'active'`
	return sql`SELECT ${columns} FROM broadcast_shards s CROSS JOIN broadcasts b CROSS JOIN users u
			WHERE ${part} AND b.target_type = 'all' AND ${inPart}
		UNION ALL SELECT ${columns} FROM broadcast_shards s CROSS JOIN broadcasts b CROSS JOIN memberships m CROSS JOIN users u
			WHERE ${part} AND b.target_type = 'org' AND m.org_id = b.target_id AND u.id = m.user_id AND ${inPart}`
}
