import { type SQL, sql } from 'drizzle-orm'

// What live runs count for in a budget, by the clock. The kept sums still have what has lapsed and isn't cleared up. The view
// `budget_holds` says which live runs count in a budget, for whom, and for how much.

/** What identifies a state of a budget. The beginning of a total is empty. */
type State = Record<'budget_id' | 'org_id' | 'subject' | 'window_start', SQL>

/** The columns of the row `s` of `budget_states`. */
export const STATE: State & { held: SQL } = {
	budget_id: sql.raw('s.budget_id'),
	org_id: sql.raw('s.org_id'),
	subject: sql.raw('s.subject'),
	window_start: sql.raw('s.window_start'),
	held: sql.raw('s.held'),
}

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

/** The row `s` of `budget_states` of a budget, a subject and a window. There may be none. */
export const joinState = ({ budget_id, org_id, subject, window_start }: State): SQL =>
	sql`LEFT JOIN budget_states s ON s.budget_id = ${budget_id} AND s.org_id = ${org_id} AND s.window_start = ${window_start} AND s.subject = ${subject}`

/**
 * By how much the limit is exceeded with leave: what people raised it by, and what runs took by their own grants. What those hold that
 * has lapsed isn't among that. Without grants nothing is read.
 */
export const raisedOf = (at: string | SQL): SQL<number> => {
	const lapsed = sql`(SELECT sum(min(g.beyond, l.counted - l.spent)) FROM budget_grants g CROSS JOIN budget_holds l WHERE g.budget_id = s.budget_id
		AND g.org_id = s.org_id AND g.subject = s.subject AND g.window_start = s.window_start AND l.run_id = g.run_id AND l.budget_id = g.budget_id AND l.expires_at <= ${at})`
	return sql`(coalesce(iif(s.raised_until <= ${at}, 0, s.raised), 0) + iif(s.beyond > 0, s.beyond - coalesce(${lapsed}, 0), 0))`
}

/** The same of a single run, which has no state: what it took by its grant. */
export const raisedOfRun = (budget_id: SQL, run_id: SQL): SQL<number> =>
	sql`coalesce((SELECT g.beyond FROM budget_grants g WHERE g.run_id = ${run_id} AND g.budget_id = ${budget_id}), 0)`

/**
 * What a budget has used, what live runs hold of it, and by how much its limit is raised. `s` is its state, as `joinState` joins it;
 * `run_id` is for a budget of runs.
 */
export function takenOf(
	{ scope, run_id, ...state }: Record<'budget_id' | 'org_id' | 'subject' | 'window_start' | 'scope' | 'run_id', SQL>,
	at: string | SQL,
) {
	const { budget_id } = state
	const own = sql`(SELECT ${takenBy('own', at)} FROM budget_holds own WHERE own.budget_id = ${budget_id} AND own.run_id = ${run_id})`
	return {
		used: sql`coalesce(s.used, 0)`,
		held: sql`iif(${scope} = 'run', coalesce(${own}, 0), ${heldOf({ ...state, held: STATE.held }, at)})`,
		raised: sql`iif(${scope} = 'run', ${raisedOfRun(budget_id, run_id)}, ${raisedOf(at)})`,
		joined: joinState(state),
	}
}
