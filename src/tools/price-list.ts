import { calcPrice, findProvider, type ModelInfo, type ModelPrice } from '@pydantic/genai-prices'

// What vendors ask for their models, from a public price list. Plinth's price is flat, so of prices that depend on the length of a
// prompt or on the time of day the highest counts.

/** The price list that is installed. The package has no date in it, so a test holds this to the version. */
export const PRICE_LIST = { name: '@pydantic/genai-prices', version: '0.1.8', date: '2026-09-23' }

/** The prices of a model by the name of the field in Plinth, in dollars per 1,000,000 tokens. */
export type Prices = Record<(typeof FIELDS)[number][0], number | null>

const FIELDS = [
	['cost_per_1k_input', 'input_mtok'],
	['cost_per_1k_output', 'output_mtok'],
	['cost_per_1k_cache_read', 'cache_read_mtok'],
	['cost_per_1k_cache_write', 'cache_write_mtok'],
] as const

interface Found {
	highest: Prices
	/** As the highest, where no price has tiers. */
	lowest: Prices
	/** What a cache write for an hour costs, which is more than the price of a cache write. */
	hour: number | undefined
}

const most = (values: number[]) => Math.max(...values)
const least = (values: number[]) => Math.min(...values)

const VENDORS: Record<string, string> = { vendor_a: 'openai', vendor_b: 'anthropic' }

/** The vendor of a provider in the price list: by its own address, else by its kind. */
export function vendorOf(kind: string, base_url: string | null): string | undefined {
	return base_url === null ? VENDORS[kind] : findProvider({ providerApiUrl: base_url })?.id
}

/** What a vendor asks for a model, or undefined if the list has no price per token for it. */
export function pricesOf(vendor: string, model: string, at = new Date()): Found | undefined {
	const found = calcPrice({}, model, { providerId: vendor, timestamp: at })
	if (!found) return undefined
	const lists = inForce(found.model, at)
	if (!lists.some(({ input_mtok, output_mtok }) => input_mtok !== undefined || output_mtok !== undefined))
		return undefined
	const hour = chosen(lists, 'cache_write_1h_mtok', most)
	const highest = pricesIn(lists, most)
	const isHigher = hour !== null && hour > (highest.cost_per_1k_cache_write ?? 0)
	return { highest, lowest: pricesIn(lists, least), hour: isHigher ? hour : undefined }
}

/** The lists that are in force on a day: the newest that has begun, and those of hours of the day after it. */
function inForce({ prices }: ModelInfo, at: Date): ModelPrice[] {
	if (!Array.isArray(prices)) return [prices]
	const begun = prices.filter(
		({ constraint }) => constraint?.type !== 'start_date' || at >= new Date(constraint.start_date),
	)
	const newest = begun.findLastIndex(({ constraint }) => constraint?.type !== 'time_of_date')
	return begun.slice(Math.max(newest, 0)).map((conditional) => conditional.prices)
}

type Choose = (values: number[]) => number

const pricesIn = (lists: ModelPrice[], choose: Choose) =>
	Object.fromEntries(
		FIELDS.map(([field, key]) => {
			const isOptional = field.includes('cache')
			return [field, chosen(lists, key, choose) ?? (isOptional ? null : 0)]
		}),
	) as Prices

/** One of all that a price can be, or null where the model has no such price. */
function chosen(lists: ModelPrice[], key: string, choose: Choose): number | null {
	const values = lists.flatMap((list) => {
		const price = list[key]
		if (price === undefined) return []
		return typeof price === 'number' ? [price] : [price.base, ...price.tiers.map((tier) => tier.price)]
	})
	return values.length === 0 ? null : choose(values)
}
