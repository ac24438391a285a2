import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../ground/db/database.ts'
import { heldOf, joinState, raisedOf, raisedOfRun, takenBy } from '../budgets/live.ts'
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
	const at = db.now()
	const { raw } = sql
	const state = {
		budget_id: raw('b.id'),
		org_id: raw('requests.org_id'),
		subject: raw(`a.value ->> 'subject'`),
		window_start: raw(`a.value ->> 'window_start'`),
	}
	const own = sql`(SELECT ${takenBy('own', at)} FROM budget_holds own WHERE own.budget_id = b.id AND own.run_id = requests.run_id)`
	const held = sql`iif(b.scope = 'run', coalesce(${own}, 0), ${heldOf({ ...state, held: raw('s.held') }, at)})`
	const raised = sql`iif(b.scope = 'run', ${raisedOfRun(raw('b.id'), raw('requests.run_id'))}, ${raisedOf('s', at)})`
	const standing = sql<string>`(SELECT json_group_array(json_object('budget_id', b.id, 'limit', b."limit", 'used', coalesce(s.used, 0), 'held', ${held}, 'raised', ${raised}))
		FROM json_each(requests.spend, '$.budgets') AS a CROSS JOIN budgets b ON b.id = a.value ->> 'budget_id' ${joinState(state)})`
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
