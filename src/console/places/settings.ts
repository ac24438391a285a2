import { shell as t } from '../text/en/shell.ts'
import type { Place } from './place.ts'

export const settings: Place[] = [
	{
		to: '/operators',
		label: t.places.operators,
		icon: 'users',
		access: 'platform.read',
		also: t.also.operators,
		chapter: 'operators',
	},
	{
		to: '/oidc-connections',
		label: t.places.oidc_connections,
		icon: 'key',
		access: 'platform.read',
		also: t.also.oidc_connections,
		chapter: 'oidc-connections',
		guide: 'sign-in',
		linkOf: ({ type, of }) =>
			of === null &&
			['security.left_behind', 'security.scim_token_narrowed'].includes(type) && { to: '/oidc-connections' },
	},
	{
		to: '/configuration',
		label: t.places.configuration,
		icon: 'document',
		access: 'data.secrets',
		also: t.also.configuration,
		chapter: 'configuration-document',
		guide: 'changes',
		isGuideTarget: true,
		linkOf: ({ type, entries }) =>
			type === 'security.key_redirected' &&
			entries !== undefined && { to: '/configuration', search: { of: undefined } },
	},
	{
		to: '/api-keys',
		label: t.places.api_keys,
		icon: 'key',
		access: 'signed_in',
		also: t.also.api_keys,
		chapter: 'api-keys',
		guide: 'operate',
		finds: {
			api_key: ({ id }) => ({ to: '/audit-logs', search: { target_id: id } }),
		},
		linkOf: ({ type }) => ['security.api_key_created', 'api_keys.idle'].includes(type) && { to: '/api-keys' },
	},
	{
		to: '/service-accounts',
		label: t.places.service_accounts,
		icon: 'key',
		access: 'org.settings',
		also: t.also.service_accounts,
		chapter: 'service-accounts',
		guide: 'runtime',
		isOfOrg: true,
		finds: {
			service_account: ({ id, org_id }) => ({
				to: '/service-accounts/$account_id',
				params: { account_id: id },
				search: { org_id: org_id ?? undefined },
			}),
		},
		linkOf: ({ service_account_id: account_id, of }) =>
			of !== null && account_id !== undefined && { to: '/service-accounts/$account_id', params: { account_id } },
	},
]
