import { ADMIN } from '../instance.ts'
import { dialog, firstRow, type Screen } from '../screen.ts'

export const plans: Screen[] = [
	{ name: 'feature-flags', path: '/console/feature-flags', as: ADMIN },
	{ name: 'feature-flag', path: '/console/feature-flags', as: ADMIN, before: firstRow },
	{ name: 'feature-flag-new', path: '/console/feature-flags', as: ADMIN, before: dialog('New flag') },
]
