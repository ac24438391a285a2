import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { CreditsFigure } from '../credits/credits-figure.tsx'
import { useRunLink } from '../dashboard/links.ts'
import { useCurrentSubscription, usePlanName } from '../plans/read.tsx'
import { useIsOperator } from '../session/session.ts'
import { orgs } from '../text/en/orgs.ts'
import { terms } from '../text/en/terms.ts'
import { Figure, Figures } from '../ui/figures.tsx'
import { compact, compactUsd, dateOf } from '../ui/format.ts'
import { periodOf } from '../usage/period.ts'
import { MEASURES, sumOf, usageOf } from '../usage/usage.ts'

const t = orgs.figures

/** What an org has, and what it uses. `actions` stand with its credits. */
export function OrgFigures({ org_id, actions }: { org_id: string; actions?: ReactNode }) {
	const period = periodOf('30')
	const linkTo = useRunLink(org_id, period.days)
	const { data } = useQuery({ queryKey: ['usage', org_id, period], queryFn: () => usageOf(org_id, period) })
	const days = data?.days
	return (
		<Figures>
			<PlanFigure org_id={org_id} />
			<CreditsFigure org_id={org_id} actions={actions} />
			<Figure
				label={terms.runs}
				value={days && compact(sumOf(days, MEASURES.runs) ?? 0)}
				hint={t.days(30)}
				trend={days?.map(MEASURES.runs)}
				link={linkTo?.()}
			/>
			<Figure
				label={terms.cost}
				value={days && compactUsd(sumOf(days, MEASURES.cost) ?? 0)}
				hint={t.days(30)}
				trend={days?.map(MEASURES.cost)}
				link={linkTo?.()}
			/>
		</Figures>
	)
}

function PlanFigure({ org_id }: { org_id: string }) {
	const current = useCurrentSubscription(org_id)
	const name = usePlanName(current?.plan_id ?? '')
	const isOperator = useIsOperator()
	if (current === null) return <Figure label={terms.plan} value={terms.none} hint={t.no_plan_hint} />
	return (
		<Figure
			label={terms.plan}
			value={current && name}
			hint={
				current && (
					<>
						{t.period(dateOf(current.current_period_start), dateOf(current.current_period_end))}
						<br />
						{isOperator && (
							<Link to="/subscriptions/$id" params={{ id: current.id }}>
								{t.subscription}
							</Link>
						)}
					</>
				)
			}
		/>
	)
}
