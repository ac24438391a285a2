import { shell as t } from '../text/en/shell.ts'
import type { Place } from './place.ts'

export const messages: Place[] = [
	{
		to: '/broadcasts',
		label: t.places.broadcasts,
		icon: 'broadcast',
		access: 'platform.read',
		also: t.also.broadcasts,
		chapter: 'notifications',
		finds: {
			broadcast: ({ id }) => ({ to: '/broadcasts/$broadcast_id', params: { broadcast_id: id } }),
		},
	},
	{
		to: '/email',
		label: t.places.email,
		icon: 'mail',
		access: 'platform.read',
		also: t.also.email,
		chapter: 'e-mail',
		linkOf: ({ type, holders }) =>
			(type === 'security.email_config_changed' || holders.includes('email')) && { to: '/email' },
	},
]
