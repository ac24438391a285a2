import { createRouter } from '@tanstack/react-router'
import { root, screen } from './root.ts'
import { billing } from './routes/billing.ts'
import { customers } from './routes/customers.ts'
import { joining } from './routes/joining.ts'
import { messages } from './routes/messages.ts'
import { plans } from './routes/plans.ts'
import { providers } from './routes/providers.ts'
import { settings } from './routes/settings.ts'
import { traffic } from './routes/traffic.ts'
import { webhooks } from './routes/webhooks.ts'
import { choice, day, parseSearch, stringifySearch, text } from './search.ts'
import { Crashed } from './shell/broken.tsx'
import { PERIODS } from './usage/period.ts'

// Every screen, by the groups of the sidebar.

export const router = createRouter({
	routeTree: root.addChildren([
		// The days are those of a period of one's own, and the org is one that an operator looks at.
		screen('/', () => import('./dashboard/dashboard.tsx'), 'Dashboard', {
			period: choice(...PERIODS),
			from: day,
			to: day,
			org_id: text,
		}),
		screen('/account', () => import('./account/account.tsx'), 'Account'),
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
