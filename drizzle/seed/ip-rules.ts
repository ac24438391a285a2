import type { Accounts } from './accounts.ts'
import { daysAgo, idAt } from './insert.ts'

// Documentation networks that nobody connects from, so nobody is locked out of the demo.
const BLOCKED = [
	['203.0.113.0/24', 'Password guessing'],
	['198.51.100.0/24', 'Scraper'],
	['2001:db8::/32', null],
]

/** A few IP rules of Ada's org and another one. */
export const ipRules = ({ orgs }: Accounts) =>
	[orgs[0], orgs[4]].flatMap((org) =>
		BLOCKED.map(([cidr, note], index) => {
			const created_at = daysAgo(9 - index * 3)
			return { id: idAt('ipr', created_at), org_id: org?.id, type: 'blocklist', cidr, note, created_at }
		}),
	)
