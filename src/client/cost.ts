import type { Terms, Totals } from './types.ts'

// What a run costs so far, as Plinth counts it.

/** A run costs a million dollars at most. */
const MAX_MICROUSD = 1_000_000_000_000

/** In whole billionths of a dollar per 1,000 tokens. */
const nano = (cost_per_1k: number | null | undefined): bigint => BigInt(Math.floor((cost_per_1k ?? 0) * 1e9 + 0.5))

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** What the tokens cost by the price in the terms, in micro-dollars; undefined if none counts, or nothing was used. */
function pricedMicrousd(totals: Totals, terms: Terms): number | undefined {
	const { total_input_tokens = 0, total_output_tokens = 0 } = totals
	if (!terms.price || total_input_tokens + total_output_tokens === 0) return undefined
	const input = BigInt(total_input_tokens)
	const read = least(BigInt(totals.total_cache_read_tokens ?? 0), input)
	const written = least(BigInt(totals.total_cache_write_tokens ?? 0), input - read)
	const { cost_per_1k_input, cost_per_1k_output, cost_per_1k_cache_read, cost_per_1k_cache_write } = terms
	// A thousandth of a billionth of a dollar.
	const cost =
		(input - read - written) * nano(cost_per_1k_input) +
		read * nano(cost_per_1k_cache_read ?? cost_per_1k_input) +
		written * nano(cost_per_1k_cache_write ?? cost_per_1k_input) +
		BigInt(total_output_tokens) * nano(cost_per_1k_output)
	if (cost === 0n) return 0
	return Math.min(Math.max(Number((cost + 500_000n) / 1_000_000n), 1), MAX_MICROUSD)
}

/** Plinth counts in micro-dollars, and never nothing for something. */
function reportedMicrousd({ total_cost_usd }: Totals): number | undefined {
	return total_cost_usd && Math.max(1, Math.round(total_cost_usd * 1e6))
}

/** The credits that a run has taken so far. */
export function creditsOf(totals: Totals, terms: Terms): number {
	const [priced, reported] = [pricedMicrousd(totals, terms), reportedMicrousd(totals)]
	const isPriced = priced !== undefined && (terms.cost_source === 'priced' || reported === undefined)
	const micros = isPriced ? priced : (reported ?? 0)
	const { credits_per_usd, multiplier, percent = 100 } = terms
	if (micros === 0 || multiplier === 0 || percent === 0) return 0
	return Math.max(1, Math.ceil(Number(((micros * credits_per_usd * multiplier * (percent / 100)) / 1e6).toFixed(6))))
}
