import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { LedgerSearch } from '../credits/ledger.ts'
import { TYPES } from '../credits/types.ts'
import { at } from '../root.ts'
import { choiceIn, dayIn, listSearch, type ListSearch, textIn } from '../search.ts'

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
	validateSearch: (raw): LedgerSearch & ListSearch & { of?: 'org' | undefined; order?: 'highest' | undefined } => ({
		...listSearch(raw),
		...ledgerSearch(raw),
		of: choiceIn(raw, 'of', ['org']),
		order: choiceIn(raw, 'order', ['highest']),
	}),
	component: lazyRouteComponent(() => import('../credits/credits.tsx'), 'Credits'),
})

const everyBalance = createRoute({
	...at('/credits/every-balance'),
	component: lazyRouteComponent(() => import('../credits/every-balance.tsx'), 'EveryBalance'),
})

const orgCredits = createRoute({
	...at('/credits/$org_id'),
	validateSearch: ledgerSearch,
	component: lazyRouteComponent(() => import('../credits/org-credits.tsx'), 'OrgCredits'),
})

/** Credits, and the codes and invitations that bring them. */
export const billing = [credits, everyBalance, orgCredits] as const
