import { type SQL, sql } from 'drizzle-orm'
import { literal } from '../../ground/db/state.ts'
import { PAUSE_SCOPES, pauses } from './table.ts'

/** What a run belongs to, as expressions. NULL for what it doesn't have, or what isn't known yet. */
export interface Paused {
	org_id: SQL
	user_id: SQL
	agent_id: SQL
	/** The caseless name of the model, and the name as it's written: a pause from before names had one spelling may have either. */
	model_key: SQL
	model: SQL
	/** What a pause may call the provider, as a JSON list. */
	provider_names: SQL
	api_key_id: SQL
}

const NAMES = [
	['org', 'org_id'],
	['user', 'user_id'],
	['agent', 'agent_id'],
	['model', 'model_key'],
	['model', 'model'],
	['api_key', 'api_key_id'],
] as const

/**
 * The key of each pause that would apply: SQLite looks up each term by it, so an org with many pauses costs no more. An IN would
 * read its own list in each term.
 */
const isNamed = sql.raw(
	[
		"p.owner = 'platform' AND p.scope = 'platform' AND p.subject = 'all'",
		// Only the platform pauses providers.
		"p.owner = 'platform' AND p.scope = 'provider' AND p.subject IN (SELECT value FROM json_each(of_run.provider_names))",
		...NAMES.flatMap(([scope, name]) =>
			["'platform'", 'of_run.org_id'].map(
				(owner) => `p.owner = ${owner} AND p.scope = '${scope}' AND p.subject = of_run.${name}`,
			),
		),
	].join(' OR '),
)

/**
 * The pauses that apply at the time `at`, as what follows FROM: `scope`, `subject`, `reason` and `until`, the widest first, and
 * of two that are equally wide the platform's. Each expression stands in it once.
 */
export const pausesOf = (run: Paused, at: SQL): SQL =>
	sql`(SELECT p.scope, p.subject, p.reason, p.until
	FROM (SELECT ${sql.join(
		([...NAMES.map(([, name]) => name), 'provider_names'] as const).map(
			(name) => sql`${run[name]} AS ${sql.raw(name)}`,
		),
		sql`, `,
	)}) AS of_run CROSS JOIN ${pauses} AS p
	WHERE (${isNamed}) AND (p.until IS NULL OR p.until > ${at})
	ORDER BY instr(${literal(PAUSE_SCOPES.join('.'))}, p.scope), p.owner <> 'platform')`

/** The widest of the pauses that apply, as JSON text, or NULL: the `details` of the refusal. */
export const widestPause = (of: Paused, at: SQL): SQL<string | null> =>
	sql`(SELECT json_object('scope', scope, 'subject', subject, 'reason', reason, 'until', until) FROM ${pausesOf(of, at)} LIMIT 1)`
