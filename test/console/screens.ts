import { SIDES } from '../../src/console/places/places.ts'
import { ADMIN, MEMBER } from './instance.ts'
import { dialog, type Screen } from './screen.ts'
import { account } from './screens/account.ts'
import { billing } from './screens/billing.ts'
import { customers } from './screens/customers.ts'
import { departures } from './screens/departures.ts'
import { docs } from './screens/docs.ts'
import { messages } from './screens/messages.ts'
import { plans } from './screens/plans.ts'
import { providers } from './screens/providers.ts'
import { settings } from './screens/settings.ts'
import { signIn } from './screens/sign-in.ts'
import { team } from './screens/team.ts'
import { traffic } from './screens/traffic.ts'
import { webhooks } from './screens/webhooks.ts'

const shell: Screen[] = [
	...signIn,
	{ name: 'dashboard', isDaily: true, path: '/console/', as: ADMIN },
	...account,
	{
		name: 'notifications',
		path: '/console/',
		as: MEMBER,
		before: async (page) => {
			await dialog(/^Notifications/)(page)
			await page.getByRole('dialog').getByRole('listitem').first().waitFor()
		},
	},
	{
		name: 'palette',
		path: '/console/',
		as: ADMIN,
		before: async (page) => {
			await page.keyboard.press('Control+k')
			await page.getByRole('dialog').waitFor()
		},
	},
	{
		name: 'shortcuts',
		path: '/console/',
		as: ADMIN,
		before: async (page) => {
			await page.keyboard.press('?')
			await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
		},
	},
	{ name: 'refused', path: '/console/users', as: MEMBER },
]

const placesOf = (side: keyof typeof SIDES, as: Screen['as'], end = '') =>
	SIDES[side]
		.flatMap(({ entries }) => entries.flatMap(({ places }) => places))
		.map(({ to }): Screen => ({
			name: `${to.slice(1).replace('/', '-') || 'dashboard'}${end}`,
			path: `/console${to}`,
			as,
		}))

/** Every screen: each place as each side shows it, and what opens from there, by the groups of the sidebar. */
export const GROUPS = {
	places: [...placesOf('platform', ADMIN), ...placesOf('org', MEMBER, '-org')],
	shell,
	customers,
	departures,
	plans,
	docs,
	billing,
	messages,
	settings,
	traffic,
	providers,
	webhooks,
	team,
}
