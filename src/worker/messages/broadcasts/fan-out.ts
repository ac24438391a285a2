import { eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { now } from '../../ground/db/columns.ts'
import { insertFrom } from '../../ground/db/insert-from.ts'
import { allOf, exists, literal } from '../../ground/db/state.ts'
import { counters } from '../../ground/db/table.ts'
import { ensure } from '../../ground/write/guards.ts'
import { tryWrite, write } from '../../ground/write/write.ts'
import { notifications } from '../notices/table.ts'
import { broadcasts, broadcastShards } from './table.ts'

// How a broadcast reaches its recipients (spec 2.10, 3): active users, or active members of the org, whose account existed when
// the broadcast was created.
// A broadcast to all is sent in the batch that plans it and creates no notifications: each user's list reads the broadcast itself.
// For an org, planning cuts the broadcast into shards, each a range of the users' row numbers. One batch per shard creates the
// notifications and counts them. Planning and every shard take effect once, however often and wherever they run, so messages can
// be lost, repeated and reordered.

/** Members of the org in one shard. Each notification is on its own page, and D1 serves nobody else while it writes them. */
export const SHARD_SIZE = 2_000
const size = literal(SHARD_SIZE)

/** The key of a shard: its broadcast, and the row number after which its range starts. */
export interface Shard {
	broadcast_id: string
	after_seq: number
}

/**
 * Plans a pending broadcast and returns its shards. There are none if it's no longer pending, or if planning already completed
 * it: a broadcast to all, or to an org without members. One D1 call.
 */
export async function planShards(c: WorkContext, broadcast_id: string): Promise<Shard[]> {
	const { db } = c.var
	const { id, status, target_type, recipient_count } = broadcasts
	const isPending = allOf(eq(id, broadcast_id), eq(status, 'pending'))
	const isToAll = eq(target_type, 'all')
	const sentToAll = sql`${broadcasts} WHERE ${allOf(isPending, isToAll)}`
	const planned = insertFrom(
		db,
		broadcastShards,
		{ broadcast_id, after_seq: sql`s.after_seq`, through_seq: sql`s.through_seq`, queued_at: now() },
		sql`(${rangesOf(broadcast_id)}) s WHERE true`,
	)
	const { shards } = await write(c, {
		number: insertFrom(db, counters, { name: SENT_TO_ALL, value: 1 }, sentToAll).onConflictDoUpdate({
			target: [counters.name, counters.day],
			set: { value: sql`${counters.value} + 1` },
		}),
		shards: planned.returning({ broadcast_id: broadcastShards.broadcast_id, after_seq: broadcastShards.after_seq }),
		recipients: db
			.update(broadcasts)
			.set({ recipient_count: recipientsOf(broadcast_id) })
			.where(isPending),
		broadcast: db
			.update(broadcasts)
			.set({
				status: sql`iif(${exists(broadcastShards, openShards(broadcast_id))}, 'sending', 'completed')`,
				sent_count: sql`iif(${isToAll}, ${recipient_count}, 0)`,
				sent_number: sql`iif(${isToAll}, ${lastSentToAll}, NULL)`,
			})
			.where(isPending),
	})
	return shards
}

/** Sends one shard of a broadcast. Returns false if it was sent already, or must no longer be sent. One D1 call. */
export async function sendShard(c: WorkContext, shard: Shard): Promise<boolean> {
	const { db } = c.var
	const broadcast = eq(broadcasts.id, shard.broadcast_id)
	const isOpen = exists(broadcastShards, allOf(isShard(shard), isNull(broadcastShards.done_at)))
	const isSending = exists(broadcasts, allOf(broadcast, eq(broadcasts.status, 'sending')))
	const sent = sql`(SELECT ${broadcastShards.sent_count} FROM ${broadcastShards} WHERE ${isShard(shard)})`
	const hasMore = exists(broadcastShards, openShards(shard.broadcast_id))
	return tryWrite(c, {
		due: ensure(c, sql`${isOpen} AND ${isSending}`),
		notifications: insertNotifications(c, shard),
		shard: db
			.update(broadcastShards)
			.set({ sent_count: sql`changes()`, done_at: now() })
			.where(isShard(shard)),
		broadcast: db
			.update(broadcasts)
			.set({
				sent_count: sql`sent_count + ${sent}`,
				status: sql`iif(${hasMore}, status, 'completed')`,
				recipient_count: sql`iif(${hasMore}, recipient_count, sent_count + ${sent})`,
			})
			.where(broadcast),
	})
}

/** How many users a broadcast would reach right now: all active users, or the active members of the org. */
export async function countRecipients({ var: { db } }: WorkContext, org_id: string | null): Promise<number> {
	const ofOrg = sql`(SELECT count(*) FROM memberships m CROSS JOIN users u
		WHERE m.org_id = ${org_id} AND u.id = m.user_id AND +u.status = 'active')`
	const { count } = await db.get<{ count: number }>(sql`SELECT ${org_id === null ? activeUsers : ofOrg} AS count`)
	return count
}

/** Matches one shard. */
export const isShard = ({ broadcast_id, after_seq }: Shard): SQL =>
	allOf(eq(broadcastShards.broadcast_id, broadcast_id), eq(broadcastShards.after_seq, after_seq))

/** Matches the shards of a broadcast that aren't sent yet. A cancelled or failed broadcast has none. */
export const openShards = (broadcast_id: string): SQL =>
	allOf(eq(broadcastShards.broadcast_id, broadcast_id), isNull(broadcastShards.done_at))

/**
 * The id of a broadcast's notification to the user with row number `seq`. It's built from both, so a user gets the broadcast
 * only once, and the purge finds the notification without a search.
 */
export const notificationId = (broadcast_id: SQL, seq: SQL): SQL =>
	sql`'ntf_' || substr(${broadcast_id}, 5) || '_' || ${seq}`

/** The counter that numbers the broadcasts to all as they're sent. The triggers that record suspension periods read it too. */
const SENT_TO_ALL = 'broadcasts_to_all'

/** The number of the latest broadcast to all, deleted or not; 0 before the first. */
export const lastSentToAll: SQL = sql`coalesce((SELECT n.value FROM counters n WHERE n.name = ${SENT_TO_ALL} AND n.day = ''), 0)`

// The ranges leave no gap up to `through_seq`, so every new member of the org falls into one of them.
const rangesOf = (broadcast_id: string) => sql`
	WITH b AS (SELECT * FROM broadcasts WHERE id = ${broadcast_id} AND status = 'pending'),
	members(n, seq) AS (
		SELECT row_number() OVER (ORDER BY u.seq) - 1, u.seq
		FROM b CROSS JOIN memberships m CROSS JOIN users u
		WHERE m.org_id = b.target_id AND u.id = m.user_id AND u.seq <= b.through_seq
	),
	starts(after_seq) AS (SELECT iif(n = 0, 0, seq - 1) FROM members WHERE n % ${size} = 0)
	SELECT p.after_seq, lead(p.after_seq, 1, b.through_seq) OVER (ORDER BY p.after_seq) AS through_seq FROM b JOIN starts p`

// The dashboard's counter has all users who aren't deleted, and only the few suspended ones are counted here. So a million users
// cost no more than a hundred. Triggers maintain the counter, and one transaction reads both, so the number is exact.
const activeUsers = sql`((SELECT n.value FROM counters n WHERE n.name = 'users' AND n.day = '')
	- (SELECT count(*) FROM users u WHERE u.status = 'suspended'))`

// How many users the broadcast reaches. For all users the number is exact. Members who leave the org before their shard is sent
// aren't reached.
const recipientsOf = (broadcast_id: string) => sql`(SELECT iif(b.target_type = 'all',
	${activeUsers} - (SELECT count(*) FROM users u WHERE u.status = 'active' AND u.seq > b.through_seq),
	(SELECT count(*) FROM memberships m CROSS JOIN users u
		WHERE m.org_id = b.target_id AND u.id = m.user_id AND u.seq <= b.through_seq AND +u.status = 'active')
) FROM broadcasts b WHERE b.id = ${broadcast_id})`

// CROSS JOIN fixes the order of the tables, and the plus keeps SQLite on the row numbers. Statistics couldn't find a better
// plan. An older release cuts broadcasts to all into shards too, and this code still sends the open ones.
function insertNotifications(c: WorkContext, { broadcast_id, after_seq }: Shard) {
	const shard = sql`s.broadcast_id = ${broadcast_id} AND s.after_seq = ${after_seq} AND b.id = s.broadcast_id`
	const inShard = sql`u.seq > s.after_seq AND u.seq <= s.through_seq AND +u.status = 'active'`
	const recipients = sql`SELECT u.id, u.seq FROM broadcast_shards s CROSS JOIN broadcasts b CROSS JOIN users u
			WHERE ${shard} AND b.target_type = 'all' AND ${inShard}
		UNION ALL SELECT u.id, u.seq FROM broadcast_shards s CROSS JOIN broadcasts b CROSS JOIN memberships m CROSS JOIN users u
			WHERE ${shard} AND b.target_type = 'org' AND m.org_id = b.target_id AND u.id = m.user_id AND ${inShard}`
	const row = { user_id: sql`r.id`, id: notificationId(sql`${broadcast_id}`, sql`r.seq`), broadcast_id }
	return insertFrom(c.var.db, notifications, row, sql`(${recipients}) r WHERE true`).onConflictDoNothing()
}
