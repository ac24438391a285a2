import { type SQL, sql } from 'drizzle-orm'

// Which budgets a run counts in, and where. The trigger `budget_moves_apply` says the same of what it counts, and a test holds the
// two to each other. In each query a row of `budgets` is called `b`.

/** What a budget matches of a run. Any of the names may be NULL. */
type Matched = Record<'org_id' | 'user_id' | 'agent_id' | 'api_key_id' | 'model' | 'created_at', SQL>

/** That of a row of `holds`, under the name that the query gives it. */
export const matchedOf = (hold: string): Matched => {
	const { raw } = sql
	return {
		org_id: raw(`${hold}.org_id`),
		user_id: raw(`${hold}.user_id`),
		agent_id: raw(`${hold}.agent_id`),
		api_key_id: raw(`${hold}.api_key_id`),
		model: raw(`coalesce(${hold}.model_key, ${hold}.model)`),
		created_at: raw(`${hold}.run_created_at`),
	}
}

/** Whether a budget counts runs of the org that began then. SQLite finds these by the index on `org_id`. */
const countsIn = ({ org_id, created_at }: Pick<Matched, 'org_id' | 'created_at'>): SQL =>
	sql`(b.org_id = ${org_id} OR b.org_id IS NULL) AND b.counts_since <= ${created_at}`

/** Whom a budget bounds in a run: the subject of its state. NULL if the run names nobody, and for a budget of runs. */
export const boundedIn = ({ org_id, user_id, agent_id, api_key_id, model }: Omit<Matched, 'created_at'>): SQL =>
	sql`CASE b.scope WHEN 'org' THEN ${org_id} WHEN 'user' THEN ${user_id} WHEN 'agent' THEN ${agent_id}
		WHEN 'model' THEN ${model} WHEN 'api_key' THEN ${api_key_id} END`

/** The same in a run that the query calls `r`. */
export const boundedInRun = boundedIn({
	org_id: sql.raw('r.org_id'),
	user_id: sql.raw('r.user_id'),
	agent_id: sql.raw('r.agent_id'),
	api_key_id: sql.raw('r.api_key_id'),
	model: sql.raw('coalesce(r.model_key, r.model)'),
})

/** Whether a budget bounds whom it would bound in a run. Models have one spelling, but for budgets from before that. */
export const isSubject = (bounded: SQL): SQL =>
	sql`(${bounded} = coalesce(b.subject, ${bounded}) OR b.scope = 'model' AND ${bounded} = lower(b.subject))`

/** Whether a budget applies to a run: it's one of its subject, or of each run. An expired one applies too: see `isOn`. */
export const appliesTo = (run: Matched): SQL =>
	sql`${countsIn(run)} AND (b.scope = 'run' OR ${isSubject(boundedIn(run))})`

/** Whether a budget hasn't expired at `at`. An expired one counts on, but it refuses and alerts no more. */
export const isOn = (at: string | SQL): SQL => sql`(b.expires_at IS NULL OR b.expires_at > ${at})`

/** The beginning of the window of a budget that `at` belongs to; empty for a total. */
export const windowOf = (at: string | SQL): SQL<string> =>
	sql`CASE b.window WHEN 'total' THEN '' WHEN 'hour' THEN substr(${at}, 1, 13) || ':00:00.000Z'
		WHEN 'day' THEN substr(${at}, 1, 10) || 'T00:00:00.000Z' WHEN 'month' THEN substr(${at}, 1, 7) || '-01T00:00:00.000Z'
		ELSE strftime('%Y-%m-%dT00:00:00.000Z', ${at}, '-6 days', 'weekday 1') END`

/** When the window of a budget that begins at `window_start` ends; NULL for a total. */
export const resetOf = (window_start: string | SQL): SQL<string | null> =>
	sql`strftime('%Y-%m-%dT%H:%M:%fZ', nullif(${window_start}, ''), CASE b.window WHEN 'hour' THEN '+1 hour'
		WHEN 'day' THEN '+1 day' WHEN 'week' THEN '+7 days' ELSE '+1 month' END)`

/** What a run that ended counts for, in the unit of the budget. The query calls it `r`. */
export const tookOfRun = sql.raw(
	"CASE b.unit WHEN 'credits' THEN r.credits_used WHEN 'tokens' THEN r.total_input_tokens + r.total_output_tokens ELSE 1 END",
)
