import type { D1Database } from '@cloudflare/workers-types'
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
		title: 'Your pilot continues',
		body: 'Your team seats stay raised for another twenty days.',
		payload: {},
		status: 'completed',
	},
]

/** Broadcasts to everyone and to Ada's org. They aren't sent yet. */
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
 * The statements that send the broadcasts, with the result of a fan-out. The one to the org only reaches the demo's members,
 * those to everyone reach every existing user. Users who logged in later have read most of them.
 */
export function fanOut(db: D1Database, sent: ReturnType<typeof broadcasts>, { users }: Accounts) {
	const ids = JSON.stringify(sent.map(({ id }) => id))
	const ofDemo = JSON.stringify(users.map(({ id }) => id))
	const meant = 'IN (SELECT value FROM json_each(?1))'
	const toAll = `status = 'completed' AND target_type = 'all' AND id ${meant}`
	const counter = "(SELECT value FROM counters WHERE name = 'broadcasts_to_all' AND day = '')"
	return [
		db
			.prepare(
				`UPDATE broadcasts SET through_seq = (SELECT coalesce(max(u.seq), 0) FROM users u WHERE u.created_at <= broadcasts.created_at)
					WHERE id ${meant}`,
			)
			.bind(ids),
		db
			.prepare(
				`INSERT INTO counters (name, value) SELECT 'broadcasts_to_all', count(*) FROM broadcasts WHERE ${toAll}
					ON CONFLICT DO UPDATE SET value = value + excluded.value`,
			)
			.bind(ids),
		// The last one has the counter's number, the one before it one less.
		db
			.prepare(
				`UPDATE broadcasts SET
					sent_count = (SELECT count(*) FROM users u WHERE u.status = 'active' AND u.seq <= through_seq),
					sent_number = ${counter} - (SELECT count(*) FROM broadcasts later WHERE later.id > broadcasts.id
						AND later.status = 'completed' AND later.target_type = 'all' AND later.id ${meant})
					WHERE ${toAll}`,
			)
			.bind(ids),
		db
			.prepare(
				`INSERT INTO broadcast_marks (user_id, covers_earlier, sent_number, read_at)
					SELECT u.id, 0, b.sent_number, u.last_login_at FROM broadcasts b JOIN users u ON u.last_login_at > b.created_at
					WHERE b.id ${meant} AND b.sent_number IS NOT NULL AND u.seq <= b.through_seq AND u.status = 'active'
						AND (u.seq + b.sent_number) % 4 > 0 AND u.id IN (SELECT value FROM json_each(?2))`,
			)
			.bind(ids, ofDemo),
		db
			.prepare(
				`INSERT INTO broadcast_shards (broadcast_id, after_seq, through_seq, queued_at, done_at)
					SELECT id, 0, through_seq, created_at, strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '+2 seconds')
					FROM broadcasts WHERE status = 'completed' AND target_type = 'org' AND id ${meant}`,
			)
			.bind(ids),
		db
			.prepare(
				`INSERT INTO notifications (user_id, id, broadcast_id, read_at)
					SELECT u.id, 'ntf_' || substr(b.id, 5) || '_' || u.seq, b.id, iif(u.last_login_at > b.created_at AND u.seq % 4 > 0, u.last_login_at, NULL)
					FROM broadcast_shards s JOIN broadcasts b ON b.id = s.broadcast_id
					JOIN memberships m ON m.org_id = b.target_id JOIN users u ON u.id = m.user_id
					WHERE b.id ${meant} AND u.seq <= s.through_seq AND u.status = 'active'`,
			)
			.bind(ids),
		db
			.prepare(
				`UPDATE broadcast_shards SET sent_count = (SELECT count(*) FROM notifications n WHERE n.broadcast_id = broadcast_shards.broadcast_id)
					WHERE broadcast_id ${meant}`,
			)
			.bind(ids),
		db
			.prepare(
				`UPDATE broadcasts SET sent_count = (SELECT sum(s.sent_count) FROM broadcast_shards s WHERE s.broadcast_id = broadcasts.id)
					WHERE status = 'completed' AND target_type = 'org' AND id ${meant}`,
			)
			.bind(ids),
		db
			.prepare(`UPDATE broadcasts SET recipient_count = sent_count WHERE status = 'completed' AND id ${meant}`)
			.bind(ids),
	]
}
