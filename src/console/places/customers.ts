import { shell as t } from '../text/en/shell.ts'
import type { Group } from './place.ts'

export const customers: Group = {
	title: t.groups.customers,
	places: [
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
		},
	],
}
