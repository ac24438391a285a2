import { env } from 'cloudflare:workers'

/** What a change leaves behind besides itself: its log, its events and its notices, and how often something changed. */
const BEHIND =
	/^(_cf_|sqlite_|d1_migrations|audit_|idempotency_keys|events|webhook_deliveries|webhook_attempts|tool_groups|jobs|replaced_secrets|notifications|unconfirmed_changes|.*_search)/

/** Columns that say when a row was changed, how often, or when something is due. */
const MOVING = ['updated_at', 'version', 'due_at']

/** Every row of every table, as text. An endpoint that is deleted is no row any more. */
export async function dump(): Promise<string[]> {
	const { results: tables } = await env.DB.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all<{
		name: string
	}>()
	const names = tables.map(({ name }) => name).filter((name) => !BEHIND.test(name))
	const found = await env.DB.batch<Record<string, unknown>>(
		names.map((name) => env.DB.prepare(`SELECT * FROM "${name}"`)),
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
