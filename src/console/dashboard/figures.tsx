import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { api, data } from '../api.ts'
import { CreditsFigure } from '../credits/credits-figure.tsx'
import { dashboard as t } from '../text/en/dashboard.ts'
import { terms } from '../text/en/terms.ts'
import { Delta } from '../ui/delta.tsx'
import { Figure, Figures } from '../ui/figures.tsx'
import { compact, compactUsd, number, usd } from '../ui/format.ts'
import type { Period } from '../usage/period.ts'
import { comparedOf, type Day, MEASURES, meanOf, sumOf, type Usage } from '../usage/usage.ts'
import type { RunLink } from './links.ts'

interface UsageFiguresProps {
	/** Undefined while it loads. */
	usage: Usage | undefined
	period: Period
	/** The org, or undefined for the platform. */
	org_id: string | undefined
	/** Undefined if the user may not see runs. */
	linkTo: RunLink | undefined
}

/** The numbers of a period, compared with the one before. Each leads to what it counts. */
export function UsageFigures({ usage, period, org_id, linkTo }: UsageFiguresProps) {
	const days = usage?.days
	const sum = (of: (day: Day) => number | null) => (days ? sumOf(days, of) : null)
	const [runs, cost, failed] = [sum(MEASURES.runs) ?? 0, sum(MEASURES.cost) ?? 0, sum(MEASURES.failed)]
	const compared = usage && comparedOf(usage, period)
	const change = (of: (day: Day) => number | null, isBad?: boolean) =>
		compared && <Delta now={sumOf(compared.now, of)} before={sumOf(compared.before, of)} isBad={isBad} />
	const isOpen = days !== undefined && period.finished < days.length
	return (
		<Figures>
			<Figure
				label={terms.runs}
				value={days && compact(runs)}
				change={change(MEASURES.runs)}
				hint={
					days &&
					(isOpen
						? t.runs_today(number(days.at(-1)?.run_count ?? 0))
						: t.runs_a_day(number(Math.round(runs / days.length))))
				}
				link={linkTo?.()}
			/>
			<Figure
				label={terms.cost}
				value={days && compactUsd(cost)}
				change={change(MEASURES.cost)}
				hint={t.cost_per_run(usd(cost / Math.max(1, runs)))}
				link={linkTo?.()}
			/>
			<Figure
				label={terms.tokens}
				value={days && compact(sum(MEASURES.tokens) ?? 0)}
				change={change(MEASURES.tokens)}
				hint={t.tokens_hint(
					compact(sum((day) => day.input_tokens) ?? 0),
					compact(sum((day) => day.output_tokens) ?? 0),
				)}
				link={linkTo?.()}
			/>
			<Figure
				label={t.failed_runs}
				value={days && (failed === null ? '–' : compact(failed))}
				change={change(MEASURES.failed, compared && failsMore(compared))}
				hint={failed === null ? t.not_counted : t.failed_hint(((failed / Math.max(1, runs)) * 100).toFixed(1))}
				link={linkTo?.({ status: 'failed' })}
			/>
			{org_id ? (
				<CreditsFigure org_id={org_id} link={{ to: '/credits', search: { of: 'org' } }} />
			) : (
				<ActiveUsers days={days} compared={compared} />
			)}
		</Figures>
	)
}

/** Whether clearly more of the runs fail than before. With more runs, more of them fail anyway. */
const failsMore = ({ now, before }: NonNullable<ReturnType<typeof comparedOf>>) =>
	failureRate(now) > failureRate(before) * 1.1

const failureRate = (days: Day[]) => (sumOf(days, MEASURES.failed) ?? 0) / Math.max(1, sumOf(days, MEASURES.runs) ?? 0)

const USERS: LinkProps = { to: '/users' }

const activeUsers = (day: Day) => day.active_users

function ActiveUsers({ days, compared }: { days: Day[] | undefined; compared: ReturnType<typeof comparedOf> }) {
	const { data: numbers } = useQuery(platformNumbers)
	const mean = days ? meanOf(days, activeUsers) : null
	return (
		<Figure
			label={t.active_users}
			value={days && numbers && (mean === null ? '–' : compact(Math.round(mean)))}
			change={
				compared && <Delta now={meanOf(compared.now, activeUsers)} before={meanOf(compared.before, activeUsers)} />
			}
			hint={mean === null ? t.not_counted : numbers && t.active_users_hint(compact(numbers.total_users))}
			link={USERS}
		/>
	)
}

/** The platform's totals since it began. */
export const platformNumbers = { queryKey: ['dashboard'], queryFn: () => data(api.GET('/v1/admin/dashboard')) }
