import { createRoute } from '@tanstack/react-router'
import { at } from '../root.ts'
import { listSearch } from '../search.ts'
import { subscriptionSearch } from '../subscriptions/search.ts'
import { screen } from '../ui/loading.ts'

const plansOffered = createRoute({
	...at('/plans'),
	validateSearch: listSearch,
	component: screen(() => import('../plans/plans.tsx'), 'Plans'),
})

const plan = createRoute({
	...at('/plans/$id'),
	component: screen(() => import('../plans/plan.tsx'), 'Plan'),
})

const subscriptions = createRoute({
	...at('/subscriptions'),
	validateSearch: subscriptionSearch,
	component: screen(() => import('../subscriptions/subscriptions.tsx'), 'Subscriptions'),
})

const subscription = createRoute({
	...at('/subscriptions/$id'),
	component: screen(() => import('../subscriptions/subscription.tsx'), 'Subscription'),
})

const featureFlags = createRoute({
	...at('/feature-flags'),
	validateSearch: listSearch,
	component: screen(() => import('../feature-flags/feature-flags.tsx'), 'FeatureFlags'),
})

const featureFlag = createRoute({
	...at('/feature-flags/$key'),
	validateSearch: listSearch,
	component: screen(() => import('../feature-flags/feature-flag.tsx'), 'FeatureFlag'),
})

/** Plans, what they allow, and flags. */
export const plans = [plansOffered, plan, subscriptions, subscription, featureFlags, featureFlag] as const
