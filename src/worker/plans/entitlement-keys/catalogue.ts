// The entitlements that Plinth itself reads, each with its type, its bounds and its default. Whoever writes or reads one of them
// looks here. Any other key is free, also under the same prefixes.

export const VALUE_TYPES = ['integer', 'boolean', 'string'] as const

export type ValueType = (typeof VALUE_TYPES)[number]

/** Integers stay exact in JSON. */
const MAX = Number.MAX_SAFE_INTEGER

const amount = (value: string, description: string, zero_means: string) => ({
	value_type: 'integer' as const,
	min: 0,
	max: MAX,
	default: value,
	description,
	zero_means,
})

const limit = (value: string, description: string) => ({ ...amount(value, description, 'No limit'), min: -MAX })

/** An org without a plan has the defaults: its runs are unlimited, and few orgs ever reach the other limits. */
export const CATALOGUE = {
	'credit.initial_grant': amount('0', 'The credits that the org of somebody who registers gets.', 'No grant'),
	'credit.invite_reward': amount(
		'0',
		'The credits for the inviter, when the first run with a cost ends in the org of the invited user.',
		'No reward',
	),
	'credit.invitee_reward': amount(
		'0',
		'The credits for the new org of a user who registers with an invite code.',
		'No reward',
	),
	'credits.low_threshold': amount(
		'100',
		'The balance at which `credits.low` is emitted.',
		'The event comes with `credits.exhausted`',
	),
	'credits.monthly_grant': amount('0', 'The credits for each UTC month with an active subscription.', 'No grant'),
	'credits.overdraft': {
		...amount(
			'-1',
			'How far runs may hold credits beyond the balance at the same time. Negative: no bound.',
			'Runs hold what the balance has; less than 0 is no bound',
		),
		min: -MAX,
	},
	'credits.own_models_percent': {
		...amount(
			'100',
			'The percent of the credits that an org pays for runs on its own models.',
			'Runs on own models cost no credits',
		),
		max: 100,
	},
	'credits.per_usd': {
		...amount('', 'The credits that a US dollar of run cost takes.', 'Each run with a cost takes 1 credit'),
		// The variable `CREDITS_PER_USD`.
		default: undefined,
	},
	'limit.api_keys': limit('50', 'The API keys of a user in an org.'),
	'limit.audit_rows_per_day': limit(
		'5000',
		'The changes of an org in a UTC day that its log keeps with their states. Later ones are kept without them.',
	),
	'limit.budgets': limit('50', 'The budgets of an org.'),
	'limit.concurrent_runs': limit('0', 'The runs at the same time. The agent runtime enforces it.'),
	'limit.directory_people': limit(
		'10000',
		'The people whom the directories of an org made known, with those who left.',
	),
	'limit.invitations': limit('20', 'The open invitations of an org.'),
	'limit.llm_models': limit('500', 'The models of an org.'),
	'limit.llm_providers': limit('50', 'The LLM providers of an org.'),
	'limit.mcp_configs': limit('100', 'The MCP configs of an org.'),
	'limit.org_members': limit('1000', 'The members of an org.'),
	'limit.orgs': limit('10', 'The orgs that a user owns. The largest value among these orgs counts.'),
	'limit.referral_rewards_per_day': limit('10', 'The referral rewards of an inviter on a UTC day.'),
	'limit.revision_bytes': limit('20000000', "The compressed bytes of an org's configuration revisions."),
	'limit.service_account_keys': limit('10', 'The keys of a service account.'),
	'limit.service_accounts': limit('50', 'The service accounts of an org.'),
	'limit.team_members': limit('0', 'The members of a team. The agent runtime enforces it.'),
	'limit.trials_per_day': limit('500', 'The changes of an org in 24 hours that wait for a confirmation.'),
	'limit.undo_bytes': limit('50000000', 'The bytes that an org keeps to revert its changes.'),
	'mcp.stdio': {
		value_type: 'boolean',
		min: null,
		max: null,
		default: 'false',
		description: "Whether the org's stdio servers run, which are commands on the machine of the agent runtime.",
		zero_means: null,
	},
	'runtime.stale_s': amount(
		'86400',
		'For how many seconds a runtime may use sealed credentials from its memory or store.',
		'Only fresh ones',
	),
} as const

/** What decides which cost of a run counts: configuration entries with their values, of which the first is the default. */
export const BILLING_ENTRIES = {
	'billing.cost_source': ['priced', 'reported'],
	'billing.own_prices': ['show', 'count'],
	'billing.unpriced': ['allow', 'refuse'],
} as const

/** Keys that only the agent runtime reads. Plans and overrides may give them any value, but their default is an integer. */
const QUOTAS = {
	'quota.runs_per_month': limit('0', 'The runs in a month.'),
	'quota.tokens_per_month': limit('0', 'The tokens in a month.'),
} as const

type Catalogue = typeof CATALOGUE

export type EntitlementKey = keyof Catalogue

export type KeyOf<Type extends ValueType> = {
	[Key in EntitlementKey]: Catalogue[Key]['value_type'] extends Type ? Key : never
}[EntitlementKey]

/** What the catalogue says of a key. */
export type Known = Catalogue[EntitlementKey]

const KNOWN: ReadonlyMap<string, Known> = new Map(Object.entries(CATALOGUE))
const DEFAULTED: ReadonlyMap<string, Known> = new Map([...KNOWN, ...Object.entries(QUOTAS)])

export const KEYS = [...KNOWN.keys()]

/** The keys that have a default, which a configuration entry can replace. */
export const DEFAULTED_KEYS = [...DEFAULTED.keys()]

/** What the catalogue says of a key; undefined for a free one. */
export const known = (key: string) => KNOWN.get(key)

/** What the default of a key can be; undefined for a key without one. */
export const defaulted = (key: string) => DEFAULTED.get(key)

/** Whether an entitlement of this key makes credits, so setting it asks for a proof. */
export const givesCredits = (key: string) =>
	key === 'credits.monthly_grant' || key === 'credits.overdraft' || key.startsWith('credit.')

/** The default of `credits.per_usd`: the variable `CREDITS_PER_USD`. */
export function defaultPerUsd({ CREDITS_PER_USD }: Env): string {
	const credits = Number(CREDITS_PER_USD)
	if (!(Number.isInteger(credits) && credits >= 0 && credits <= 1_000_000))
		throw new Error('CREDITS_PER_USD must be an integer from 0 to 1000000')
	return String(credits)
}

/** The catalogue with the defaults of this deployment. */
export const catalogueOf = (env: Env) => [...KNOWN].map((one) => ofDeployment(env, one))

/** The keys that have a default, with those of this deployment. */
export const defaultsOf = (env: Env) => [...DEFAULTED].map((one) => ofDeployment(env, one))

const ofDeployment = (env: Env, [key, one]: readonly [string, Known]) => ({
	key,
	...one,
	default: one.default ?? defaultPerUsd(env),
})
