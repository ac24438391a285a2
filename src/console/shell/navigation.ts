import type { LinkProps } from '@tanstack/react-router'
import type { Me, Permission } from '../session/session.ts'
import { shell as t } from '../text/en/shell.ts'
import type { IconName } from '../ui/icon.tsx'

/** A place of the console. The sidebar, the palette, the refusals and the tests take it from here. */
export interface Place {
	to: LinkProps['to'] & string
	label: string
	icon: IconName
	/** Who may see it. The API decides again at every call. */
	access: 'signed_in' | Permission
	/** Other words under which the palette finds it. */
	also?: string
	/** Reached by the account menu, so the sidebar leaves it out. */
	isHidden?: boolean
}

interface Group {
	title?: string
	places: Place[]
}

/** Every place, in the order of the sidebar. */
export const GROUPS: Group[] = [
	{
		places: [
			{
				to: '/',
				label: t.places.dashboard,
				icon: 'dashboard',
				access: 'signed_in',
				also: 'home usage cost tokens runs',
			},
			{
				to: '/account',
				label: t.places.account,
				icon: 'account',
				access: 'signed_in',
				also: 'password logins profile',
				isHidden: true,
			},
		],
	},
	{
		title: t.groups.customers,
		places: [{ to: '/users', label: t.places.users, icon: 'users', access: 'platform_admin', also: 'people accounts' }],
	},
	{
		title: t.groups.platform,
		places: [
			{
				to: '/feature-flags',
				label: t.places.feature_flags,
				icon: 'flag',
				access: 'platform_admin',
				also: 'switches overrides',
			},
		],
	},
	{
		title: t.groups.integrations,
		places: [
			{
				to: '/llm-providers',
				label: t.places.llm_providers,
				icon: 'models',
				access: 'signed_in',
				also: 'vendors models keys prices',
			},
			{
				to: '/llm-providers/resolve',
				label: t.places.playground,
				icon: 'play',
				access: 'signed_in',
				also: 'resolve selector routing',
				isHidden: true,
			},
			{
				to: '/tool-providers',
				label: t.places.tool_providers,
				icon: 'tool',
				access: 'signed_in',
				also: 'search fetch credentials',
			},
			{
				to: '/mcp-configs',
				label: t.places.mcp_configs,
				icon: 'server',
				access: 'signed_in',
				also: 'model context protocol tools',
			},
			{
				to: '/webhook-endpoints',
				label: t.places.webhook_endpoints,
				icon: 'webhook',
				access: 'signed_in',
				also: 'events deliveries endpoints',
			},
			{
				to: '/config-entries',
				label: t.places.config_entries,
				icon: 'settings',
				access: 'platform_admin',
				also: 'settings defaults keys',
			},
		],
	},
]

export const PLACES = GROUPS.flatMap(({ places }) => places)

export const maySee = (place: Place, me: Me) => place.access === 'signed_in' || me.permissions.includes(place.access)

/** The place that a path belongs to: `/users/usr_1` belongs to `/users`. */
export const placeOf = (path: string): Place | undefined =>
	PLACES.find(({ to }) => path === to || (to !== '/' && path.startsWith(`${to}/`)))
