import { type SQL, sql } from 'drizzle-orm'
import { DAY_MS, fromNow } from '../../ground/db/columns.ts'
import type { Retention } from '../../ground/write/retention.ts'
import { budgetAlerts, budgetGrants, budgetStates } from './table.ts'

/** 60 days after the end of the longest window. */
const longAgo = () => fromNow(-(60 + 31) * DAY_MS)

// By the primary key, whose first column is the budget.
const isOver = (): SQL =>
	sql`budget_id IN (SELECT b.id FROM budgets b) AND window_start > '' AND window_start < ${longAgo()}`

/** States and alerts are kept for 60 days after their window. A total has no end, and a live run still counts in its window. */
export const RETENTION: Retention[] = [
	{ table: budgetStates, expired: () => sql`${isOver()} AND held = 0` },
	{
		// The end of a run takes its grant. One that never begins leaves it.
		table: budgetGrants,
		expired: () =>
			sql`created_at < ${longAgo()} AND NOT EXISTS (SELECT 1 FROM holds h WHERE h.run_id = budget_grants.run_id)`,
	},
	...[
		isOver,
		// Alerts of single runs.
		() =>
			sql`budget_id IN (SELECT b.id FROM budgets b WHERE b.scope = 'run') AND window_start = '' AND created_at < ${longAgo()}`,
	].map((expired) => ({
		table: budgetAlerts,
		expired,
	})),
]
