import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../ground/db/database.ts'
import { takenOf } from '../budgets/live.ts'
import { type AskedOf, requests, type Spend } from './table.ts'

/** How a budget stands that a request is about. */
interface Stands {
	budget_id: string
	limit: number
	used: number
	held: number
	raised: number
}

/** The query for how the budgets of a request stand now, as JSON text. Deleted ones aren't among them. */
export function selectStanding(db: Database['reader'], request_id: string) {
	const { used, held, raised, joined } = takenOf(
		{
			budget_id: sql`b.id`,
			org_id: sql`requests.org_id`,
			subject: sql`a.value ->> 'subject'`,
			window_start: sql`a.value ->> 'window_start'`,
			scope: sql`b.scope`,
			run_id: sql`requests.run_id`,
		},
		db.now(),
	)
	const standing = sql<string>`(SELECT json_group_array(json_object('budget_id', b.id, 'limit', b."limit", 'used', ${used}, 'held', ${held}, 'raised', ${raised}))
		FROM json_each(requests.spend, '$.budgets') AS a CROSS JOIN budgets b ON b.id = a.value ->> 'budget_id' ${joined})`
	return db
		.select({ standing: standing.as('standing') })
		.from(requests)
		.where(eq(requests.id, request_id))
		.limit(1)
}

/** The budgets of a request as they stand, and as they would stand if all of it was granted for their window. */
export function standingOf(spend: Spend | null, rows: { standing: string }[], isOpen: boolean) {
	if (!spend) return null
	const stands = new Map((JSON.parse(rows[0]?.standing ?? '[]') as Stands[]).map((one) => [one.budget_id, one]))
	return spend.budgets.flatMap(({ window_start, ...budget }) => {
		const now = stands.get(budget.budget_id)
		if (!now) return []
		const withRaise = (more: number) => ({
			raised: now.raised + more,
			remaining: Math.max(0, now.limit + now.raised + more - now.used - now.held),
		})
		return [
			{
				...(budget as Omit<AskedOf, 'window_start'>),
				window_start: window_start || null,
				limit: now.limit,
				used: now.used,
				held: now.held,
				...withRaise(0),
				if_granted: isOpen ? withRaise(spend[budget.unit]) : null,
			},
		]
	})
}
