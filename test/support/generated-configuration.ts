import { type Document, type Entry, secret } from './configuration.ts'
import { choices } from './property.ts'

// Random documents, from a seed: anything an org's configuration may contain, with defaults omitted here and there.

type Below = ReturnType<typeof choices>

const pick = <T>(below: Below, list: readonly T[]): T => list[below(list.length)] as T

/** A few of the keys, each with what `make` returns for it. */
function some(below: Below, keys: readonly string[], make: (key: string) => unknown): Entry {
	return Object.fromEntries(keys.flatMap((key) => (below(100) < 45 ? [[key, make(key)]] : [])))
}

const maybe = (below: Below, field: string, make: () => unknown): Entry => (below(2) === 0 ? { [field]: make() } : {})

const ODD = ["'; DROP TABLE plans; --", '\u0001\t\n', '1e5', 'null', '𝒳']
const TEXTS = ['', 'x', 'Größe 大きい', '{"$secret":{"keep":true}}', '****', ...ODD]
const NUMBERS = [0, 1, 0.1, 2.5, 1e-9, 123_456.789, 0.000_25, 1e21, Math.E]
/** A price is at most a hundred dollars per 1,000 tokens. */
const PRICES = NUMBERS.filter((price) => price <= 100)
const KEYS = ['sk-0123456789abcdef', 'k', 'another-key-that-is-long-enough']
const FREE = [{}, { a: 1 }, { z: [1, { y: null }], a: { c: true, b: '1' } }, { temperature: 0.2, 'x.y': [] }]

