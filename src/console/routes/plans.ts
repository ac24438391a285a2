import { screen } from '../root.ts'
import { LIST } from '../search.ts'
import { SEARCH } from '../subscriptions/search.ts'

/** Plans, what they allow, and flags. */
export const plans = [
	screen('/plans', () => import('../plans/plans.tsx'), 'Plans', LIST),
	screen('/plans/$id', () => import('../plans/plan.tsx'), 'Plan'),
	screen('/subscriptions', () => import('../subscriptions/subscriptions.tsx'), 'Subscriptions', SEARCH),
	screen('/subscriptions/$id', () => import('../subscriptions/subscription.tsx'), 'Subscription'),
	screen('/feature-flags', () => import('../feature-flags/feature-flags.tsx'), 'FeatureFlags', LIST),
	screen('/feature-flags/$key', () => import('../feature-flags/feature-flag.tsx'), 'FeatureFlag', LIST),
] as const
