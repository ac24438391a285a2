import { place } from './place.ts'

export const settings = [
	place('/operators', { icon: 'users', access: 'platform.read' }),
	place('/oidc-connections', {
		icon: 'key',
		access: 'platform.read',
		guide: 'sign-in',
		linkOf: ({ type, of }) =>
			of === null &&
			['security.left_behind', 'security.scim_token_narrowed'].includes(type) && { to: '/oidc-connections' },
	}),
	place('/configuration', {
		icon: 'document',
		access: 'data.secrets',
		chapter: 'configuration-document',
		guide: 'changes',
		isGuideTarget: true,
		linkOf: ({ type, entries }) =>
			type === 'security.key_redirected' &&
			entries !== undefined && { to: '/configuration', search: { of: undefined } },
	}),
	place('/api-keys', {
		icon: 'key',
		access: 'signed_in',
		guide: 'operate',
		finds: { api_key: ({ id }) => ({ to: '/audit-logs', search: { target_id: id } }) },
		linkOf: ({ type }) => ['security.api_key_created', 'api_keys.idle'].includes(type) && { to: '/api-keys' },
	}),
	place('/service-accounts', {
		icon: 'key',
		access: 'org.settings',
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
	}),
]
