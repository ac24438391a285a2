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
	/** G and this letter open it. */
	letter: string
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
function entry(letter: string, paths: string, label?: string): Entry {
	const places = paths.split(' ').flatMap((path) => [placeAt(path), ...PLACES.filter(({ beside }) => beside === path)])
	const [{ label: own, icon }] = places as [Place]
	return { label: label ?? own, icon, places, letter }
}

const SPENDING = entry('s', '/budgets', t.entries.spending)
const MODELS = entry('m', '/llm-providers')
const TOOLS = entry('t', '/tool-providers', t.entries.tools)
const MAIN: Section = {
	entries: [entry('d', '/'), entry('r', '/requests'), entry('n', '/runs'), entry('a', '/agents'), SPENDING],
}

/** The two sidebars. No entry of one shows what belongs to the other side. */
export const SIDES: Record<Scope, Section[]> = {
	platform: [
		MAIN,
		{
			title: t.groups.customers,
			entries: [
				entry('u', '/users'),
				entry('o', '/orgs /credits'),
				entry('p', '/plans /subscriptions'),
				entry('i', '/redemption-codes /invite-codes /referrals', t.entries.codes),
				entry('b', '/broadcasts'),
			],
		},
		{
			title: t.groups.platform,
			entries: [MODELS, TOOLS, entry('f', '/feature-flags'), entry('c', '/configuration /config-entries')],
		},
		{
			title: t.groups.activity,
			entries: [entry('x', '/access-log /trace /gateway-config', t.entries.traffic), entry('l', '/audit-logs')],
		},
		{
			title: t.groups.settings,
			entries: [
				entry('e', '/operators /oidc-connections', t.entries.team),
				entry('h', '/health /email /secret-keys', t.entries.system),
			],
		},
	],
	org: [
		MAIN,
		{
			title: t.groups.org,
			entries: [entry('o', '/your-org'), entry('b', '/credits /plans /invite-codes', t.entries.billing)],
		},
		{
			title: t.groups.integrations,
			entries: [
				MODELS,
				TOOLS,
				entry('w', '/webhook-endpoints'),
				entry('k', '/api-keys /service-accounts', t.entries.keys),
			],
		},
		{
			title: t.groups.settings,
			entries: [entry('x', '/ip-rules /trace', t.entries.traffic), entry('c', '/configuration')],
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
