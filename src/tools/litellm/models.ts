import { isDeepStrictEqual } from 'node:util'
import { type Config, type Deployment, type Fields, type Note, textIn } from './state.ts'

// The deployments of a LiteLLM proxy as LLM providers of the platform: one for each account, with the vendor's models under it.

interface Vendor {
	provider: 'vendor_a' | 'vendor_b'
	/** The address of its API, where LiteLLM knows it by itself. Null is Plinth's own default. */
	base_url: string | null
}

/** What speaks OpenAI's or Anthropic's API, by the prefix of LiteLLM's models. */
const VENDORS = new Map<string, Vendor>(
	Object.entries({
		openai: { provider: 'vendor_a', base_url: null },
		anthropic: { provider: 'vendor_b', base_url: null },
		deepseek: { provider: 'vendor_a', base_url: 'https://api.deepseek.com/v1' },
		fireworks_ai: { provider: 'vendor_a', base_url: 'https://api.fireworks.ai/inference/v1' },
		groq: { provider: 'vendor_a', base_url: 'https://api.groq.com/openai/v1' },
		mistral: { provider: 'vendor_a', base_url: 'https://api.mistral.ai/v1' },
		openrouter: { provider: 'vendor_a', base_url: 'https://openrouter.ai/api/v1' },
		together_ai: { provider: 'vendor_a', base_url: 'https://api.together.xyz/v1' },
		xai: { provider: 'vendor_a', base_url: 'https://api.x.ai/v1' },
	}),
)

/** Prefixes of servers that speak OpenAI's API at an address of one's own. */
const AT_AN_ADDRESS = ['hosted_vllm', 'litellm_proxy', 'lm_studio', 'openai_like', 'custom_openai']

const PRICES: Record<string, string> = {
	input_cost_per_token: 'cost_per_1k_input',
	output_cost_per_token: 'cost_per_1k_output',
	cache_read_input_token_cost: 'cost_per_1k_cache_read',
	cache_creation_input_token_cost: 'cost_per_1k_cache_write',
}

const CARRIED = new Set(['model', 'api_base', 'api_key', 'custom_llm_provider', ...Object.keys(PRICES)])

interface Provider extends Vendor {
	/** The variable that holds its key. */
	variable: string | undefined
	models: Record<string, Fields>
}

export interface PlannedModels {
	/** As the configuration document has them, without keys. */
	providers: Record<string, Provider>
	notes: Note[]
}

interface Prices {
	/** As a model has them. */
	fields: Fields
	/** What isn't as it was. */
	notes: string[]
}

type Environment = Record<string, string | undefined>

/** The name of the variable in `os.environ/NAME`. */
const variableIn = (value: unknown) => /^os\.environ\/(\w+)$/.exec(textIn(value))?.[1]

export function modelsOf({ model_list = [] }: Config, listed: Fields[], env: Environment): PlannedModels {
	// The names are those of a file, which may be __proto__.
	const planned: PlannedModels = { providers: Object.create(null) as PlannedModels['providers'], notes: [] }
	const stored = (listed as unknown as Deployment[]).filter((one) => one.litellm_params?.model !== undefined)
	for (const deployment of model_list) add(planned, deployment, pricesIn(deployment, stored), env)
	// What is in the proxy's database is in no file.
	for (const deployment of stored.filter(({ model_info }) => model_info?.db_model === true))
		add(planned, deployment, pricesIn(deployment, []), env)
	return planned
}

function add(
	{ providers, notes }: PlannedModels,
	{ model_name, litellm_params }: Deployment,
	{ fields: prices, notes: ofPrices }: Prices,
	env: Environment,
) {
	const given = String(litellm_params.model)
	const what = `${model_name} (${given})`
	if (given.includes('*') || model_name.includes('*')) {
		notes.push({ what, why: 'It stands for many models. List each of them.' })
		return
	}
	const { prefix, model } = named(given, litellm_params.custom_llm_provider)
	const address = addressIn(litellm_params.api_base, env)
	const vendor = vendorOf(prefix, address.url)
	if (address.missing !== undefined || !vendor) {
		const why = address.missing
			? `${address.missing}, which has its address, isn't set.`
			: `Plinth speaks OpenAI's and Anthropic's APIs, and ${prefix} speaks another one or has no address.`
		notes.push({ what, why })
		return
	}
	const variable = variableIn(litellm_params.api_key)
	const tags = model_name === model || model_name.length > 64 ? [] : [model_name]
	if (model_name.length > 64) notes.push({ what, why: 'Its name is longer than the 64 characters of a tag.' })
	place(providers, prefix, { ...vendor, variable, models: { [model]: { ...prices, tags } } })
	for (const why of ofPrices) notes.push({ what, why })
	if (Object.keys(prices).length === 0)
		notes.push({ what, why: 'It has no price per token. Runs with it cost what they report, until it has one.' })
	const others = Object.keys(litellm_params).filter((name) => !CARRIED.has(name))
	if (others.length > 0) notes.push({ what, why: `Not carried: ${others.join(', ')}.` })
}

