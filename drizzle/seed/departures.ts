import { STEPS } from '../../src/worker/operations/org-exports/kinds.ts'
import type { Accounts } from './accounts.ts'
import { daysAfter, daysAgo, idAt } from './insert.ts'

const KEPT_DAYS = 30

/** An export of the demo user's org, which the first tick completes. */
export const orgExports = ({ orgs, users }: Accounts) => [
	{
		id: idAt('exp', daysAgo(0)),
		org_id: orgs[0]?.id,
		status: 'running',
		next_table: STEPS[0],
		run_moves: [],
		table_total: STEPS.length,
		created_by: users[0]?.id,
		created_at: daysAgo(0),
		moved_at: daysAgo(0),
	},
]

/** An org that its owner deleted, and that can be restored. */
export function deletedOrg({ users }: Accounts) {
	const [, , , owner] = users
	const [created_at, deleted_at] = [daysAgo(40), daysAgo(3)]
	const org_id = idAt('org', created_at)
	return {
		orgs: [{ id: org_id, name: '', created_at, deleted_at }],
		memberships: [{ org_id, user_id: owner?.id, role: 'owner', created_at }],
		org_deletions: [
			{
				org_id,
				name: 'Old Orchard Pilot',
				deleted_by_user_id: owner?.id,
				deleted_at,
				erase_at: daysAfter(deleted_at, KEPT_DAYS),
			},
		],
	}
}
