import { place } from './place.ts'

export const messages = [
	place('/broadcasts', {
		icon: 'broadcast',
		access: 'platform.read',
		chapter: 'notifications',
		finds: {
			broadcast: ({ id }) => ({ to: '/broadcasts/$broadcast_id', params: { broadcast_id: id } }),
		},
	}),
	place('/email', {
		icon: 'mail',
		access: 'platform.read',
		chapter: 'e-mail',
		linkOf: ({ type, holders }) =>
			(type === 'security.email_config_changed' || holders.includes('email')) && { to: '/email' },
	}),
]
