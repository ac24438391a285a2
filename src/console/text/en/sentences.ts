/** Several things in a sentence. */
const list = (items: readonly string[]) => items.join(', ')

const sentence = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`

const arrow = (old: string, now: string) => `${old} → ${now}`

/** The sentences that say what a change does, or did. They have no tense, so previews, the audit log and toasts share them. */
export const sentences = {
	sentence,
	list: (items: readonly string[]) => sentence(list(items)),
	arrow,
	none: 'none',
	yes: 'yes',
	no: 'no',
	/** What a new thing is without. Other things that it isn't go without saying. */
	off: { is_active: 'inactive', enabled: 'disabled' } as Readonly<Record<string, string>>,
	secret: 'secret',
	settings: 'other settings',
	unlimited: 'unlimited',
	no_plan: 'no plan',
	per_million: (price: string) => `${price} per million tokens`,
	of: (thing: string, org: string) => `${thing} for ${org}`,
	proposed: (said: string, who: string) => `${said} Proposed by ${who}.`,
	member: (label: string, value: string) => `${label} ${value}`,
	change: (label: string, old: string, now: string) => `${label} ${arrow(old, now)}`,
	created: (thing: string, members: readonly string[]) =>
		members.length > 0 ? `New ${thing}: ${list(members)}.` : `New ${thing}.`,
	deleted: (thing: string) => sentence(`${thing}: deleted`),
	changed: (thing: string) => sentence(`${thing}: changed`),
	changes: (thing: string, members: readonly string[]) => sentence(`${thing}: ${list(members)}`),
	entry: (section: string, keys: readonly string[]) => `${section}: ${list(keys)}`,
	amount: (value: string, label: string) => `${value} ${label}`,
	instead: (now: string, old: string) => `${now} instead of ${old}`,
	no_longer: (label: string, old: string) => `the platform's default for ${label} instead of ${old}`,
	more: (count: string) => `more than ${count}`,
	/** Values of rows that read like code. A field before the value says that it's only there what it looks like. */
	values: {
		vendor_a: 'OpenAI-compatible',
		vendor_b: 'Anthropic-compatible',
		'smtp_tls_mode.starttls': 'STARTTLS',
		'smtp_tls_mode.tls': 'TLS',
		blocklist: 'blocked',
		allowlist: 'allowed',
		org_settings: 'org settings',
		all_users: 'all users',
		'platform.read': 'see the platform',
		'people.write': 'change users and orgs',
		'money.write': 'change plans and credits',
		'platform.write': 'run the platform',
		'org.settings': 'org settings',
		'data.secrets': 'secrets',
		'runtime.report': 'runtime reports',
		'runtime.resolve': 'runtime credentials',
		api_key: 'API key',
		chat_completions: 'Chat completions',
		enforce: 'refuses runs',
		observe: 'only counts',
		platform_admin: 'platform admin',
	} as Record<string, string>,
	/** The sections of a configuration document. */
	sections: {
		plans: 'plans',
		feature_flags: 'feature flags',
		feature_flag_overrides: 'flag overrides',
		entitlement_overrides: 'entitlement overrides',
		config_entries: 'config entries',
		tool_providers: 'tool providers',
		llm_providers: 'LLM providers',
		mcp_configs: 'MCP servers',
		budgets: 'budgets',
		ip_rules: 'IP rules',
		webhook_endpoints: 'webhooks',
		gateway_config: 'gateway',
		email_config: 'email',
	} as Record<string, string>,
	tools: { web_search: 'Web search', web_fetch: 'Web fetch' } as Record<string, string>,
	/** What an amount of an entitlement counts: "5,000 runs a month". */
	people: {
		org_closed: (org: string) => `${org}: closed.`,
		org_restored: (org: string) => `${org}: restored.`,
		roles: { owner: 'owner', admin: 'admin', member: 'member' } as Record<string, string>,
		member_added: (user: string, org: string, role: string) => `${user} joins ${org} as ${role}.`,
		member_changed: (user: string, org: string, old: string, now: string) => `${user} in ${org}: ${arrow(old, now)}.`,
		member_removed: (user: string, org: string) => `${user} leaves ${org}.`,
		session_ended: (user: string) => `A session of ${user} ends.`,
		status: (user: string, isActive: boolean) => (isActive ? `${user} is active again.` : `${user} is suspended.`),
		platform_roles: 'platform roles',
		admin_added: (user: string) => `${user} is a platform admin.`,
		second_factor: 'second factor',
		factor_required: (org: string | undefined, isOn: boolean) =>
			`${org ?? 'The platform'}: second factor ${isOn ? arrow('optional', 'required') : arrow('required', 'optional')}.`,
		connection_required: (connection: string, org: string | undefined, isOn: boolean) =>
			isOn
				? `${org ? `Members of ${org}` : 'Operators'} sign in through ${connection} only.`
				: `${org ? `Members of ${org}` : 'Operators'} sign in as they like, no longer through ${connection} only.`,
		admin_removed: (user: string) => `${user} is no longer a platform admin.`,
	},
	plans: {
		name: 'name',
		plan: (plan: string) => `Plan ${plan}`,
		affects: (count: number, text: string) =>
			count === 0
				? 'No org is on this plan.'
				: count === 1
					? '1 org is on this plan, and gets this right away.'
					: `${text} orgs are on this plan, and get this right away.`,
		subscribed: (org: string, old: string, now: string, until: string) => `${org}: ${arrow(old, now)}, until ${until}.`,
		later: (org: string, plan: string, from: string, until: string) => `${org}: ${plan} from ${from} until ${until}.`,
		prolonged: (org: string, plan: string, old: string, now: string) =>
			`${org}: ${plan} ends ${now} instead of ${old}.`,
		cancelled: (org: string, plan: string) => `${org}: ${plan} → no plan.`,
		not_begun: (org: string, plan: string, from: string) => `${org}: ${plan} no longer starts on ${from}.`,
		nothing: (label: string, old: string) => `no longer ${label} (was ${old})`,
		override: (org: string, value: string, until?: string) => `${org}: ${value}${until ? `, until ${until}` : ''}.`,
		override_removed: (org: string, label: string, old: string) =>
			`${org}: ${label} go back to the plan or the default (was ${old}).`,
		override_gives_way: (org: string, value: string, isOfPlan: boolean) =>
			`${org}: ${value}, as ${isOfPlan ? 'its plan says' : 'by default'}.`,
		new_flag: (flag: string, isOn: boolean) => `New feature flag ${flag}: ${isOn ? 'on' : 'off'} for everyone.`,
		turned: (flag: string, isOn: boolean) =>
			isOn ? `${flag}: off → on for everyone.` : `${flag}: on → off for everyone.`,
		orgs: (all: string, own: number, text: string) =>
			`${all === '1' ? '1 org' : `${all} orgs`}, ${own === 0 ? 'none keeps its' : own === 1 ? '1 keeps its' : `${text} keep their`} own value.`,
		flag_set: (flag: string, org: string, old: boolean | undefined, isOn: boolean) =>
			`${flag} for ${org}: ${arrow(old === undefined ? 'default' : old ? 'on' : 'off', isOn ? 'on' : 'off')}.`,
		flag_default: (flag: string, org: string, wasOn: boolean) =>
			`${flag} for ${org}: ${wasOn ? 'on' : 'off'} → default.`,
	},
	billing: {
		balance: (org: string, old: string, now: string) => `${org}: ${arrow(old, now)} credits.`,
		every: (amount: string) => `${amount} credits for every org.`,
		reset_all: 'Every balance → 0 credits.',
		everything: 'everything',
		scopes: {
			org: 'org',
			user: 'user',
			agent: 'agent',
			model: 'model',
			provider: 'provider',
			api_key: 'API key',
			run: 'run',
		} as Record<string, string>,
		units: { credits: 'credits', tokens: 'tokens', runs: 'runs' } as Record<string, string>,
		windows: {
			hour: 'an hour',
			day: 'a day',
			week: 'a week',
			month: 'a month',
			total: 'in all',
		} as Record<string, string>,
		each: (scope: string) => `each ${scope}`,
		each_org: 'each org',
		within: (whom: string, org: string) => `${whom} of ${org}`,
		budget: (name: string, amount: string, per: string, whom: string, isEnforced: boolean) =>
			`New budget${name && ` ${name}`}: ${amount} ${per} for ${whom}. Runs beyond it are ${isEnforced ? 'refused' : 'only counted'}.`,
		used_up: (count: number, text: string, scope: string, names: readonly string[], isEnforced: boolean) =>
			`${text} ${scope}${count === 1 ? ' has' : 's have'} used it up already: ${list(names)}${
				count > names.length ? ` and ${count - names.length} more` : ''
			}. ${count === 1 ? 'Its' : 'Their'} next run ${isEnforced ? 'is' : 'would be'} refused.`,
		codes: (count: number, text: string, value: string, uses: number) =>
			`${count === 1 ? '1 new redemption code' : `${text} new redemption codes`} for ${value}${
				count === 1 ? '' : ' each'
			}, to use ${uses === 1 ? 'once' : `${uses} times`}.`,
		code: (code: string, isActive: boolean) =>
			isActive ? `Redemption code ${code} works again.` : `Redemption code ${code} no longer works.`,
		batch: (batch: string, old: string, now: string, all: string) =>
			`Batch ${batch}: ${arrow(old, now)} of ${all} codes work.`,
		invite_code: (old: string, now?: string) =>
			now ? `Invite code ${arrow(old, now)}.` : `Invite code ${old} stops working, and a new one takes its place.`,
		paused: (what: string, until?: string) =>
			sentence(`${what}: paused, ${until ? `until ${until}` : 'until somebody lifts it'}. Its runs are refused`),
		resumed: (what: string) => sentence(`${what}: no longer paused. Its runs start again`),
	},
	providers: {
		in_provider: (model: string, provider: string) => `${model} of ${provider}`,
		instead: (group: string, old: string, now: string) => `${group}: ${old} is switched off, ${now} is switched on.`,
		on: (group: string, name: string) => `${group}: ${name} is switched on.`,
		off: (group: string, name: string) => `${group}: ${name} is switched off.`,
		affects_all: 'Every org without an active provider of its own uses it.',
		affects_own: 'Only runs of this org use it.',
		entry: (key: string) => `Config entry ${key}`,
		entry_affects: 'Every org has this, unless its plan or an override says otherwise.',
		platform: 'the platform',
		applied: (owner: string, revision: number, count: number, listed: readonly string[], rest: number) =>
			`Configuration of ${owner}, revision ${revision}: ${count === 1 ? '1 entry' : `${count} entries`}${
				listed.length > 0 ? ` (${list(listed)}${rest > 0 ? ` and ${rest} more` : ''})` : ''
			}.`,
	},
	traffic: {
		the_org: 'the org',
		blocked: (cidr: string, org: string) => `${cidr} is blocked from ${org}.`,
		allowed: (cidr: string, org: string) => `${cidr} may reach ${org}.`,
		unblocked: (cidr: string, org: string) => `${cidr} is no longer blocked from ${org}.`,
		disallowed: (cidr: string, org: string) => `${cidr} is no longer on the list of addresses that may reach ${org}.`,
		only_allowed: 'Only addresses on that list get in.',
		rotated: (host: string) => `Webhook endpoint ${host}: new signing key. The old one works for another 24 hours.`,
	},
	platform: {
		confirmed: 'A change was confirmed.',
		ended: 'A change was rolled back.',
		granted: 'A request was granted.',
		declined: 'A request was declined.',
	},
	/** Actions that no row tells. */
	actions: {
		'webhook_endpoints.rotate_key': (what: string) =>
			sentence(`${what}: new signing key. The old one works for another 24 hours`),
	} as Record<string, ((subject: string) => string) | undefined>,
} as const
