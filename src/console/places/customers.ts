import { place } from './place.ts'

const OF_PEOPLE: ReadonlySet<string> = new Set([
	'security.first_role',
	'security.roles_unread',
	'security.directory_deactivated',
])

export const customers = [
	place('/users', {
		icon: 'users',
		access: 'platform.read',
		finds: { user: ({ id }) => ({ to: '/users/$user_id', params: { user_id: id } }) },
		linkOf: ({ type, code = '', of, user_id }) =>
			user_id !== undefined &&
			of === null &&
			(code.endsWith('_of') || OF_PEOPLE.has(type)) && { to: '/users/$user_id', params: { user_id } },
	}),
	place('/orgs', {
		icon: 'org',
		access: 'platform.read',
		finds: { org: ({ id }) => ({ to: '/orgs/$org_id', params: { org_id: id } }) },
		linkOf: ({ type, org_ids: [org_id] = [] }) =>
			type === 'security.org_without_owner' && org_id !== undefined && { to: '/orgs/$org_id', params: { org_id } },
	}),
]
