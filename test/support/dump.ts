import { env } from 'cloudflare:workers'

/** What else a change leaves behind: its log, its events, its notices, and counts of changes. */
const BEHIND =
	/^(_cf_|sqlite_|d1_migrations|audit_|idempotency_keys|events|webhook_deliveries|webhook_attempts|tool_groups|jobs|replaced_secrets|notifications|undo_|unconfirmed_changes|configuration_|.*_search)/

/** People, money and runs: other files write thousands of them to the same database, but no change of configuration does. */
const PEOPLE =
	/^(users|memberships|sessions|refresh_tokens|one_time_tokens|sign_in_(?!requirements)|runs|usage_|ledger_entries|credit_|invite_|redemption|referrals|api_keys|broadcast|dashboard|search_characters)/

/** Columns that say when a row was changed, how often, or when something is due, and counts of delivery attempts. */
const MOVING = [
	'updated_at',
	'counts_since',
	'version',
	'due_at',
	'attempt_count',
	'success_count',
	'failing_since',
	'last_failure',
]

/** Every row of configuration, as text. A deleted endpoint doesn't count as a row. */
export async function dump(): Promise<string[]> {
	const { results: tables } = await env.DB.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all<{
		name: string
	}>()
	const names = tables.map(({ name }) => name).filter((name) => !BEHIND.test(name) && !PEOPLE.test(name))
	const found = await env.DB.batch<Record<string, unknown>>(
		names.map((name) =>
			env.DB.prepare(
				// An org has its compiled rules.
				name === 'orgs' ? 'SELECT id, ip_rules FROM orgs WHERE ip_rules IS NOT NULL' : `SELECT * FROM "${name}"`,
			),
		),
	)
	return found
		.flatMap(({ results }, index) =>
			results
				.filter(({ deleted_at }) => deleted_at == null)
				.map((row) => {
					const kept = Object.entries(row).filter(([column]) => !MOVING.includes(column))
					return `${names[index]} ${JSON.stringify(Object.fromEntries(kept))}`
				}),
		)
		.toSorted()
}
