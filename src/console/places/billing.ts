import { place } from './place.ts'

export const billing = [
	place('/plans', {
		icon: 'plan',
		access: 'signed_in',
		finds: { plan: ({ id }) => ({ to: '/plans/$id', params: { id } }) },
	}),
	place('/subscriptions', {
		icon: 'card',
		access: 'platform.read',
		finds: { subscription: ({ id }) => ({ to: '/subscriptions/$id', params: { id } }) },
	}),
	place('/credits', { icon: 'credits', access: 'signed_in', below: 'platform.read' }),
	place('/budgets', {
		icon: 'budget',
		access: 'org.settings',
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
	}),
	place('/redemption-codes', {
		icon: 'codes',
		access: 'platform.read',
		finds: {
			redemption_code: ({ id }) => ({ to: '/redemption-codes/$code_id', params: { code_id: id } }),
		},
		linkOf: ({ redemption_code_id: code_id }) =>
			code_id !== undefined && { to: '/redemption-codes/$code_id', params: { code_id } },
	}),
	place('/invite-codes', {
		icon: 'invite',
		access: 'signed_in',
		below: 'platform.read',
		chapter: 'invitations',
		finds: { invite_code: ({ id }) => ({ to: '/invite-codes/$code_id', params: { code_id: id } }) },
	}),
	place('/referrals', { icon: 'tree', access: 'platform.read', chapter: 'invitations' }),
]
