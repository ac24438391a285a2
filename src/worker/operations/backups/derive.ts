import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/d1'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import { addUsage } from '../../billing/usage/add.ts'
import { DAY_MS } from '../../ground/db/columns.ts'
import { recounts } from '../../spending/budgets/recount.ts'

/** The part of D1 that a restore needs. */
export type Client = Pick<D1Database, 'prepare' | 'batch'>

// What a restore derives from the copied rows, in this order. The backup read the rows one after another while the instance kept
// running, so copied sums could differ from the rows they add up. Each statement can be repeated.

/** The columns of each search index, and the one that is searched by its whole value. */
const SEARCHES: Record<string, { columns: string[]; exactly?: string }> = {
	orgs: { columns: ['name'] },
	users: { columns: ['login', 'username', 'email'], exactly: 'status' },
	invite_codes: { columns: ['code', 'login', 'email'] },
	redemption_codes: { columns: ['code', 'batch_id'], exactly: 'type' },
}

/** A run that ended while the backup ran was copied as ended, and its hold too. */
const HOLDS = [
	'DELETE FROM holds WHERE NOT EXISTS (SELECT 1 FROM runs r WHERE r.run_id = holds.run_id AND r.settled_by IS NULL)',
]

/** The balance of each org is the sum of its ledger, and what it holds that of its live runs. */
const ACCOUNTS = [
	`INSERT OR REPLACE INTO credit_accounts (org_id, balance, held, entry_count, granted_month)
		SELECT o.id, coalesce(l.balance_after, 0), coalesce(h.held, 0), coalesce(l.seq, 0), (SELECT max(g.reference_id) FROM ledger_entries g
			WHERE g.org_id = o.id AND g.type = 'monthly_grant' AND g.type <> 'consumption')
		FROM orgs o LEFT JOIN (SELECT org_id, sum(counted_credits) AS held FROM holds GROUP BY org_id) h ON h.org_id = o.id
		LEFT JOIN ledger_entries l ON l.org_id = o.id AND l.seq = (SELECT max(n.seq) FROM ledger_entries n WHERE n.org_id = o.id)`,
]

const COUNTERS = [
	'DELETE FROM counters',
	"INSERT INTO counters (name, value) SELECT 'users', count(*) FROM users WHERE status <> 'deleted'",
	`INSERT INTO counters (name, day, value) SELECT 'users_last_login', substr(last_login_at, 1, 10), count(*) FROM users
		WHERE last_login_at IS NOT NULL AND status <> 'deleted' GROUP BY 2`,
	`INSERT INTO counters (name, day, value) SELECT 'orgs_last_run', last_run_on, count(*) FROM orgs
		WHERE last_run_on IS NOT NULL AND deleted_at IS NULL GROUP BY 2`,
	`INSERT INTO counters (name, day, value) SELECT 'runs', day, sum(run_count) FROM
		(SELECT substr(created_at, 1, 10) AS day, count(*) AS run_count FROM runs GROUP BY 1
		UNION ALL SELECT day, sum(run_count) FROM run_archives GROUP BY 1) GROUP BY 2`,
	`INSERT INTO counters (name, value) SELECT 'runs', coalesce(sum(value), 0) FROM counters WHERE name = 'runs'`,
	// Broadcasts to all are numbered. A number that a read marker or a suspension period refers to must not be used again.
	`INSERT INTO counters (name, value) SELECT 'broadcasts_to_all', max(number) FROM (
		SELECT coalesce(max(sent_number), 0) AS number FROM broadcasts
		UNION ALL SELECT coalesce(max(sent_number), 0) FROM broadcast_marks
		UNION ALL SELECT coalesce(max(max(after_number, coalesce(through_number, 0))), 0) FROM broadcast_absences)`,
	...['input_tokens', 'output_tokens', 'cost_microusd'].map(
		(name) =>
			`INSERT INTO counters (name, value) SELECT '${name}', coalesce(sum(${name}), 0) FROM usage_days WHERE scope = 'platform'`,
	),
]

