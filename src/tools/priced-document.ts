import { isDeepStrictEqual } from 'node:util'
import { type Prices, pricesOf, vendorOf } from './price-list.ts'

type Fields = Record<string, unknown>

interface Provider extends Fields {
	provider: string
	base_url: string | null
	models: Record<string, Fields>
}

/** The platform's LLM providers, as the configuration document has them. */
export type Providers = Record<string, Provider>

interface Wanted {
	/** Selectors of models, in which a star stands for anything. Without one, all models. */
	models: string[]
	/** The `multiplier` that each model gets. Without one, it keeps its own. */
	margin: number | undefined
	at?: Date
}

interface Priced {
	/** The providers with a model whose price is in the list: whole, with only these models. */
	providers: Providers
	/** What to know of single models, one sentence each. */
	notes: string[]
	/** How many models the selectors name. */
	count: number
}

/** The part of the configuration document that gives the platform's models the prices of the list. */
export function priced(providers: Providers, { models: selectors, margin, at = new Date() }: Wanted): Priced {
	const isWanted = matcherOf(selectors)
	const notes: string[] = []
	let count = 0
	const changed = Object.entries(providers).map(([name, provider]): [string, Provider] => {
		const vendor = vendorOf(provider.provider, provider.base_url)
		const wanted = Object.entries(provider.models).filter(([model]) => isWanted(`${name}^${model}`))
		count += wanted.length
		const models = wanted.flatMap(([model, entry]): [string, Fields][] => {
			const found = vendor === undefined ? undefined : pricesOf(vendor, model, at)
			const selector = `${name}^${model}`
			if (!found) {
				notes.push(
					vendor === undefined
						? `${selector}: the price list doesn't know the address of its provider.`
						: `${selector}: the price list doesn't have it.`,
				)
				return []
			}
			const { highest, lowest, hour } = found
			if (!isDeepStrictEqual(highest, lowest))
				notes.push(
					`${selector} has prices in tiers. It gets the highest, ${told(highest)}; the lowest is ${told(lowest)}.`,
				)
			if (hour !== undefined)
				notes.push(
					`${selector}: a cache write that lasts an hour costs $${hour} at the vendor, and is counted as any cache write.`,
				)
			return [[model, { ...entry, ...perThousand(highest), ...(margin !== undefined && { multiplier: margin }) }]]
		})
		return [name, { ...provider, models: Object.fromEntries(models) }]
	})
	return {
		providers: Object.fromEntries(changed.filter(([, { models }]) => Object.keys(models).length > 0)),
		notes,
		count,
	}
}

/** Selectors compare without case, as everywhere. */
function matcherOf(selectors: string[]): (selector: string) => boolean {
	const patterns = selectors.map((selector) => {
		const parts = selector
			.trim()
			.split('*')
			.map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
		return new RegExp(`^${parts.join('.*')}$`, 'isu')
	})
	return (selector) => patterns.length === 0 || patterns.some((pattern) => pattern.test(selector))
}

/** Prices count in nano-dollars per 1,000 tokens, so nine places are all of them. */
const perThousand = (prices: Prices) =>
	Object.fromEntries(
		Object.entries(prices).map(([field, price]) => [field, price === null ? null : Number((price / 1000).toFixed(9))]),
	)

const told = ({ cost_per_1k_input, cost_per_1k_output }: Prices) =>
	`$${cost_per_1k_input} in and $${cost_per_1k_output} out per 1,000,000 tokens`
