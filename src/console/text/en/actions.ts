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
	invitations: 'invitation',
	ip_rules: 'IP rule',
	llm_models: 'LLM model',
	llm_providers: 'LLM provider',
	mcp_configs: 'MCP server',
	memberships: 'membership',
	operator_roles: 'platform roles',
	org_exports: 'export of an org',
	orgs: 'org',
	passwords: 'password',
	pauses: 'pause',
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

const DONE: Record<string, string> = {
	accept: 'accepted',
	activate: 'activated',
	adjust: 'adjusted',
	apply: 'applied',
	backfill: 'backfilled',
	bulk_adjust: 'adjusted for all orgs',
	cancel: 'cancelled',
	change: 'changed',
	confirm: 'confirmed',
	create: 'created',
	create_batch: 'batch created',
	deactivate: 'deactivated',
	delete: 'deleted',
	delete_credential: 'key deleted',
	end: 'ended',
	grant: 'added',
	lift: 'lifted',
	put: 'saved',
	put_credential: 'credentials saved',
	recover: 'recovered',
	redeem: 'redeemed',
	redeliver: 'resent',
	redirect: 'address changed, key kept',
	register: 'registered',
	release: 'sent, encrypted',
	resend: 'sent again',
	reset: 'reset',
	reset_all: 'reset for all orgs',
	restore: 'restored',
	revert: 'change reverted',
	revoke: 'removed',
	rotate: 'rotated',
	rotate_key: 'key rotated',
	set: 'set',
	update: 'updated',
}

/** Actions that are clearer in words of their own. */
const WHOLE: Record<string, string> = {
	'email.test': 'Test email sent',
	'invite_codes.reset': 'Invite code replaced',
	'passwords.reset_token': 'Password reset code created',
	'platform_admins.bootstrap': 'First platform admin created',
	'sessions.act_in': 'Switched to another org',
	'sessions.create': 'Signed in',
	'sessions.end': 'Signed out',
	'sessions.end_replayed': 'Session ended after its token was reused',
	'users.request_verification': 'Verification email requested',
	'users.verify_email': 'Email address verified',
}

const words = (name: string) => name.replaceAll('_', ' ')

/** `feature_flags` as "feature flag". A kind that is new shows its own name. */
export const thingText = (type: string) => THINGS[type] ?? words(type)

/** `feature_flags.update` as "Feature flag updated". */
export function actionText(action: string): string {
	const [type = '', verb = ''] = action.split('.')
	const said = `${thingText(type)} ${DONE[verb] ?? words(verb)}`
	return WHOLE[action] ?? said.replace(/^./, (letter) => letter.toUpperCase())
}
