import { shell as t } from '../text/en/shell.ts'
import type { Place } from './place.ts'

const OF_PEOPLE: ReadonlySet<string> = new Set([
	'security.first_role',
	'security.roles_unread',
	'security.directory_deactivated',
])

export const customers: Place[] = [
	{
		to: '/users',
		label: t.places.users,
		icon: 'users',
		access: 'platform.read',
		also: t.also.users,
		chapter: 'users',
		finds: {
			user: ({ id }) => ({ to: '/users/$user_id', params: { user_id: id } }),
		},
		linkOf: ({ type, code = '', of, user_id }) =>
			user_id !== undefined &&
			of === null &&
			(code.endsWith('_of') || OF_PEOPLE.has(type)) && { to: '/users/$user_id', params: { user_id } },
	},
	{
		to: '/orgs',
		label: t.places.orgs,
		icon: 'org',
		access: 'platform.read',
		also: t.also.orgs,
		chapter: 'orgs',
		finds: {
			org: ({ id }) => ({ to: '/orgs/$org_id', params: { org_id: id } }),
		},
		linkOf: ({ type, org_ids: [org_id] = [] }) =>
			type === 'security.org_without_owner' && org_id !== undefined && { to: '/orgs/$org_id', params: { org_id } },
	},
]
