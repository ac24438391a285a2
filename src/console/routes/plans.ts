import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { at } from '../root.ts'
import { listSearch } from '../search.ts'

const featureFlags = createRoute({
	...at('/feature-flags'),
	validateSearch: listSearch,
	component: lazyRouteComponent(() => import('../feature-flags/feature-flags.tsx'), 'FeatureFlags'),
})

const featureFlag = createRoute({
	...at('/feature-flags/$key'),
	validateSearch: listSearch,
	component: lazyRouteComponent(() => import('../feature-flags/feature-flag.tsx'), 'FeatureFlag'),
})

/** Plans, what they allow, and flags. */
export const plans = [featureFlags, featureFlag] as const
