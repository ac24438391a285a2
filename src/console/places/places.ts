import type { Scope } from '../search.ts'
import { shell as t } from '../text/en/shell.ts'
import { activity } from './activity.ts'
import { billing } from './billing.ts'
import { customers } from './customers.ts'
import { guard } from './guard.ts'
import { home } from './home.ts'
import { integrations } from './integrations.ts'
import { messages } from './messages.ts'
import type { Place } from './place.ts'
import { platform } from './platform.ts'
import { settings } from './settings.ts'

/** Every place. */
export const PLACES = [home, customers, platform, integrations, billing, messages, activity, guard, settings].flat()

/** An entry of a sidebar: a place, or several that a page shows as its tabs. */
export interface Entry extends Pick<Place, 'label' | 'icon'> {
	places: Place[]
}

interface Section {
	title?: string
	entries: Entry[]
}

const placeAt = (path: string): Place => {
	const place = PLACES.find(({ to }) => to === path)
	if (!place) throw new Error(`There is no place ${path}`)
	return place
}

/** An entry is called like its first place, unless it has a name of its own. */
function entry(paths: string, label?: string, icon?: Place['icon']): Entry {
	const places = paths.split(' ').map(placeAt)
	const [first] = places as [Place]
	return { label: label ?? first.label, icon: icon ?? first.icon, places }
}

const SPENDING = entry('/budgets /pauses', t.entries.spending)
const MODELS = entry('/llm-providers /llm-providers/resolve')
const TOOLS = entry('/tool-providers /mcp-configs', t.entries.tools)
const MAIN: Section = { entries: [...['/', '/requests', '/runs', '/agents'].map((path) => entry(path)), SPENDING] }

/** The two sidebars. No entry of one shows what belongs to the other side. */
export const SIDES: Record<Scope, Section[]> = {
	platform: [
		MAIN,
		{
			title: t.groups.customers,
			entries: [
				entry('/users'),
				entry('/orgs /credits'),
				entry('/plans /subscriptions'),
				entry('/redemption-codes /invite-codes /referrals', t.entries.codes),
				entry('/broadcasts'),
			],
		},
		{
			title: t.groups.platform,
			entries: [MODELS, TOOLS, entry('/feature-flags'), entry('/configuration /config-entries')],
		},
		{
			title: t.groups.activity,
			entries: [entry('/access-log /trace /gateway-config', t.entries.traffic), entry('/audit-logs')],
		},
		{
			title: t.groups.settings,
			entries: [
				entry('/operators /oidc-connections', t.entries.team),
				entry('/health /email /secret-keys', t.entries.system),
			],
		},
	],
	org: [
		MAIN,
		{ title: t.groups.org, entries: [entry('/your-org'), entry('/credits /plans /invite-codes', t.entries.billing)] },
		{
			title: t.groups.integrations,
			entries: [MODELS, TOOLS, entry('/webhook-endpoints'), entry('/api-keys /service-accounts', t.entries.keys)],
		},
		{
			title: t.groups.settings,
			entries: [entry('/ip-rules /trace', t.entries.traffic), entry('/configuration')],
		},
	],
}

/** The place that a path belongs to: `/users/usr_1` belongs to `/users`. Of one below another, the list has the other first. */
export const placeOf = (path: string): Place | undefined =>
	PLACES.findLast(({ to }) => path === to || (to !== '/' && path.startsWith(`${to}/`)))

/** The entry of a side that a path belongs to. */
export function entryOf(side: Scope, path: string): Entry | undefined {
	const place = placeOf(path)
	return SIDES[side].flatMap(({ entries }) => entries).find(({ places }) => place && places.includes(place))
}

/** The side of a path. Most places that only one side has say it themselves, and the others leave it to the address. */
export const sideOf = (path: string, scope: Scope): Scope => {
	const [isOfOrg, isOfPlatform] = [entryOf('org', path), entryOf('platform', path)].map(Boolean)
	return isOfOrg === isOfPlatform ? scope : isOfOrg ? 'org' : 'platform'
}

/** Whether a path can be of an org, so that it keeps the side in its address. */
export const isOfOrg = (path: string): boolean => sideOf(path, 'org') === 'org'

/** What the documentation says about a place: its guide, or its chapter. */
export const docsOf = ({ guide, chapter }: Place) => `/docs/${guide ?? `api/${chapter}`}`
