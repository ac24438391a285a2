import { place } from './place.ts'

export const platform = [
	place('/feature-flags', {
		icon: 'flag',
		access: 'platform.read',
		finds: { feature_flag: ({ title }) => ({ to: '/feature-flags/$key', params: { key: title } }) },
	}),
	place('/config-entries', {
		icon: 'settings',
		access: 'platform.read',
		chapter: 'configuration',
		linkOf: ({ type, key }) =>
			type === 'security.key_redirected' && key !== undefined && { to: '/config-entries/$key', params: { key } },
	}),
]
