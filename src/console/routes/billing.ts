import { LEDGER } from '../credits/types.ts'
import { screen } from '../root.ts'
import { choice, LIST, text, texts } from '../search.ts'

/** Credits, the codes and invitations that bring them, and budgets. */
export const billing = [
	screen('/credits', () => import('../credits/credits.tsx'), 'Credits', {
		...LIST,
		...LEDGER,
		order: choice('highest'),
	}),
	screen('/credits/every-balance', () => import('../credits/every-balance.tsx'), 'EveryBalance'),
	screen('/credits/$org_id', () => import('../credits/org-credits.tsx'), 'OrgCredits', LEDGER),
	screen('/budgets', () => import('../budgets/budgets.tsx'), 'Budgets', texts('cursor')),
	screen('/budgets/new', () => import('../budgets/new-budget.tsx'), 'NewBudget', texts('org_id', 'only', 'agent')),
	screen('/budgets/$budget_id', () => import('../budgets/budget.tsx'), 'Budget', texts('org_id', 'cursor')),
	screen('/redemption-codes', () => import('../redemption-codes/redemption-codes.tsx'), 'RedemptionCodes', {
		...LIST,
		type: text,
	}),
	screen('/redemption-codes/$code_id', () => import('../redemption-codes/redemption-code.tsx'), 'RedemptionCode', LIST),
	screen('/invite-codes', () => import('../invite-codes/invite-codes.tsx'), 'InviteCodes', LIST),
	screen('/invite-codes/$code_id', () => import('../invite-codes/invite-code.tsx'), 'InviteCode'),
	screen('/referrals', () => import('../referrals/referrals.tsx'), 'Referrals', texts('cursor', 'inviter_user_id')),
	screen('/referrals/$user_id', () => import('../referrals/referral-tree.tsx'), 'ReferralTree', LIST),
] as const
