import type { D1Database } from '@cloudflare/workers-types'
import { SHARD_SIZE } from '../../src/messages/broadcasts/fan-out.ts'
import type { Accounts } from './accounts.ts'
import { daysAgo, idAt } from './insert.ts'

const TEXTS = [
	{
		age: 38,
		to: 'all',
		type: 'announcement',
		title: 'Invite your colleagues',
		body: 'Every member has an invite code now. The colleague who joins with it and you both get credits.',
		payload: { url: 'https://docs.example.com/invites' },
		status: 'completed',
	},
	{
		age: 11,
		to: 'all',
		type: 'maintenance',
		title: 'Maintenance on Saturday',
		body: 'Runs pause from 06:00 to 06:30 UTC. What is queued then begins afterwards.',
		payload: { url: 'https://status.example.com' },
		status: 'completed',
	},
	{
		age: 4,
		to: 'org',
		type: 'billing',
		title: 'Your pilot goes on',
		body: 'Your team seats stay raised for another twenty days.',
		payload: {},
		status: 'completed',
	},
	{
		age: 1,
		to: 'all',
		type: 'maintenance',
		title: 'Maintenance on Sunday',
		body: 'Runs pause from 06:00 to 06:30 UTC.',
		payload: {},
		status: 'cancelled',
	},
]

/** Broadcasts to everybody and to Ada's org, and one that was cancelled before anybody got it. Nobody has been sent them yet. */
export const broadcasts = ({ orgs, users }: Accounts) =>
	TEXTS.map(({ age, to, ...text }) => {
		const created_at = daysAgo(age)
		return {
			id: idAt('brd', created_at),
			...text,
			target_type: to,
			target_id: to === 'org' ? (orgs[0]?.id ?? null) : null,
			sent_count: 0,
			through_seq: 0,
			created_by: users[0]?.id,
			created_at,
		}
	})

/**
 * The statements that send the broadcasts to the users of the demo who existed then, with the result that a fan-out would
 * have. Other users of the instance get nothing of a demo. Users who logged in later have read most of them.
 */
export function fanOut(db: D1Database, sent: ReturnType<typeof broadcasts>, { users }: Accounts) {
	const ids = JSON.stringify(sent.map(({ id }) => id))
	const ofDemo = JSON.stringify(users.map(({ id }) => id))
	const meant = 'IN (SELECT value FROM json_each(?1))'
	return [
		db
			.prepare(
				`UPDATE broadcasts SET through_seq = (SELECT coalesce(max(u.seq), 0) FROM users u WHERE u.created_at <= broadcasts.created_at)
					WHERE id ${meant}`,
			)
			.bind(ids),
		db
			.prepare(
				`INSERT INTO broadcast_shards
					WITH RECURSIVE parts(id, target_type, after_seq, through_seq, created_at) AS (
						SELECT id, target_type, 0, through_seq, created_at FROM broadcasts WHERE id ${meant} AND status = 'completed'
						UNION ALL SELECT id, target_type, after_seq + ${SHARD_SIZE}, through_seq, created_at FROM parts
						WHERE target_type = 'all' AND after_seq + ${SHARD_SIZE} < through_seq
					)
					SELECT id, after_seq, iif(target_type = 'all', min(after_seq + ${SHARD_SIZE}, through_seq), through_seq), 0, created_at,
						strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '+2 seconds') FROM parts`,
			)
			.bind(ids),
		db
			.prepare(
				`INSERT INTO notifications (user_id, id, broadcast_id, read_at)
					SELECT u.id, 'ntf_' || substr(b.id, 5) || '_' || u.seq, b.id,
						iif(u.last_login_at > b.created_at AND (u.seq + which.key) % 4 > 0, u.last_login_at, NULL)
					FROM json_each(?1) which JOIN broadcasts b ON b.id = which.value JOIN broadcast_shards s ON s.broadcast_id = b.id
					JOIN users u ON u.seq > s.after_seq AND u.seq <= s.through_seq
					WHERE u.id IN (SELECT value FROM json_each(?2)) AND u.status = 'active' AND (b.target_type = 'all'
						OR EXISTS (SELECT 1 FROM memberships m WHERE m.org_id = b.target_id AND m.user_id = u.id))`,
			)
			.bind(ids, ofDemo),
		db
			.prepare(
				`UPDATE broadcast_shards SET sent_count = (SELECT count(*) FROM notifications n JOIN users u ON u.id = n.user_id
					WHERE n.broadcast_id = broadcast_shards.broadcast_id AND u.seq > after_seq AND u.seq <= through_seq)
					WHERE broadcast_id ${meant}`,
			)
			.bind(ids),
		db
			.prepare(
				`UPDATE broadcasts SET sent_count = (SELECT coalesce(sum(s.sent_count), 0) FROM broadcast_shards s WHERE s.broadcast_id = broadcasts.id)
					WHERE id ${meant}`,
			)
			.bind(ids),
		db
			.prepare(`UPDATE broadcasts SET recipient_count = sent_count WHERE status = 'completed' AND id ${meant}`)
			.bind(ids),
	]
}
