import { type SQL, sql } from 'drizzle-orm'
import { PAUSE_SCOPES, pauses } from './table.ts'

/** What a run belongs to, as expressions. NULL for what it doesn't have, or what isn't known yet. */
export interface Paused {
	org_id: SQL
	user_id: SQL
	agent_id: SQL
	model: SQL
	provider: SQL
	api_key_id: SQL
}

const SCOPES = sql.raw(`'${JSON.stringify(PAUSE_SCOPES)}'`)

/**
 * The pauses that apply at the time `at`, as what follows FROM: `scope`, `subject`, `reason` and `until`, the widest first, and
 * of two that are equally wide the platform's. Each expression stands in it once. Two index lookups for each scope.
 */
export const pausesOf = ({ org_id, user_id, agent_id, model, provider, api_key_id }: Paused, at: SQL): SQL =>
	sql`(SELECT p.scope, p.subject, p.reason, p.until
	FROM (SELECT json_array('all', ${org_id}, ${user_id}, ${agent_id}, ${model}, ${provider}, ${api_key_id}) AS subjects) AS asked
	CROSS JOIN json_each(asked.subjects) AS one
	CROSS JOIN ${pauses} AS p ON p.owner IN ('platform', asked.subjects ->> 1) AND p.scope = ${SCOPES} ->> one.key AND p.subject = one.value
	WHERE p.until IS NULL OR p.until > ${at}
	ORDER BY one.key, p.owner <> 'platform')`

/** The widest of the pauses that apply, as JSON text, or NULL: the `details` of the refusal. */
export const widestPause = (of: Paused, at: SQL): SQL<string | null> =>
	sql`(SELECT json_object('scope', scope, 'subject', subject, 'reason', reason, 'until', until) FROM ${pausesOf(of, at)} LIMIT 1)`
