import { shell as t } from '../text/en/shell.ts'
import type { Place } from './place.ts'

export const billing: Place[] = [
	{
		to: '/plans',
		label: t.places.plans,
		icon: 'plan',
		access: 'signed_in',
		also: t.also.plans,
		chapter: 'plans',
		finds: {
			plan: ({ id }) => ({ to: '/plans/$id', params: { id } }),
		},
	},
	{
		to: '/subscriptions',
		label: t.places.subscriptions,
		icon: 'card',
		access: 'platform.read',
		also: t.also.subscriptions,
		chapter: 'subscriptions',
		finds: {
			subscription: ({ id }) => ({ to: '/subscriptions/$id', params: { id } }),
		},
	},
	{
		to: '/credits',
		label: t.places.credits,
		icon: 'credits',
		access: 'signed_in',
		below: 'platform.read',
		also: t.also.credits,
		chapter: 'credits',
	},
	{
		to: '/budgets',
		label: t.places.budgets,
		icon: 'budget',
		access: 'org.settings',
		also: t.also.budgets,
		chapter: 'budgets',
		guide: 'spending',
		finds: {
			budget: ({ id, org_id }) => ({
				to: '/budgets/$budget_id',
				params: { budget_id: id },
				search: { org_id: org_id ?? undefined, of: undefined },
			}),
		},
		linkOf: ({ topic, budget_id, org_id }) =>
			topic === 'budget' &&
			budget_id !== undefined && {
				to: '/budgets/$budget_id',
				params: { budget_id },
				search: { org_id, of: undefined },
			},
	},
	{
		to: '/redemption-codes',
		label: t.places.redemption_codes,
		icon: 'codes',
		access: 'platform.read',
		also: t.also.redemption_codes,
		chapter: 'redemption-codes',
		finds: {
			redemption_code: ({ id }) => ({ to: '/redemption-codes/$code_id', params: { code_id: id } }),
		},
		linkOf: ({ redemption_code_id: code_id }) =>
			code_id !== undefined && { to: '/redemption-codes/$code_id', params: { code_id } },
	},
	{
		to: '/invite-codes',
		label: t.places.invite_codes,
		icon: 'invite',
		access: 'signed_in',
		below: 'platform.read',
		also: t.also.invite_codes,
		chapter: 'invitations',
		finds: {
			invite_code: ({ id }) => ({ to: '/invite-codes/$code_id', params: { code_id: id } }),
		},
	},
	{
		to: '/referrals',
		label: t.places.referrals,
		icon: 'tree',
		access: 'platform.read',
		also: t.also.referrals,
		chapter: 'invitations',
	},
]
