import { type SQL, sql } from 'drizzle-orm'

// What live runs count for in a budget, by the clock. The kept sums still have what has lapsed and isn't cleared up. The view
// `budget_holds` says which live runs count in a budget, for whom, and for how much.

/** What identifies a state of a budget. The beginning of a total is empty. */
type State = Record<'budget_id' | 'org_id' | 'subject' | 'window_start', SQL>

/** The columns of a row of `budget_states`, under the name that the query gives it. */
export const stateIn = (state: string): State & { held: SQL } => ({
	budget_id: sql.raw(`${state}.budget_id`),
	org_id: sql.raw(`${state}.org_id`),
	subject: sql.raw(`${state}.subject`),
	window_start: sql.raw(`${state}.window_start`),
	held: sql.raw(`${state}.held`),
})

/**
 * What live runs count for at `at` in the state of a budget: `held`, the kept sum, without what has lapsed. Where the state has no
 * row yet, `held` is NULL or 0. It reads the org's lapsed holds that aren't cleared up.
 */
export const heldOf = (
	{ budget_id, org_id, subject, window_start, held }: State & { held: SQL },
	at: string | SQL,
): SQL<number> =>
	sql`(coalesce(${held}, 0) - coalesce((SELECT sum(l.counted - l.spent) FROM budget_holds l WHERE l.budget_id = ${budget_id}
		AND l.org_id = ${org_id} AND l.expires_at <= ${at} AND l.subject = ${subject} AND l.window_start = ${window_start}), 0))`

/** What a live run, a row of `budget_holds`, counts for at `at`. After its hold has lapsed that's what it has spent. */
export const takenBy = (live: string, at: string | SQL): SQL<number> =>
	sql`iif(${sql.raw(live)}.expires_at <= ${at}, ${sql.raw(live)}.spent, ${sql.raw(live)}.counted)`
