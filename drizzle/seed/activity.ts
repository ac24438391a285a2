import type { D1Database } from '@cloudflare/workers-types'
import type { Accounts } from './accounts.ts'
import { below, daysAgo } from './insert.ts'

const DAYS = 60
/** How many users out of ten are active, by weekday from Sunday. */
const WEEKDAYS = [2, 6, 7, 7, 7, 6, 2]

/** The statements that add active users by day, in their orgs and on the platform, to the existing counts. */
export function activity(db: D1Database, { users, memberships }: Accounts) {
	const homes = new Map(memberships.map(({ user_id, org_id }) => [user_id, org_id]))
	const counts = new Map<string, { scope: string; day: string; active_users: number }>()
	for (let ago = DAYS; ago > 0; ago -= 1) {
		const day = daysAgo(ago).slice(0, 10)
		const share = WEEKDAYS[new Date(day).getUTCDay()] ?? 0
		for (const { id, created_at } of users) {
			if (created_at.slice(0, 10) > day || below(10) >= share) continue
			for (const scope of ['platform', homes.get(id) ?? '']) {
				const count = counts.get(scope + day) ?? { scope, day, active_users: 0 }
				counts.set(scope + day, { ...count, active_users: count.active_users + 1 })
			}
		}
	}
	return [
		db
			.prepare(
				`INSERT INTO activity_days (scope, day, active_users)
				SELECT value ->> 'scope', value ->> 'day', value ->> 'active_users' FROM json_each(?) WHERE true
				ON CONFLICT DO UPDATE SET active_users = active_users + excluded.active_users`,
			)
			.bind(JSON.stringify([...counts.values()])),
		db.prepare("UPDATE activity_days SET day = min(day, ?) WHERE scope = ''").bind(daysAgo(DAYS).slice(0, 10)),
	]
}
