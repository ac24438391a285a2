// Fills the tables that tenants fill: with more rows than a call may read, or with as many as a limit allows.

const MANY = 5_100

const DAY = "strftime('%Y-%m-%d', 'now', '-' || (i / 20) || ' days')"
/** Older than a day, so that no limit of a day counts it. */
const AT = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-2 days', '-' || i || ' minutes')"
/** An id that sorts by `AT`, as ids do. */
const idOf = (prefix: string) => `'${prefix}_01' || printf('%06d', 900000 - i) || substr(o.value, -18)`
const PERSON = "'usr_f' || i || substr(o.value, -16)"
const OWNER = "(SELECT user_id FROM memberships WHERE org_id = o.value ORDER BY role = 'owner' DESC LIMIT 1)"

interface Filling {
	/** How many rows each org has, or each user with `isOfUser`. */
	count?: number
	isOfUser?: true
	/** Columns and their values. `o.value` is the org or user, and `i` counts. */
	columns: Record<string, string>
}

const TOKENS = { input_tokens: '1', output_tokens: '1', cost_microusd: '1', run_count: '1' }
const CHANGE = { action: "'x.y'", target_type: "'x'", target_id: "'x'" }
const CALL = { method: 'PUT', path: '/x', query: '', if_match: null, body: { fields: [], bytes: 0 }, digest: 'x' }
const PROPOSED = `'${JSON.stringify({ ...CALL, changes: [], events: [], effects: [] })}'`

const FILLINGS: [table: string, Filling][] = [
	['users', { count: 900, columns: { id: PERSON, login: PERSON, username: PERSON, created_at: AT } }],
	['memberships', { count: 900, columns: { org_id: 'o.value', user_id: PERSON, role: "'member'", created_at: AT } }],
	[
		'audit_logs',
		{
			columns: {
				...CHANGE,
				id: idOf('aud'),
				actor_user_id: OWNER,
				org_id: 'o.value',
				client_address: "''",
				trace_id: "''",
				created_at: AT,
			},
		},
	],
	[
		'notifications',
		{
			isOfUser: true,
			columns: {
				user_id: 'o.value',
				id: idOf('ntf'),
				type: "'x.y'",
				title: "'x'",
				body: "'x'",
				payload: "'{}'",
				created_at: AT,
			},
		},
	],
	['events', { columns: { id: idOf('evt'), org_id: 'o.value', type: "'ping'", data: "'{}'", created_at: AT } }],
	[
		'runs',
		{
			columns: {
				run_id: idOf('run'),
				org_id: 'o.value',
				status: "'completed'",
				model: "'m' || i % 20",
				created_at: AT,
				completed_at: AT,
			},
		},
	],
	[
		'agent_days',
		{
			columns: {
				org_id: 'o.value',
				agent_id: "'a' || i % 850",
				day: "strftime('%Y-%m-%d', 'now', '-' || (i / 850 * 15) || ' days')",
				run_count: '1',
				failed_run_count: '0',
				cost_microusd: '1',
				credits_used: '1',
				last_run_at: AT,
			},
		},
	],
	['usage_days', { columns: { ...TOKENS, scope: 'o.value', day: DAY, model: "'m' || i % 20" } }],
	['usage_days', { isOfUser: true, columns: { ...TOKENS, scope: 'o.value', day: DAY, model: "'m' || i % 20" } }],
	['user_activity', { columns: { scope: 'o.value', user_id: "'usr_f' || i % 900", day: DAY } }],
	[
		'ledger_entries',
		{
			columns: {
				org_id: 'o.value',
				seq: '1000 + i',
				amount: '0',
				balance_after: '0',
				type: "'consumption'",
				created_at: AT,
			},
		},
	],
	[
		'sessions',
		{
			isOfUser: true,
			columns: { id: idOf('ses'), user_id: 'o.value', org_id: "'x'", expires_at: AT, ended_at: AT, created_at: AT },
		},
	],
	[
		'invitations',
		{
			columns: {
				id: idOf('ivt'),
				org_id: 'o.value',
				email: "'f' || i || '@example.com'",
				role: "'member'",
				inviter_user_id: OWNER,
				token_hash: "'f' || i || o.value",
				created_at: AT,
				sent_at: AT,
				expires_at: AT,
				accepted_at: AT,
			},
		},
	],
	[
		'unconfirmed_changes',
		{
			columns: {
				...CHANGE,
				id: idOf('chg'),
				audit_id: idOf('aud'),
				reason: 'o.value',
				maker_user_id: OWNER,
				status: "'confirmed'",
				created_at: AT,
				due_at: AT,
				rival_count: '0',
			},
		},
	],
	[
		'requests',
		{
			columns: {
				id: idOf('req'),
				owner: 'o.value',
				org_id: 'o.value',
				kind: "'change'",
				asked_by_kind: "'user'",
				asked_by_id: OWNER,
				created_at: AT,
				expires_at: AT,
				change: PROPOSED,
			},
		},
	],
	[
		'configuration_revisions',
		{
			columns: {
				owner: 'o.value',
				number: 'i + 1',
				kind: "'apply'",
				hash: "'x'",
				document: "x''",
				secret_ids: "'[]'",
				created_at: AT,
			},
		},
	],
	[
		'org_exports',
		{
			columns: {
				id: idOf('exp'),
				org_id: 'o.value',
				status: "'expired'",
				run_moves: "'[]'",
				created_at: AT,
				moved_at: AT,
				purged_at: AT,
			},
		},
	],
	[
		'rejected_reports',
		{
			columns: {
				id: idOf('rej'),
				run_id: "'x'",
				org_id: 'o.value',
				reason: "'runs.unknown_org'",
				report: "'{}'",
				created_at: AT,
			},
		},
	],
	[
		'ip_rules',
		{
			count: 900,
			columns: {
				id: idOf('ipr'),
				org_id: 'o.value',
				type: "'blocklist'",
				cidr: "'10.9.' || (i / 200) || '.' || (i % 200) || '/32'",
				created_at: AT,
			},
		},
	],
]

/** Fills every table for these orgs and users. */
export async function fill(db: D1Database, orgs: string[], users: string[]): Promise<void> {
	for (const [table, { count = MANY, isOfUser, columns }] of FILLINGS)
		await db
			.prepare(
				`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})
				INSERT OR IGNORE INTO ${table} (${Object.keys(columns).join(', ')})
				SELECT ${Object.values(columns).join(', ')} FROM json_each(?) o CROSS JOIN n`,
			)
			.bind(JSON.stringify(isOfUser ? users : orgs))
			.run()
	// They get their org now, because a trigger looks at an org's changes for each that is inserted.
	await db.exec("UPDATE unconfirmed_changes SET org_id = reason, reason = NULL WHERE action = 'x.y'")
}
