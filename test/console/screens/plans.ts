import { ADMIN } from '../instance.ts'
import { dialog, firstForm, firstRow, type Screen } from '../screen.ts'

export const plans: Screen[] = [
	{ name: 'plan', path: '/console/plans', as: ADMIN, before: firstRow },
	{ name: 'plan-edit', path: '/console/plans', as: ADMIN, before: firstForm },
	{ name: 'plan-new', path: '/console/plans', as: ADMIN, before: dialog('New plan') },
	{ name: 'subscription', path: '/console/subscriptions', as: ADMIN, before: firstRow },
	{ name: 'subscription-new', path: '/console/subscriptions', as: ADMIN, before: dialog('Subscribe an org') },
	{ name: 'feature-flag', path: '/console/feature-flags', as: ADMIN, before: firstRow },
	{ name: 'feature-flag-new', path: '/console/feature-flags', as: ADMIN, before: dialog('New flag') },
]
