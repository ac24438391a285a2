import { creditsPerMillion, dollarsPerThousand, hasPrice, multiplierOf, type Price } from '../../billing/costs/price.ts'
import type { Terms } from '../../billing/runs/terms.ts'
import { PLATFORM } from '../../ground/db/columns.ts'

/** Whether a price of this layer counts at all. */
export const mayCount = ({ scope }: Price, terms: Terms) => scope === PLATFORM || terms.counts_own_prices

/** By what the run will be charged, so that its runtime can count by itself. */
export function toldTerms(price: Price | null, terms: Terms | undefined) {
	const counting = price && terms && mayCount(price, terms) && hasPrice(price) ? price : null
	return {
		credits_per_usd: terms?.credits_per_usd ?? 0,
		multiplier: price ? multiplierOf(price) : 1,
		percent: price?.scope === 'org' ? (terms?.own_models_percent ?? 100) : 100,
		model_scope: price?.scope ?? null,
		cost_source: counting?.scope === PLATFORM && terms?.is_priced_first ? ('priced' as const) : ('reported' as const),
		price: counting && terms ? creditsPerMillion(counting, terms) : null,
		...(counting ? dollarsPerThousand(counting) : NO_PRICE),
	}
}

const NO_PRICE = {
	cost_per_1k_input: null,
	cost_per_1k_output: null,
	cost_per_1k_cache_write: null,
	cost_per_1k_cache_read: null,
}
