/**
 * The tables that a backup copies, in this order. `org-rows/tables.ts` says why it doesn't copy the others: a restore derives them, or
 * leaves them empty. A row is copied before the rows it refers to, so those are in the backup unless they were deleted in the meantime.
 * Stored responses come first: if a response is in the backup, so is its effect. The ledger comes before the runs: every charge in the
 * backup belongs to a run in the backup, and a repeated report charges nobody twice.
 */
export const COPIED = `
	idempotency_keys ledger_entries usage_days agent_days budget_states holds budget_grants budget_alerts runs
	archived_runs rejected_reports archived_usage run_archives credit_operations webhook_attempts
	webhook_deliveries events webhook_endpoints notifications broadcast_marks broadcast_absences
	broadcast_shards broadcasts referrals invite_codes redemptions redemption_codes subscriptions
	plan_entitlements plans entitlement_overrides feature_flag_overrides feature_flags llm_models
	llm_providers mcp_configs tool_providers tool_groups config_entries email_config gateway_config
	ip_rules pauses budgets requests unconfirmed_changes configuration_revisions configuration_generations
	replaced_secrets secrets audit_states undo_sizes audit_logs activity_days user_activity api_keys
	service_account_keys service_accounts passkeys identities sign_in_requirements oidc_domains
	scim_tokens scim_users leavings oidc_connections passwords recovery_codes totp_keys platform_admins
	operator_roles memberships user_erasures name_claims replaced_objects org_deletions users orgs
`
	.trim()
	.split(/\s+/)

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
