import type { LinkProps } from '@tanstack/react-router'
import { useScope } from '../session/scope.ts'
import { useIsOperator, useMe } from '../session/session.ts'
import { budgets as t } from '../text/en/budgets.ts'
import { shell } from '../text/en/shell.ts'

/** Whose budgets a screen shows: an org's, or the platform's if it's undefined. */
export type Owner = string | undefined

/** The owner that an address means. Without an org it's that of the side you're on. */
export function useOwner(org_id: string | undefined): Owner {
	const { org_id: mine } = useMe()
	return useScope() === 'platform' ? org_id : (org_id ?? mine)
}

/** Who may change the budgets of an owner. */
export const neededFor = (owner: Owner) => [owner === undefined ? 'money.write' : 'org.settings'] as const

/** The list that a budget is in: an operator finds those of other orgs on their pages. */
export function useUp(owner: Owner): { label: string; link: LinkProps } {
	const { org_id: mine } = useMe()
	const isOperator = useIsOperator()
	if (!isOperator || owner === undefined) return { label: shell.places.budgets, link: { to: '/budgets' } }
	if (owner === mine) return { label: shell.places.budgets, link: { to: '/budgets', search: { of: 'org' } } }
	return { label: t.page.own, link: { to: '/orgs/$org_id', params: { org_id: owner }, search: { tab: 'budgets' } } }
}
