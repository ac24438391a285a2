import { FRESH_MS, isolateCache, OUTAGE_MS } from '../../ground/db/cache.ts'
import type { Value } from './fit.ts'

/** By what the runs of an org are charged. The slices below can't see models, but what they change decides the rest. */
export interface Terms {
	/** The effective `credits.per_usd`. */
	credits_per_usd: number
	/** The effective `credits.low_threshold`. */
	low_threshold: number
	/** The UTC month for which the org has all of its monthly grant; null while some of it is due. */
	granted_month: string | null
	/** Whether the org has a webhook endpoint. */
	has_endpoints: boolean
	/** The effective `credits.own_models_percent`. */
	own_models_percent: number
	/** Whether the org or the platform has any provider. Without one, no run has a price. */
	has_models: boolean
	/** Of a platform's model, whether its price counts before what was reported. */
	is_priced_first: boolean
	/** Whether the prices of an org's own models count where nothing was reported. */
	counts_own_prices: boolean
	/** Whether no run begins on a model that has no price. */
	refuses_unpriced: boolean
}

/**
 * The terms that this isolate last read, by org. It keeps them for five seconds, so a change made elsewhere counts within five
 * seconds, and uses them for a minute while D1 doesn't answer.
 */
export const rememberedTerms = isolateCache<Terms>(FRESH_MS, { name: 'terms', standsInFor: OUTAGE_MS })

/** What may grant an org something, now or soon. What counts is decided when it's used, so it ends on time. */
export interface Grants {
	/** The configuration entries that set defaults. */
	entries: { key: string; value: string }[]
	of_plan: (Value & { current_period_start: string; current_period_end: string })[]
	overrides: (Value & { expires_at: string | null })[]
}

const weightOfGrants = ({ entries, of_plan, overrides }: Grants) =>
	500 + 250 * (entries.length + of_plan.length + overrides.length)

/** The same for what orgs are granted. */
export const rememberedGrants = isolateCache<Grants>(FRESH_MS, {
	name: 'entitlements',
	standsInFor: OUTAGE_MS,
	weightOf: weightOfGrants,
})

/** What the primary said of them. */
export const grantsAtPrimary = isolateCache<Grants>(FRESH_MS, {
	name: 'grants',
	standsInFor: OUTAGE_MS,
	weightOf: weightOfGrants,
})

/** Makes this isolate read the terms and the entitlements again. Call it after every change to what decides them. */
export const forgetTerms: typeof rememberedTerms.forget = (c) => {
	rememberedTerms.forget(c)
	rememberedGrants.forget(c)
	grantsAtPrimary.forget(c)
}
