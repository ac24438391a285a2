import { place } from './place.ts'

export const guard = [
	place('/gateway-config', { name: 'gateway', icon: 'gateway', access: 'platform.read', chapter: 'gateway' }),
	place('/ip-rules', { icon: 'shield', access: 'signed_in' }),
	place('/pauses', {
		icon: 'pause',
		access: 'org.settings',
		beside: '/budgets',
		guide: 'spending',
		linkOf: ({ topic }) => topic === 'pause' && { to: '/pauses', search: { of: undefined } },
	}),
	place('/secret-keys', { icon: 'lock', access: 'platform.read', chapter: 'configuration' }),
]
