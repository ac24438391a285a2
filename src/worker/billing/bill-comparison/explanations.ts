/** What can explain a difference between a bill and what was counted. */
export const EXPLANATIONS = ['only_billed', 'only_counted', 'unreported', 'unpriced', 'own_models'] as const

export type Explanation = (typeof EXPLANATIONS)[number]
