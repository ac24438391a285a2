// The API has prices for 1,000 tokens. Vendors quote them for a million, so that's what the console shows and takes.

export const PRICES = [
	'cost_per_1k_input',
	'cost_per_1k_output',
	'cost_per_1k_cache_write',
	'cost_per_1k_cache_read',
] as const
type Prices = Record<(typeof PRICES)[number], number | null>

// A price as it's typed has fewer digits. The multiplication must not add some.
const exact = (price: number) => Number(price.toPrecision(12))

/** A model with its prices for a million tokens. */
export const quoted = <M extends Partial<Prices>>(model: M): M => ({
	...model,
	...Object.fromEntries(
		PRICES.flatMap((name) => (typeof model[name] === 'number' ? [[name, exact(model[name] * 1_000)]] : [])),
	),
})

/** The price for 1,000 tokens of one for a million. Null stays null. */
export const storedPrice = (price: number | null): number | null => price && exact(price / 1_000)

/** A model's prices for a million input and output tokens. */
export function pricesOf(model: Pick<Prices, 'cost_per_1k_input' | 'cost_per_1k_output'>): string {
	const { cost_per_1k_input, cost_per_1k_output } = quoted(model)
	return `${cost_per_1k_input} / ${cost_per_1k_output}`
}
