import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { duration } from '../runs/duration.ts'
import { dashboard as t } from '../text/en/dashboard.ts'
import { Chart } from '../ui/chart.tsx'
import { Failure } from '../ui/failure.tsx'
import { compact, compactUsd, day, number, usd } from '../ui/format.ts'
import { Panel, PanelSkeleton } from '../ui/page.tsx'
import { Segments } from '../ui/segments.tsx'
import type { Period } from '../usage/period.ts'
import { type Measure, MEASURES, type Usage } from '../usage/usage.ts'
import type { RunLink } from './links.ts'

const AXES = { runs: compact, cost: compactUsd, tokens: compact, failed: compact, duration }
const FULL = { runs: number, cost: usd, tokens: number, failed: number, duration }

interface UsagePanelProps {
	usage: Usage | undefined
	error: unknown
	period: Period
	/** Undefined if the user may not see runs. */
	linkTo: RunLink | undefined
}

/** A measure by day, over the period before. A day leads to its runs. */
export function UsagePanel({ usage, error, period, linkTo }: UsagePanelProps) {
	const [measure, setMeasure] = useState<Measure>('runs')
	const navigate = useNavigate()
	const open =
		linkTo &&
		((date: string) =>
			void navigate(linkTo(measure === 'failed' ? { status: 'failed' } : {}, { start: date, end: date })))
	const options = (['runs', 'cost', 'tokens', 'failed', 'duration'] as const).map((value) => ({
		value,
		label: t.chart[value],
	}))
	return (
		<Panel
			title={t.chart.title}
			hint={measure === 'duration' && t.chart.duration_hint}
			actions={<Segments label={t.chart.measure} value={measure} options={options} onChoose={setMeasure} />}
		>
			{!usage ? (
				error ? (
					<Failure refusal={error} />
				) : (
					<PanelSkeleton />
				)
			) : (
				<Chart
					label={t.chart.label(t.chart[measure])}
					points={usage.days.map((one, index) => {
						const before = usage.before[index]
						return { at: one.date, value: MEASURES[measure](one), before: before && MEASURES[measure](before) }
					})}
					axis={AXES[measure]}
					full={FULL[measure]}
					name={day}
					isOpen={period.finished < usage.days.length}
					onOpen={open}
				/>
			)}
		</Panel>
	)
}
