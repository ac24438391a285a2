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
		title: t.groups.settings,
		places: [
			{
				to: '/audit-logs',
				label: t.places.audit_logs,
				icon: 'audit',
				access: 'platform_admin',
				also: 'history changes undo revert who',
			},
			{
				to: '/configuration',
				label: t.places.configuration,
				icon: 'settings',
				access: 'data.secrets',
				also: 'document export import plan apply revisions restore backup',
			},
			{
				to: '/api-keys',
				label: t.places.api_keys,
				icon: 'key',
				access: 'signed_in',
				also: 'tokens programs credentials',
			},
			{
				to: '/secret-keys',
				label: t.places.secret_keys,
				icon: 'shield',
				access: 'platform_admin',
				also: 'encryption rotation reseal ring',
			},
			{
				to: '/trace',
				label: t.places.traces,
				icon: 'activity',
				access: 'org.settings',
				also: 'trace request story',
			},
		],
	},
]

export const PLACES = GROUPS.flatMap(({ places }) => places)

export const maySee = (place: Place, me: Me) => place.access === 'signed_in' || me.permissions.includes(place.access)

/** The place that a path belongs to: `/users/usr_1` belongs to `/users`. */
export const placeOf = (path: string): Place | undefined =>
	PLACES.find(({ to }) => path === to || (to !== '/' && path.startsWith(`${to}/`)))
