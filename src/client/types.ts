/** A key, as RFC 7517 writes it. The types of the packages name no other package. */
export interface JWK {
	kty?: string
	crv?: string
	x?: string
	y?: string
	d?: string
	kid?: string
	alg?: string
	use?: string
	key_ops?: string[]
}

/** Since when the answer is known to be right: null if Plinth gave it just now. */
interface Stale {
	stale_since: string | null
}

/** What stands in the place of a part of `begin` that didn't resolve. */
export interface NotResolved {
	error: string
	message: string
	details: Record<string, unknown>
}

export interface Model extends Stale {
	provider_id: string
	provider: string
	provider_name: string
	model_id: string
	model: string
	base_url: string | null
	api_key: string | null
	advanced_json: Record<string, unknown> | null
	multiplier: number
	[member: string]: unknown
}

export interface Tool extends Stale {
	group_name: string
	provider_name: string
	scope: 'org' | 'platform' | 'legacy'
	base_url: string | null
	api_key: string | null
	[member: string]: unknown
}

interface McpServer {
	id: string
	name: string
	transport: string
	url: string | null
	command: string
	args: string[]
	cwd: string | null
	env: Record<string, string>
	inherit_parent_env: boolean
	bearer_token: string | null
	call_timeout_ms: number
}

export interface McpServers extends Stale {
	servers: McpServer[]
	skipped: { id: string; name: string; reason: string }[]
}

export interface Flag extends Stale {
	key: string
	value: boolean
	reason: string
}

export interface Entitlement extends Stale {
	key: string
	value: unknown
	[member: string]: unknown
}

interface Price {
	input: number
	output: number
	cache_write: number | null
	cache_read: number | null
}

/** By what a run is charged. Plinth 0.2 answers the first two. */
export interface Terms {
	credits_per_usd: number
	multiplier: number
	percent?: number
	model_scope?: 'platform' | 'org' | null
	/** Which cost counts where there are two. */
	cost_source?: 'priced' | 'reported'
	/** In credits per 1,000,000 tokens. Null if no price counts. */
	price?: Price | null
	cost_per_1k_input?: number | null
	cost_per_1k_output?: number | null
	cost_per_1k_cache_write?: number | null
	cost_per_1k_cache_read?: number | null
}

interface Hold {
	credits: number
	tokens: number
	expires_at: string | null
}

interface HoldInput {
	credits?: number
	tokens?: number
}

/** What a run is, and what it asks for. */
export interface BeginInput {
	run_id?: string
	org_id?: string
	thread_id?: string
	user_id?: string
	agent_id?: string
	persona_id?: string
	selector?: string
	context?: Record<string, unknown>
	tools?: string[]
	mcp?: boolean
	flags?: string[]
	entitlements?: string[]
	hold?: HoldInput
	ttl_s?: number
	accept?: 'all' | 'part'
}

export interface Totals {
	/** Left out where the price of the model says what the run costs. */
	total_cost_usd?: number
	total_input_tokens?: number
	total_output_tokens?: number
	/** Parts of the input. */
	total_cache_read_tokens?: number
	total_cache_write_tokens?: number
}

export interface ProgressInput extends Totals {
	/** The model that ran, if the beginning resolved none. */
	model_id?: string
	hold?: HoldInput
	ttl_s?: number
	/** Asks people for more if budgets refuse. */
	ask?: Ask
	/** How long to wait for their answer. By default not at all. */
	wait_s?: number
}

/** What a run asks people for, beyond what budgets have left; by default what it lacked. */
interface Ask {
	reason: string
	credits?: number
	tokens?: number
	runs?: number
	expires_in_s?: number
}

type RunStatus = 'queued' | 'running' | 'completed' | 'failed' | 'cancelled'

export interface Report extends Totals {
	run_id: string
	org_id?: string | undefined
	status: RunStatus
	[field: string]: unknown
}

/** How the end of a run is reported. The totals are those of its last progress unless it says others. */
export interface EndInput extends Totals {
	status: 'completed' | 'failed' | 'cancelled'
	[field: string]: unknown
}

/** Where a run stands: by Plinth's last word, or by our own count while `is_local`. */
export interface Standing {
	run_id: string
	org_id: string | undefined
	hold: Hold
	terms: Terms
	budgets: Record<string, unknown>[]
	spent: { credits: number; tokens: number }
	is_local: boolean
}

/** What a beginning asked for, as the single questions answer it, or why it didn't resolve. */
export interface Parts {
	model?: Model | NotResolved
	tools?: (Tool | NotResolved)[]
	mcp?: McpServers | NotResolved
	flags?: (Flag | NotResolved)[]
	entitlements?: (Entitlement | NotResolved)[]
}

/** What Plinth answers about a run. */
export interface Begun {
	run: { run_id: string; org_id: string }
	hold: Hold
	budgets: Record<string, unknown>[]
	terms: Terms
	spent?: { credits: number; tokens: number }
}
