import { shell as t } from '../text/en/shell.ts'
import type { Group } from './place.ts'

export const home: Group = {
	places: [
		{
			to: '/',
			label: t.places.dashboard,
			icon: 'dashboard',
			access: 'signed_in',
			also: t.also.dashboard,
			chapter: 'usage',
		},
		{
			to: '/your-org',
			label: t.places.your_org,
			icon: 'org',
			access: 'signed_in',
			also: t.also.your_org,
			chapter: 'orgs',
			isOfOrg: true,
			linkOf: ({ type }) =>
				['security.membership_changed', 'security.left_behind'].includes(type) && {
					to: '/your-org',
					search: { tab: 'members' },
				},
		},
		{
			to: '/runs',
			label: t.places.runs,
			icon: 'run',
			access: 'org.settings',
			also: t.also.runs,
			chapter: 'runs',
			finds: {
				run: ({ id }) => ({ to: '/runs/$run_id', params: { run_id: id } }),
			},
		},
		{
			to: '/agents',
			label: t.places.agents,
			icon: 'agent',
			access: 'org.settings',
			also: t.also.agents,
			chapter: 'agents',
			guide: 'spending',
			finds: {
				agent: ({ org_id, title }) => ({
					to: '/agents/$org_id',
					params: { org_id: org_id ?? '' },
					search: { agent: title },
				}),
			},
		},
		{
			to: '/account',
			label: t.places.account,
			icon: 'account',
			access: 'signed_in',
			also: t.also.account,
			isHidden: true,
			chapter: 'current-user',
			linkOf: ({ topic, of, type }) =>
				topic === 'security' && of === null && type !== 'security.left_behind' && { to: '/account' },
		},
	],
}
