const MODEL_FIELDS = {
	model: 'name',
	priority: 'priority',
	is_default: 'default',
	tags: 'tags',
	multiplier: 'multiplier',
	cost_per_1k_input: 'input price',
	cost_per_1k_output: 'output price',
	cost_per_1k_cache_write: 'cache write price',
	cost_per_1k_cache_read: 'cache read price',
} as const

/** What a sentence names of a row, by table and column. */
export const fields = {
	orgs: { name: 'name' },
	users: {
		status: 'status',
		username: 'name',
		login: 'login',
		email: 'email address',
		email_verified: 'email verified',
		password_sign_in: 'password sign-in',
		locale: 'language',
		timezone: 'time zone',
	},
	invitations: { role: 'role', expires_at: 'expires' },
	api_keys: { name: 'name', scopes: 'permissions', mode: 'mode', expires_at: 'expires' },
	service_accounts: { name: 'name', role: 'role', scopes: 'permissions', is_active: 'active' },
	service_account_keys: { mode: 'mode', expires_at: 'expires' },
	sessions: { expires_at: 'until' },
	feature_flags: { default_value: 'on for everyone', description: 'description' },
	budgets: {
		name: 'name',
		scope: 'applies to',
		subject: 'of',
		limit: 'limit',
		unit: 'unit',
		window: 'per',
		mode: 'mode',
		alerts: 'alerts at percent',
		expires_at: 'expires',
	},
	pauses: { reason: 'reason', until: 'until' },
	invite_codes: { code: 'code', max_uses: 'uses', is_active: 'active' },
	redemption_codes: { value: 'value', max_uses: 'uses', is_active: 'active', expires_at: 'expires' },
	llm_providers: {
		name: 'name',
		provider: 'vendor',
		base_url: 'base URL',
		key_prefix: 'key',
		vendor_a_api_mode: 'API mode',
		advanced_json: 'advanced settings',
	},
	llm_models: { ...MODEL_FIELDS, when: 'conditions', advanced_json: 'advanced settings' },
	mcp_configs: {
		name: 'name',
		url: 'URL',
		has_auth: 'token',
		command: 'command',
		args: 'arguments',
		cwd: 'folder',
		call_timeout_ms: 'timeout in ms',
		is_active: 'active',
	},
	tool_providers: { key_prefix: 'key', base_url: 'base URL' },
	config_entries: { value: 'value' },
	ip_rules: { note: 'note' },
	gateway_config: {
		ip_mode: 'client address from',
		trusted_cidrs: 'trusted networks',
		risk_reject_threshold: 'refuses risk from',
	},
	webhook_endpoints: {
		url: 'URL',
		events: 'events',
		enabled: 'enabled',
		has_secret: 'own secret',
		disabled_reason: 'disabled because of',
	},
	webhook_deliveries: { status: 'status' },
	broadcasts: { status: 'status', recipient_count: 'recipients' },
	email_config: {
		from: 'from',
		smtp_host: 'server',
		smtp_port: 'port',
		smtp_user: 'user',
		smtp_tls_mode: 'encryption',
	},
	backups: { status: 'status' },
} as const

/** Things whose first action says something else. */
const THINGS: Record<string, string> = {
	credit_accounts: 'balance',
	credit_operations: 'bulk credit change',
	email: 'email',
	oidc_connections: 'OpenID connection',
	platform_admins: 'platform admin',
	redemption_codes: 'redemption code',
	secrets: 'credential',
	sessions: 'session',
}

const words = (name: string) => name.replaceAll('_', ' ')

/** `feature_flags` as "feature flag", because one is "Feature flag created". A kind that is new shows its own name. */
export function thingText(type: string): string {
	const first = ['create', 'put', 'set'].find((verb) => `${type}.${verb}` in AUDIT_ACTIONS)
	const action = first ? `${type}.${first}` : Object.keys(AUDIT_ACTIONS).find((name) => name.startsWith(`${type}.`))
	const named = AUDIT_ACTIONS[action ?? '']?.split(' ').slice(0, -1).join(' ') ?? words(type)
	// Abbreviations keep their capitals.
	const isWord = named.charAt(1) === named.charAt(1).toLowerCase()
	return THINGS[type] ?? (isWord ? named.charAt(0).toLowerCase() + named.slice(1) : named)
}

/** `feature_flags.update` as "Feature flag updated", in the words of the API's document. */
export function actionText(action: string): string {
	const said = AUDIT_ACTIONS[action] ?? words(action.replace('.', ' '))
	return said.charAt(0).toUpperCase() + said.slice(1)
}
