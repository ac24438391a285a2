import type { Accounts } from './accounts.ts'
import { daysAfter, daysAgo } from './insert.ts'

/** What the platform and Ada's org have paused. No run of the demo names it, and nothing is paused as a whole. */
export function pauses({ orgs, users }: Accounts) {
	const set = (
		days: number,
		row: { owner: unknown; scope: string; subject: string; reason: string; until: string | null },
	) => {
		const created_at = daysAgo(days)
		return { ...row, set_by_user_id: users[0]?.id, created_at, updated_at: created_at }
	}
	return [
		set(0.2, {
			owner: orgs[0]?.id,
			scope: 'agent',
			subject: 'inbox-sorter',
			reason: 'It answers its own mails.',
			until: null,
		}),
		set(1, {
			owner: 'platform',
			scope: 'model',
			subject: 'preview/large-2',
			reason: 'The vendor charges twice. Support answers on Friday.',
			until: daysAfter(daysAgo(0), 3),
		}),
		set(4, {
			owner: 'platform',
			scope: 'agent',
			subject: 'crawler-9',
			reason: 'It calls the same tool again and again.',
			until: null,
		}),
	]
}
