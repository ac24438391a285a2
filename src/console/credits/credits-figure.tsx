import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api, data, type Schema } from '../api.ts'
import { useMe } from '../session/session.ts'
import { balance as t } from '../text/en/balance.ts'
import { terms } from '../text/en/terms.ts'
import { Figure } from '../ui/figures.tsx'
import { number } from '../ui/format.ts'

interface CreditsFigureProps {
	org_id: string
	actions?: ReactNode
	link?: LinkProps
}

/** An org's credits, and what's left of them for new runs. */
export function CreditsFigure({ org_id, actions, link }: CreditsFigureProps) {
	const { org_id: mine } = useMe()
	const { data: credits } = useQuery({
		queryKey: ['credits', 'of', org_id],
		queryFn: () =>
			data(
				org_id === mine
					? api.GET('/v1/me/credits', { params: { query: { limit: 1 } } })
					: api.GET('/v1/admin/credits', { params: { query: { org_id, limit: 1 } } }),
			),
	})
	return (
		<Figure
			label={terms.credits}
			value={credits && number(credits.balance)}
			link={link}
			hint={
				credits && (
					<>
						{hintOf(credits)}
						{actions && <br />}
						{actions}
					</>
				)
			}
		/>
	)
}

function hintOf({ held, available }: Schema<'Credits'>): string {
	const left = available === null ? t.unbounded : t.available(number(available))
	return held > 0 ? t.held(left, number(held)) : left
}
