import { actionText } from '../text/en/actions.ts'

/** What the API audits, by the kind of its target. A configuration can also be reverted, and a key's address changed. */
const VERBS: Record<string, string> = {
	api_keys: 'create delete rotate',
	backups: 'create',
	broadcasts: 'create delete',
	budgets: 'create update delete revert',
	config_entries: 'put delete redirect revert',
	configuration_revisions: 'apply restore redirect revert',
	credits: 'adjust bulk_adjust reset_all',
	email: 'test',
	email_config: 'put redirect revert',
	entitlement_overrides: 'put delete revert',
	feature_flag_overrides: 'put delete revert',
	feature_flags: 'create update delete revert',
	gateway_config: 'put revert',
	identities: 'create delete',
	invitations: 'create accept resend withdraw',
	invite_codes: 'create update reset',
	ip_rules: 'create update delete revert',
	llm_models: 'create update delete revert',
	llm_providers: 'create update delete redirect revert',
	mcp_configs: 'create update delete redirect revert',
	memberships: 'put delete',
	operator_roles: 'set revert',
	org_exports: 'create',
	orgs: 'create update delete restore',
	passkeys: 'create update delete refuse_copy',
	passwords: 'change reset reset_token',
	pauses: 'set lift revert',
	oidc_connections: 'create update delete test confirm',
	sign_in_requirements: 'set lift revert',
	scim_tokens: 'make revoke end',
	scim_users: 'activate deactivate delete',
	plans: 'create update delete revert',
	platform_admins: 'bootstrap grant revoke',
	recovery_codes: 'create',
	redemption_codes: 'create_batch update update_batch redeem',
	secrets: 'release',
	service_account_encryption_keys: 'create delete',
	service_account_keys: 'create delete rotate',
	service_accounts: 'create update delete',
	sessions: 'create end end_replayed act_in step_up',
	subscriptions: 'create update cancel',
	tool_providers: 'activate deactivate put_credential delete_credential redirect revert',
	totp_keys: 'enable disable',
	unconfirmed_changes: 'confirm end',
	users: 'register create update delete reset_second_factor request_verification verify_email',
	webhook_deliveries: 'redeliver',
	webhook_endpoints: 'create update delete rotate_key recover backfill revert',
}

const ACTIONS = Object.entries(VERBS).flatMap(([type, verbs]) => verbs.split(' ').map((verb) => `${type}.${verb}`))

/** A filter's options, in the words of the rows, with the actions that the rows or the address have besides. */
export function actionOptions(all: string, others: readonly (string | undefined)[]) {
	const actions = new Set([...ACTIONS, ...others.filter((one) => one !== undefined)])
	const options = [...actions].map((value) => ({ value, label: actionText(value) }))
	return [{ value: undefined, label: all }, ...options.toSorted((one, other) => one.label.localeCompare(other.label))]
}
