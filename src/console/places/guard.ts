import { shell as t } from '../text/en/shell.ts'
import type { Place } from './place.ts'

export const guard: Place[] = [
	{
		to: '/gateway-config',
		label: t.places.gateway,
		icon: 'gateway',
		access: 'platform.read',
		also: t.also.gateway,
		chapter: 'gateway',
	},
	{
		to: '/ip-rules',
		label: t.places.ip_rules,
		icon: 'shield',
		access: 'signed_in',
		also: t.also.ip_rules,
		chapter: 'ip-rules',
	},
	{
		to: '/pauses',
		label: t.places.pauses,
		icon: 'pause',
		access: 'org.settings',
		beside: '/budgets',
		also: t.also.pauses,
		chapter: 'pauses',
		guide: 'spending',
		linkOf: ({ topic }) => topic === 'pause' && { to: '/pauses', search: { of: undefined } },
	},
	{
		to: '/secret-keys',
		label: t.places.secret_keys,
		icon: 'lock',
		access: 'platform.read',
		also: t.also.secret_keys,
		chapter: 'configuration',
	},
]
