import type { Schema } from '../api.ts'
import type { Scope } from '../session/scope.ts'
import { amount, price } from '../ui/format.ts'

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

const pair = (first: number | null, second: number | null) =>
	first === null && second === null ? '–' : `${textOf(first)} / ${textOf(second)}`

const textOf = (one: number | null) => (one === null ? '–' : price(one))

/** A model's prices for a million input and output tokens. */
export function pricesOf(model: Pick<Prices, 'cost_per_1k_input' | 'cost_per_1k_output'>): string {
	const { cost_per_1k_input, cost_per_1k_output } = quoted(model)
	return pair(cost_per_1k_input, cost_per_1k_output)
}

/** It fills in public prices. */
export const COMMAND = 'npm run prices'

type Priced = Prices & Pick<Schema<'LlmModel'>, 'multiplier'>

/** Whether a run's tokens have a price. A multiplier of 0 gives a model of the platform away on purpose. */
export const hasPrice = (model: Priced, scope: Scope) =>
	PRICES.some((name) => (model[name] ?? 0) > 0) || (scope === 'platform' && model.multiplier === 0)

/** The credits that an org pays for a million input and output tokens at the usual rate, in credits per US dollar. */
export function creditsOf(model: Priced, rate: number): string {
	const { cost_per_1k_input, cost_per_1k_output } = quoted(model)
	return [cost_per_1k_input, cost_per_1k_output]
		.map((price) => amount(exact((price ?? 0) * rate * model.multiplier)))
		.join(' / ')
}

/** A model's prices for a million tokens that a cache serves and takes. They're those of the input where none is set. */
export function cachePricesOf(model: Prices): string {
	const { cost_per_1k_cache_read, cost_per_1k_cache_write } = quoted(model)
	return pair(cost_per_1k_cache_read, cost_per_1k_cache_write)
}