/** Puts a model under the account that it belongs to, or under another one with a number where it's there with other prices. */
function place(providers: Record<string, Provider>, prefix: string, { models, ...account }: Provider) {
	const [[model, fields]] = Object.entries(models) as [[string, Fields]]
	for (let number = 1; ; number += 1) {
		const name = number === 1 ? prefix : `${prefix}-${number}`
		const { models: there, ...its } = providers[name] ?? { models: {}, ...account }
		const same = Object.hasOwn(there, model) ? there[model] : undefined
		if (!isDeepStrictEqual(its, account) || (same && !isDeepStrictEqual(untagged(same), untagged(fields)))) continue
		if (same && isDeepStrictEqual(same.tags, fields.tags)) continue
		const tags = [...new Set([...tagsOf(same), ...tagsOf(fields)])]
		providers[name] = { ...account, models: { ...there, [model]: { ...fields, tags } } }
		return
	}
}

const tagsOf = (fields: Fields | undefined) => (fields?.tags ?? []) as string[]
const untagged = ({ tags: _, ...prices }: Fields) => prices

/** A model without a prefix is one of the two vendors that LiteLLM knows by the names of their models. */
function named(given: string, vendor: unknown): { prefix: string; model: string } {
	const at = given.indexOf('/')
	const isPrefix = at > 0 && (VENDORS.has(given.slice(0, at)) || !vendor)
	if (isPrefix) return { prefix: given.slice(0, at), model: given.slice(at + 1) }
	return {
		prefix: typeof vendor === 'string' ? vendor : given.startsWith('claude') ? 'anthropic' : 'openai',
		model: given,
	}
}

function addressIn(value: unknown, env: Environment): { url: string | null; missing?: string } {
	const variable = variableIn(value)
	if (variable === undefined) return { url: typeof value === 'string' ? value : null }
	const url = env[variable]
	return url === undefined ? { url: null, missing: variable } : { url }
}

function vendorOf(prefix: string, url: string | null): Vendor | undefined {
	const known = VENDORS.get(prefix)
	if (known) return { ...known, base_url: url ?? known.base_url }
	return url !== null && AT_AN_ADDRESS.includes(prefix) ? { provider: 'vendor_a', base_url: url } : undefined
}

/** Dollars per 1,000 tokens, by nine places as Plinth counts them. A deployment's own prices come before those that the proxy knows. */
function pricesIn({ litellm_params, model_info, model_name }: Deployment, stored: Deployment[]): Prices {
	const known = stored.find(
		(one) => one.model_name === model_name && one.litellm_params.model === litellm_params.model,
	)?.model_info
	const prices: Prices = { fields: {}, notes: [] }
	for (const [theirs, ours] of Object.entries(PRICES)) {
		const given = litellm_params[theirs] ?? model_info?.[theirs] ?? known?.[theirs]
		if (given === null || given === undefined) continue
		// YAML takes `1e-6` for a number, the parser of the proxy for a text, and the proxy reads both.
		const price = typeof given === 'string' && given.trim() !== '' ? Number(given) : given
		const rounded = typeof price === 'number' ? Number((price * 1_000).toFixed(9)) : Number.NaN
		if (Number.isFinite(rounded)) prices.fields[ours] = rounded
		if (!Number.isFinite(rounded)) prices.notes.push(`${theirs} is no number, so it isn't carried.`)
		else if (rounded === 0 && price !== 0) prices.notes.push(`${theirs} is less than Plinth counts, and becomes 0.`)
	}
	return prices
}

const SETTINGS = ['router_settings', 'litellm_settings', 'general_settings']

/** What the file has beside its models: Plinth routes no requests, so it has no place for it. */
export function settingsOf({ model_list: _, ...sections }: Config): Note[] {
	const names = Object.entries(sections).flatMap(([section, value]) =>
		SETTINGS.includes(section) ? Object.keys(Object(value)).map((name) => `${section}.${name}`) : [section],
	)
	return names
		.filter((name) => name !== 'general_settings.master_key')
		.map((name) => ({ what: name, why: reasonOf(name.replace(/^\w+_settings\./, '')) }))
}

const REASONS: [RegExp, string][] = [
	[/fallback/, 'Plinth resolves one model and retries nothing. The agent asks again with another selector.'],
	[/cache|redis/, 'Plinth sees no prompts, so it caches no answers.'],
	[/guardrail/, 'Plinth sees no prompts, so it checks none.'],
	[/callback/, 'Webhooks tell what runs cost, and clients report them.'],
	[/budget/, 'A budget of the whole platform is set by hand: POST /v1/admin/budgets.'],
	[/^include$/, 'Other files are not read. Put their models into this one.'],
	[/^environment_variables$/, 'Keys come from the environment of this command only. Set them there.'],
	[/^mcp_servers$/, 'MCP servers are configured by hand: POST /v1/mcp-configs.'],
	[/database|store_model/, 'Plinth has a database of its own.'],
]

const reasonOf = (name: string) =>
	REASONS.find(([pattern]) => pattern.test(name))?.[1] ?? 'A setting of the proxy, for which Plinth has no place.'
