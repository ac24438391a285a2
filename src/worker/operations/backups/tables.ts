/**
 * What a backup does with each table. A backup copies rows; a restore derives the other tables from them, or leaves them empty.
 * A test fails for a table without a decision.
 */
type Decision =
	| { copied: true }
	/** How a restore makes the rows again: see `derive.ts`. */
	| { derived: string }
	/** Why no row is needed. */
	| { left: string }

const copied: Decision = { copied: true }

/**
 * In the order of copying. A row is copied before the rows it refers to, so those are in the backup unless they were deleted in
 * the meantime. Stored responses come first: if a response is in the backup, so is its effect. The ledger comes before the runs:
 * every charge in the backup belongs to a run in the backup, and a repeated report charges nobody twice.
 */
export const TABLES: Record<string, Decision> = {
	idempotency_keys: copied,
	ledger_entries: copied,
	usage_days: copied,
	agent_days: copied,
	budget_states: copied,
	holds: copied,
	budget_alerts: copied,
	runs: copied,
	archived_runs: copied,
	rejected_reports: copied,
	archived_usage: copied,
	run_archives: copied,
	credit_operations: copied,
	webhook_attempts: copied,
	webhook_deliveries: copied,
	events: copied,
	webhook_endpoints: copied,
	notifications: copied,
	broadcast_marks: copied,
	broadcast_absences: copied,
	broadcast_shards: copied,
	broadcasts: copied,
	referrals: copied,
	invite_codes: copied,
	redemptions: copied,
	redemption_codes: copied,
	subscriptions: copied,
	plan_entitlements: copied,
	plans: copied,
	entitlement_overrides: copied,
	feature_flag_overrides: copied,
	feature_flags: copied,
	llm_models: copied,
	llm_providers: copied,
	mcp_configs: copied,
	tool_providers: copied,
	tool_groups: copied,
	config_entries: copied,
	email_config: copied,
	gateway_config: copied,
	ip_rules: copied,
	pauses: copied,
	budgets: copied,
	unconfirmed_changes: copied,
	configuration_revisions: copied,
	configuration_generations: copied,
	replaced_secrets: copied,
	secrets: copied,
	audit_states: copied,
	undo_sizes: copied,
	run_standings: { left: 'Only the statements of one batch read it' },
	audit_days: { left: 'It counts a day, and the next one begins at 0' },
	audit_logs: copied,
	activity_days: copied,
	user_activity: copied,
	api_keys: copied,
	service_account_keys: copied,
	service_accounts: copied,
	passkeys: copied,
	identities: copied,
	sign_in_requirements: copied,
	oidc_domains: copied,
	scim_tokens: copied,
	scim_users: copied,
	leavings: copied,
	oidc_connections: copied,
	passwords: copied,
	recovery_codes: copied,
	totp_keys: copied,
	platform_admins: copied,
	operator_roles: copied,
	memberships: copied,
	user_erasures: copied,
	name_claims: copied,
	replaced_objects: copied,
	org_deletions: copied,
	users: copied,
	orgs: copied,

	credit_accounts: { derived: 'from the ledger' },
	counters: { derived: 'from users, orgs, runs, usage and broadcasts' },
	orgs_search: { derived: 'from orgs_search_values' },
	users_search: { derived: 'from users_search_values' },
	invite_codes_search: { derived: 'from invite_codes_search_values' },
	redemption_codes_search: { derived: 'from redemption_codes_search_values' },

	sessions: { left: 'A login that ended after the backup must not come back to life. Everybody logs in again' },
	refresh_tokens: { left: 'They belong to logins' },
	invitations: { left: 'One that was used or withdrawn after the backup must not work again' },
	service_account_encryption_keys: {
		left: 'A key that was removed after the backup must not come back. The people who run a runtime add its key again',
	},
	credential_releases: { left: 'They say what the audit log of a day has already, and it is copied' },
	one_time_tokens: { left: 'One that was used after the backup must not work again' },
	sign_in_challenges: { left: 'They are answered within five minutes' },
	oidc_sign_ins: { left: 'They end within ten minutes' },
	login_failures: { left: 'They count for ten minutes' },
	sign_in_requests: { left: 'They count for an hour' },
	alerts: { left: 'They are evaluated again' },
	jobs: { left: 'Every job is due' },
	backups: { left: "They are about another instance's bucket" },
	backup_parts: { left: 'They belong to backups' },
	org_exports: { left: 'They are made again in minutes' },
	org_export_parts: { left: 'They belong to exports' },
	ledger_marks: { left: 'The next verifications make them again' },
	ledger_folds: { left: 'Never keeps a row' },
	guards: { left: 'Never holds a row' },
	dry_runs: { left: 'Never holds a row' },
	search_characters: { left: 'A migration fills it' },
	d1_migrations: { left: 'The schema must be there before' },
}

/** The tables that a backup copies, in order. */
export const COPIED = Object.entries(TABLES).flatMap(([name, decision]) => ('copied' in decision ? [{ name }] : []))

/** The tables that migrations fill: an empty instance may have these rows. */
export const FILLED_BY_MIGRATIONS = ['activity_days']

/** What the query returns for each column. */
export interface Column {
	table_name: string
	name: string
	/** The column's position in the primary key, from 1; 0 if it isn't part of the key. */
	pk: number
}

/** Asks SQLite for the columns of tables, without generated ones. The parameter is a JSON list of table names. */
export const COLUMNS = `SELECT t.value AS table_name, c.name, c.pk FROM json_each(?) AS t
	JOIN pragma_table_xinfo(t.value) AS c WHERE c.hidden = 0 ORDER BY t.key, c.cid`

/** Quotes a name for SQL. */
export const quoted = (name: string) => `"${name}"`
