import { createRoute } from '@tanstack/react-router'
import type { LedgerSearch } from '../credits/ledger.ts'
import { TYPES } from '../credits/types.ts'
import { at } from '../root.ts'
import { choiceIn, dayIn, listSearch, type ListSearch, textIn } from '../search.ts'
import { screen } from '../ui/loading.ts'

type Raw = Record<string, unknown>

const ledgerSearch = (raw: Raw): LedgerSearch => ({
	type: choiceIn(raw, 'type', TYPES),
	reference_type: textIn(raw, 'reference_type'),
	reference_id: textIn(raw, 'reference_id'),
	from: dayIn(raw, 'from'),
	to: dayIn(raw, 'to'),
	cursor: textIn(raw, 'cursor'),
})

const credits = createRoute({
	...at('/credits'),
	validateSearch: (raw): LedgerSearch & ListSearch & { order?: 'highest' | undefined } => ({
		...listSearch(raw),
		...ledgerSearch(raw),
		order: choiceIn(raw, 'order', ['highest']),
	}),
	component: screen(() => import('../credits/credits.tsx'), 'Credits'),
})

const everyBalance = createRoute({
	...at('/credits/every-balance'),
	component: screen(() => import('../credits/every-balance.tsx'), 'EveryBalance'),
})

const orgCredits = createRoute({
	...at('/credits/$org_id'),
	validateSearch: ledgerSearch,
	component: screen(() => import('../credits/org-credits.tsx'), 'OrgCredits'),
})

const budgets = createRoute({
	...at('/budgets'),
	validateSearch: (raw): { cursor?: string | undefined } => ({ cursor: textIn(raw, 'cursor') }),
	component: screen(() => import('../budgets/budgets.tsx'), 'Budgets'),
})

const newBudget = createRoute({
	...at('/budgets/new'),
	validateSearch: (raw): { [Name in 'org_id' | 'only' | 'agent']?: string | undefined } => ({
		org_id: textIn(raw, 'org_id'),
		only: textIn(raw, 'only'),
		agent: textIn(raw, 'agent'),
	}),
	component: screen(() => import('../budgets/new-budget.tsx'), 'NewBudget'),
})

const budget = createRoute({
	...at('/budgets/$budget_id'),
	validateSearch: (raw): { org_id?: string | undefined; cursor?: string | undefined } => ({
		org_id: textIn(raw, 'org_id'),
		cursor: textIn(raw, 'cursor'),
	}),
	component: screen(() => import('../budgets/budget.tsx'), 'Budget'),
})

const redemptionCodes = createRoute({
	...at('/redemption-codes'),
	validateSearch: (raw): ListSearch & { type?: string | undefined } => ({
		...listSearch(raw),
		type: textIn(raw, 'type'),
	}),
	component: screen(() => import('../redemption-codes/redemption-codes.tsx'), 'RedemptionCodes'),
})

const redemptionCode = createRoute({
	...at('/redemption-codes/$code_id'),
	validateSearch: listSearch,
	component: screen(() => import('../redemption-codes/redemption-code.tsx'), 'RedemptionCode'),
})

const inviteCodes = createRoute({
	...at('/invite-codes'),
	validateSearch: listSearch,
	component: screen(() => import('../invite-codes/invite-codes.tsx'), 'InviteCodes'),
})

const inviteCode = createRoute({
	...at('/invite-codes/$code_id'),
	component: screen(() => import('../invite-codes/invite-code.tsx'), 'InviteCode'),
})

const referrals = createRoute({
	...at('/referrals'),
	validateSearch: (raw): { cursor?: string | undefined; inviter_user_id?: string | undefined } => ({
		cursor: textIn(raw, 'cursor'),
		inviter_user_id: textIn(raw, 'inviter_user_id'),
	}),
	component: screen(() => import('../referrals/referrals.tsx'), 'Referrals'),
})

const referralTree = createRoute({
	...at('/referrals/$user_id'),
	validateSearch: listSearch,
	component: screen(() => import('../referrals/referral-tree.tsx'), 'ReferralTree'),
})

/** Credits, the codes and invitations that bring them, and budgets. */
export const billing = [
	credits,
	everyBalance,
	orgCredits,
	budgets,
	newBudget,
	budget,
	redemptionCodes,
	redemptionCode,
	inviteCodes,
	inviteCode,
	referrals,
	referralTree,
] as const
