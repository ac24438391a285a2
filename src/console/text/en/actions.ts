/** What the API calls a thing, as people say it. */
const THINGS: Record<string, string> = {
	api_keys: 'API key',
	backups: 'backup',
	broadcasts: 'broadcast',
	budgets: 'budget',
	config_entries: 'config entry',
	configuration_revisions: 'configuration',
	credits: 'credits',
	credit_accounts: 'balance',
	credit_operations: 'bulk credit change',
	email: 'email',
	email_config: 'email settings',
	entitlement_overrides: 'override',
	feature_flags: 'feature flag',
	feature_flag_overrides: 'flag override',
	gateway_config: 'gateway configuration',
	invite_codes: 'invite code',
	identities: 'sign-in provider',
	invitations: 'invitation',
	ip_rules: 'IP rule',
	llm_models: 'LLM model',
	llm_providers: 'LLM provider',
	mcp_configs: 'MCP server',
	memberships: 'membership',
	operator_roles: 'platform roles',
	org_exports: 'export of an org',
	orgs: 'org',
	passkeys: 'passkey',
	passwords: 'password',
	pauses: 'pause',
	oidc_connections: 'OpenID connection',
	sign_in_requirements: 'sign-in requirement',
	requests: 'request',
	scim_tokens: 'SCIM token',
	scim_users: 'person in a directory',
	plans: 'plan',
	platform_admins: 'platform admin',
	redemption_codes: 'redemption code',
	secrets: 'credential',
	service_account_encryption_keys: 'encryption key',
	service_account_keys: 'service account key',
	service_accounts: 'service account',
	sessions: 'session',
	subscriptions: 'subscription',
	tool_providers: 'tool provider',
	unconfirmed_changes: 'change',
	users: 'user',
	webhook_deliveries: 'webhook delivery',
	webhook_endpoints: 'webhook endpoint',
}

const words = (name: string) => name.replaceAll('_', ' ')

/** `feature_flags` as "feature flag". A kind that is new shows its own name. */
export const thingText = (type: string) => THINGS[type] ?? words(type)

/** `feature_flags.update` as "Feature flag updated", in the words of the API's document. */
export function actionText(action: string): string {
	const said = AUDIT_ACTIONS[action] ?? words(action.replace('.', ' '))
	return said.charAt(0).toUpperCase() + said.slice(1)
}
