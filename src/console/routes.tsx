import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { choiceIn, listSearch, type ListSearch, parseSearch, stringifySearch } from './search.ts'
import { Crashed, Unknown } from './shell/broken.tsx'
import { Shell } from './shell/shell.tsx'

// Every screen: its path, what its address may hold, and the file that comes with the first visit.

const root = createRootRoute({ component: Shell, notFoundComponent: Unknown })
const at = <const Path extends string>(path: Path) => ({ getParentRoute: () => root, path })

const dashboard = createRoute({
	...at('/'),
	validateSearch: (raw): { days?: '7' | '90' | undefined; of?: 'org' | undefined } => ({
		days: choiceIn(raw, 'days', ['7', '90']),
		of: choiceIn(raw, 'of', ['org']),
	}),
	component: lazyRouteComponent(() => import('./dashboard/dashboard.tsx'), 'Dashboard'),
})

const users = createRoute({
	...at('/users'),
	validateSearch: (raw): ListSearch & { status?: 'active' | 'suspended' | undefined } => ({
		...listSearch(raw),
		status: choiceIn(raw, 'status', ['active', 'suspended']),
	}),
	component: lazyRouteComponent(() => import('./users/users.tsx'), 'Users'),
})

const user = createRoute({
	...at('/users/$user_id'),
	component: lazyRouteComponent(() => import('./users/user.tsx'), 'User'),
})

const featureFlags = createRoute({
	...at('/feature-flags'),
	validateSearch: listSearch,
	component: lazyRouteComponent(() => import('./feature-flags/feature-flags.tsx'), 'FeatureFlags'),
})

const featureFlag = createRoute({
	...at('/feature-flags/$key'),
	validateSearch: listSearch,
	component: lazyRouteComponent(() => import('./feature-flags/feature-flag.tsx'), 'FeatureFlag'),
})

const account = createRoute({
	...at('/account'),
	component: lazyRouteComponent(() => import('./account/account.tsx'), 'Account'),
})

export const router = createRouter({
	routeTree: root.addChildren([dashboard, users, user, featureFlags, featureFlag, account]),
	basepath: '/console',
	parseSearch,
	stringifySearch,
	scrollRestoration: true,
	defaultPreload: 'intent',
	defaultErrorComponent: Crashed,
	defaultPendingMinMs: 0,
})

declare module '@tanstack/react-router' {
	interface Register {
		router: typeof router
	}
}
