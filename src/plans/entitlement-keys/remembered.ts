import { isolateCache } from '../../db/cache.ts'

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
	/** The multiplier of each model by its selector. Empty if none is above 1. */
	multipliers: ReadonlyMap<string, number>
}

/** An org may have thousands of models. */
const weightOf = ({ multipliers }: Terms) => 400 + 150 * multipliers.size

/**
 * The terms that this isolate last read, by org. It keeps them for five seconds, so a change made elsewhere counts within five
 * seconds.
 */
export const rememberedTerms = isolateCache<Terms>(5_000, { name: 'terms', weightOf })

/** Makes this isolate read the terms again. Call it after every change to what decides them. */
export const forgetTerms = rememberedTerms.forget
