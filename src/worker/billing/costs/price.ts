import { PLATFORM } from '../../ground/db/columns.ts'

// The price of a model. `costing.ts` has what a run costs by it.

/** The columns of a model that decide its price. */
interface Priced {
	multiplier: number
	cost_per_1k_input: number
	cost_per_1k_output: number
	cost_per_1k_cache_write: number | null
	cost_per_1k_cache_read: number | null
}

/** What decides what a run on a model costs. The hold of a run keeps it as JSON. */
export interface Price {
	model_id: string
	scope: 'org' | 'platform'
	/** Billionths of a US dollar per 1,000 tokens. */
	input: number
	output: number
	/** Null where the price of input counts. */
	cache_write: number | null
	cache_read: number | null
	/** In millionths. */
	multiplier: number
}

/** The terms by which a price becomes credits. */
export interface Rates {
	credits_per_usd: number
	/** The percent of the credits that the org pays for runs on its own models. */
	own_models_percent: number
}

/** A hundred dollars per 1,000 tokens. */
export const MAX_COST_PER_1K = 100
const NANO = 1_000_000_000
const MILLION = 1_000_000
/** A stored multiplier beyond this counts as this. */
export const MAX_MILLIONTHS = 1_000_000_000_000_000

/** A price as it counts: whole billionths of a dollar, half of one rounded up. */
const nano = (cost_per_1k: number): number => Math.floor(Math.min(cost_per_1k * NANO + 0.5, MAX_COST_PER_1K * NANO))

/** The same in dollars. */
export const costThatCounts = (cost_per_1k: number): number => nano(cost_per_1k) / NANO

const nanoOrNull = (cost_per_1k: number | null) => (cost_per_1k === null ? null : nano(cost_per_1k))

/** What decides the price of a model. */
export const priceOf = (model_id: string, scope: Price['scope'], model: Priced): Price => ({
	model_id,
	scope,
	input: nano(model.cost_per_1k_input),
	output: nano(model.cost_per_1k_output),
	cache_write: nanoOrNull(model.cost_per_1k_cache_write),
	cache_read: nanoOrNull(model.cost_per_1k_cache_read),
	multiplier: Math.floor(Math.min(model.multiplier * MILLION + 0.5, MAX_MILLIONTHS)),
})

/** Whether a model has a price. A multiplier of 0 makes a model of the platform free on purpose. */
export const hasPrice = ({ scope, multiplier, input, output, cache_write, cache_read }: Price): boolean =>
	Math.max(input, output, cache_write ?? 0, cache_read ?? 0) > 0 || (scope === PLATFORM && multiplier === 0)

/** The multiplier that counts. An org writes its models itself, so its own makes a run dearer and never cheaper. */
export const multiplierOf = ({ scope, multiplier }: Price): number =>
	(scope === PLATFORM ? multiplier : Math.max(MILLION, multiplier)) / MILLION

/** What 1,000,000 tokens cost in credits: of each kind the number of JSON that is nearest to the exact one. */
export function creditsPerMillion(price: Price, { credits_per_usd, own_models_percent }: Rates) {
	const percent = price.scope === PLATFORM ? 100 : own_models_percent
	const factor = BigInt(credits_per_usd) * BigInt(Math.round(multiplierOf(price) * MILLION)) * BigInt(percent)
	const inCredits = (cost: number) => {
		// Per 1,000,000 tokens in dollars it's cost ÷ 10^6; the multiplier is in millionths, and the share in percent.
		const digits = (BigInt(cost) * factor).toString().padStart(15, '0')
		return Number(`${digits.slice(0, -14)}.${digits.slice(-14)}`)
	}
	return {
		input: inCredits(price.input),
		output: inCredits(price.output),
		cache_write: price.cache_write === null ? null : inCredits(price.cache_write),
		cache_read: price.cache_read === null ? null : inCredits(price.cache_read),
	}
}

/** The prices as a runtime counts by them, in dollars per 1,000 tokens. */
export const dollarsPerThousand = ({ input, output, cache_write, cache_read }: Price) => ({
	cost_per_1k_input: input / NANO,
	cost_per_1k_output: output / NANO,
	cost_per_1k_cache_write: cache_write === null ? null : cache_write / NANO,
	cost_per_1k_cache_read: cache_read === null ? null : cache_read / NANO,
})
