import { useQuery } from '@tanstack/react-query'
import { runs } from '../text/en/runs.ts'
import { terms } from '../text/en/terms.ts'
import { Figure, Figures } from '../ui/figures.tsx'
import { compact, compactUsd, day, percent, usd } from '../ui/format.ts'
import { periodOf, timesOf } from '../usage/period.ts'
import { MEASURES, sumOf, usageOf } from '../usage/usage.ts'
import { duration } from './duration.ts'

const t = runs.last_days

/** How the runs of the last seven days went, of an org or of all, whatever the list below shows. */
export function LastDays({ org_id }: { org_id: string | undefined }) {
	const period = periodOf('7')
	const { data } = useQuery({ queryKey: ['usage', org_id, period], queryFn: () => usageOf(org_id, period) })
	const days = data?.days
	const count = days && (sumOf(days, MEASURES.runs) ?? 0)
	const failed = days && sumOf(days, MEASURES.failed)
	const cost = days && (sumOf(days, MEASURES.cost) ?? 0)
	const timed = days?.findLast((one) => one.median_duration_ms !== null)
	const share = failed != null && count ? percent(failed / count) : undefined
	return (
		<Figures>
			<Figure
				label={terms.failed}
				value={days && (share ?? '–')}
				hint={failed != null && t.failed_hint(compact(failed))}
				link={{ to: '/runs', search: { status: 'failed', ...timesOf(period.days), ...(org_id && { org_id }) } }}
				trend={days?.map((one) => MEASURES.failed(one) ?? 0)}
			/>
			<Figure
				label={terms.runs}
				value={count === undefined ? undefined : compact(count)}
				hint={t.hint}
				trend={days?.map(MEASURES.runs)}
			/>
			<Figure
				label={terms.cost}
				value={cost === undefined ? undefined : compactUsd(cost)}
				hint={count ? t.cost_hint(usd((cost ?? 0) / count)) : t.hint}
				trend={days?.map(MEASURES.cost)}
			/>
			<Figure
				label={t.duration}
				value={days && (timed?.median_duration_ms == null ? '–' : duration(timed.median_duration_ms))}
				hint={timed && t.duration_hint(day(timed.date))}
				trend={days?.map((one) => MEASURES.duration(one) ?? 0)}
			/>
		</Figures>
	)
}