const OTHERS = [
	// A subscription that was cancelled while the backup ran was copied as active, and the one that took its place was copied too.
	`UPDATE subscriptions SET status = 'cancelled', cancelled_at = n.created_at FROM subscriptions n
		WHERE subscriptions.status = 'active' AND n.status = 'active' AND n.org_id = subscriptions.org_id AND n.id > subscriptions.id
		AND n.current_period_start < subscriptions.current_period_end AND n.current_period_end > subscriptions.current_period_start`,
	'UPDATE oidc_connections SET people_count = (SELECT count(*) FROM scim_users s WHERE s.connection_id = oidc_connections.id AND s.forgotten_at IS NULL)',
	'UPDATE orgs SET member_count = (SELECT count(*) FROM memberships m WHERE m.org_id = orgs.id)',
	`UPDATE webhook_endpoints SET due_at = (SELECT min(d.next_attempt_at) FROM webhook_deliveries d
		WHERE d.endpoint_id = webhook_endpoints.id AND d.next_attempt_at IS NOT NULL)`,
	// The instance's key-value store may have entries that the backup doesn't know, so every tool group is published again.
	'UPDATE tool_groups SET published_generation = 0',
]

/** Usage for the day of the backup and the day before, added up again from the runs: some ended while the backup ran. */
function usage(db: Client, started_at: string) {
	const since = new Date(Date.parse(started_at) - DAY_MS).toISOString().slice(0, 10)
	const { sql: text, params } = addUsage(
		drizzle(db as D1Database) as never,
		sql`(SELECT * FROM runs WHERE completed_at >= ${since}) AS r`,
	).toSQL()
	return [db.prepare('DELETE FROM usage_days WHERE day >= ?').bind(since), db.prepare(text).bind(...params)]
}

const dialect = new SQLiteAsyncDialect()

const states = (db: Client, started_at: string) =>
	recounts(started_at).map((statement) => {
		const { sql: text, params } = dialect.sqlToQuery(statement)
		return db.prepare(text).bind(...params)
	})

export async function deriveAll(db: Client, started_at: string): Promise<void> {
	const { results } = (await db
		.prepare(
			"SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN ('usage_days', 'webhook_endpoints', 'holds', 'budget_states')",
		)
		.all()) as { results: { name: string; sql: string }[] }
	await db.batch([
		...results.map(({ name }) => db.prepare(`DROP TRIGGER "${name}"`)),
		...usage(db, started_at),
		...[...HOLDS, ...ACCOUNTS, ...COUNTERS, ...OTHERS].map((text) => db.prepare(text)),
		...states(db, started_at),
		...results.map((trigger) => db.prepare(trigger.sql)),
	])
	for (const name of Object.keys(SEARCHES)) await index(db, name)
}

/** How many rows of a search index one statement writes. 20,000 users took 19 seconds on a busy machine, and D1 stops a statement after 30. */
const INDEXED = 5_000

async function index(db: Client, name: string): Promise<void> {
	const { columns = [], exactly } = SEARCHES[name] ?? {}
	const names = [...columns, ...(exactly ? [exactly] : [])]
	const texts = [
		...columns.map((column) => `max(text) FILTER (WHERE field = '${column}')`),
		...(exactly ? ['max(exact)'] : []),
	]
	await db.prepare(`INSERT INTO ${name}_search (${name}_search) VALUES ('delete-all')`).run()
	const last = await db.prepare(`SELECT max(seq) AS seq FROM ${name}`).first<{ seq: number | null }>()
	for (let after = 0; after < (last?.seq ?? 0); after += INDEXED)
		await db
			.prepare(
				`INSERT INTO ${name}_search (rowid, ${names.join()}) SELECT seq, ${texts.join()} FROM search_texts
					WHERE source = '${name}' AND seq > ? AND seq <= ? GROUP BY seq`,
			)
			.bind(after, after + INDEXED)
			.run()
}
