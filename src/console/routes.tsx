import { createRoute, createRouter } from '@tanstack/react-router'
import { at, root } from './root.ts'
import { billing } from './routes/billing.ts'
import { customers } from './routes/customers.ts'
import { joining } from './routes/joining.ts'
import { messages } from './routes/messages.ts'
import { plans } from './routes/plans.ts'
import { providers } from './routes/providers.ts'
import { settings } from './routes/settings.ts'
import { traffic } from './routes/traffic.ts'
import { webhooks } from './routes/webhooks.ts'
import { choiceIn, dayIn, parseSearch, stringifySearch, textIn } from './search.ts'
import { Crashed } from './shell/broken.tsx'
import { screen } from './ui/loading.ts'
import { type PeriodName, PERIODS } from './usage/period.ts'

// Every screen, by the groups of the sidebar: its path, what its address may hold, and the file that comes with the first visit.

interface DashboardSearch {
	period?: PeriodName | undefined
	/** The days of a period of one's own. */
	from?: string | undefined
	to?: string | undefined
	/** The org that an operator looks at. */
	org_id?: string | undefined
}

const dashboard = createRoute({
	...at('/'),
	validateSearch: (raw): DashboardSearch => ({
		period: choiceIn(raw, 'period', PERIODS),
		from: dayIn(raw, 'from'),
		to: dayIn(raw, 'to'),
		org_id: textIn(raw, 'org_id'),
	}),
	component: screen(() => import('./dashboard/dashboard.tsx'), 'Dashboard'),
})

const account = createRoute({
	...at('/account'),
	component: screen(() => import('./account/account.tsx'), 'Account'),
})

export const router = createRouter({
	routeTree: root.addChildren([
		dashboard,
		account,
		...joining,
		...customers,
		...plans,
		...providers,
		...webhooks,
		...billing,
		...messages,
		...traffic,
		...settings,
	]),
	basepath: '/console',
	parseSearch,
	stringifySearch,
	scrollRestoration: true,
	// A screen of another thing starts over, so it doesn't get the draft.
	defaultRemountDeps: ({ params }) => params,
	defaultPreload: 'intent',
	defaultErrorComponent: Crashed,
	defaultPendingMinMs: 0,
})

declare module '@tanstack/react-router' {
	interface Register {
		router: typeof router
	}
}