export function orgDocument(seed: number, flags: readonly string[]): Document {
	// Spread, because neighboring seeds begin with the same choices.
	const below = choices(seed * 7_919 + 17)
	const text = () => pick(below, TEXTS)
	const entitlement = (key: string) => {
		const anyType = pick(below, ['integer', 'boolean', 'string'] as const)
		const value_type = key === 'limit.team_members' ? 'integer' : anyType
		const value = { integer: String(below(1000) - 500), boolean: pick(below, ['true', 'false']), string: text() }[
			value_type
		]
		return {
			value,
			value_type,
			...maybe(below, 'reason', text),
			...maybe(below, 'expires_at', () => '2126-01-01T02:00:00+02:00'),
		}
	}
	const model = () => ({
		...maybe(below, 'priority', () => below(20) - 10),
		...maybe(below, 'tags', () => [pick(below, ['fast', 'Größe'])]),
		...maybe(below, 'when', () => pick(below, [{}, { 'task.kind': 'search', tokens: { gte: 1000 } }])),
		...maybe(below, 'advanced_json', () => pick(below, FREE)),
		...maybe(below, 'multiplier', () => pick(below, NUMBERS)),
		...maybe(below, 'cost_per_1k_input', () => pick(below, PRICES)),
		...maybe(below, 'cost_per_1k_cache_read', () => pick(below, [null, ...PRICES])),
	})
	const models = () => {
		const made = some(below, ['small', 'large', 'a.b', 'constructor', '大'], model)
		const [first] = Object.values(made) as Entry[]
		if (first && below(2) === 0) first.is_default = true
		return made
	}
	const provider = () => ({
		provider: pick(below, ['vendor_a', 'vendor_b']),
		api_key: secret(pick(below, KEYS)),
		...maybe(below, 'base_url', () => pick(below, [null, 'https://API.example.com/v1/', 'https://b.example.com'])),
		...maybe(below, 'vendor_a_api_mode', () => pick(below, [null, 'auto', 'responses'])),
		...maybe(below, 'advanced_json', () => pick(below, [null, ...FREE])),
		...maybe(below, 'models', models),
	})
	const server = () => ({
		...(below(2) === 0
			? {
					transport: 'stdio',
					command: 'run --it',
					...maybe(below, 'env', () => secret(pick(below, [{ A: 'b' }, {}, { N: 1, B: true }]))),
				}
			: {
					transport: pick(below, ['http_sse', 'streamable_http']),
					url: pick(below, ['https://mcp.example.com/a?token=x', 'https://mcp.example.com/b']),
				}),
		...maybe(below, 'bearer_token', () => pick(below, [null, secret(pick(below, KEYS))])),
		...maybe(below, 'args', () => pick(below, [[], ['-v', 'a b'], TEXTS])),
		...maybe(below, 'cwd', () => pick(below, [null, '/srv'])),
		...maybe(below, 'call_timeout_ms', () => 100 + below(1000)),
		...maybe(below, 'is_active', () => below(2) === 0),
	})
	// Scope, subject, unit and window can't change, so they follow from the name.
	const budget = (key: string) => ({
		scope: key === '大' ? 'run' : 'agent',
		unit: 'credits',
		window: key === '大' ? 'total' : 'month',
		limit: below(1000),
		...maybe(below, 'mode', () => pick(below, ['enforce', 'observe'])),
		...maybe(below, 'alerts', () => pick(below, [[], [80], [1, 50, 100]])),
		...maybe(below, 'expires_at', () => '2126-01-01T02:00:00+02:00'),
	})
	const endpoint = () => ({
		events: pick(below, [['*'], ['run.completed', 'run.failed'], ['subscription.expired']]),
		...maybe(below, 'enabled', () => below(3) > 0),
		...maybe(below, 'secret', () => pick(below, [null, secret('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')])),
	})
	const tool = (key: string) => ({
		...(key === 'web_search.keyed' && below(2) === 0 ? { is_active: true } : {}),
		...maybe(below, 'base_url', () => pick(below, [null, 'https://search.example.com/', 'https://other.example.com'])),
		...maybe(below, 'api_key', () => pick(below, [null, secret(pick(below, KEYS))])),
	})
	const urls = some(below, ['https://hooks.example.com/a', 'https://hooks.example.com/b?key=1'], endpoint)
	if (Object.hasOwn(urls, 'https://hooks.example.com/a') && below(2) === 0)
		urls['https://hooks.example.com/a#2'] = endpoint()
	return {
		version: 1,
		feature_flag_overrides: some(below, flags, () => ({ enabled: below(2) === 0 })),
		entitlement_overrides: some(
			below,
			['quota.runs_per_month', 'Any text, even 大', 'limit.team_members'],
			entitlement,
		),
		tool_providers: some(below, ['web_search.keyed', 'web_search.selfhosted', 'web_fetch.optional_key'], tool),
		llm_providers: some(below, ['acme', 'Größe', 'constructor', 'a.b'], provider),
		mcp_configs: some(below, ['issues', 'toString', 'docs 2'], server),
		ip_rules: some(
			below,
			['allowlist 2001:db8::/32', 'allowlist 10.0.0.7', 'blocklist 203.0.113.9/24', 'blocklist ::ffff:192.0.2.1'],
			() => maybe(below, 'note', () => pick(below, [null, ...TEXTS])),
		),
		webhook_endpoints: urls,
		budgets: some(below, ['Each agent', 'constructor', '大'], budget),
	}
}

/** What a platform's configuration may contain. */
export function platformDocument(seed: number): Document {
	// Spread, because neighboring seeds begin with the same choices.
	const below = choices(seed * 7_919 + 17)
	const keys = ['law.a', 'law.b', 'law.c.d', 'law.e']
	const entitlements = () =>
		some(below, ['credits.monthly_grant', 'quota.x', 'constructor'], () => ({
			value: String(below(9)),
			value_type: 'integer',
		}))
	return {
		version: 1,
		plans: some(below, keys, () => ({
			display_name: pick(below, ['Team', '  Größe ', '"']),
			...maybe(below, 'entitlements', entitlements),
		})),
		feature_flags: some(below, keys, () => ({
			default_value: below(2) === 0,
			...maybe(below, 'description', () => pick(below, TEXTS)),
		})),
		config_entries: {
			...some(below, keys, () => ({ value: pick(below, ['x', '1', '{"a":1}']) })),
			...some(below, ['law.token'], () => ({ value: secret(pick(below, KEYS)) })),
		},
	}
}
