import { shell as t } from '../text/en/shell.ts'
import type { Place } from './place.ts'

export const platform: Place[] = [
	{
		to: '/feature-flags',
		label: t.places.feature_flags,
		icon: 'flag',
		access: 'platform.read',
		also: t.also.feature_flags,
		chapter: 'feature-flags',
		finds: {
			feature_flag: ({ title }) => ({ to: '/feature-flags/$key', params: { key: title } }),
		},
	},
	{
		to: '/config-entries',
		label: t.places.config_entries,
		icon: 'settings',
		access: 'platform.read',
		also: t.also.config_entries,
		chapter: 'configuration',
		linkOf: ({ type, key }) =>
			type === 'security.key_redirected' && key !== undefined && { to: '/config-entries/$key', params: { key } },
	},
]
