import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dashboard as t } from '../text/en/dashboard.ts'
import { Chart } from '../ui/chart.tsx'
import { Failure, Notice } from '../ui/failure.tsx'
import { Bars } from '../ui/figures.tsx'
import { compact, compactUsd, day, number, usd } from '../ui/format.ts'
import { Panel, PanelSkeleton } from '../ui/page.tsx'
import { Segments } from '../ui/segments.tsx'
import { type DayUsage, type Measure, MEASURES, usageByModel } from './usage.ts'

const AXES = { runs: compact, cost: compactUsd, tokens: compact }
const FULL = { runs: number, cost: usd, tokens: number }

export function UsagePanel({ usage, error }: { usage: DayUsage[] | undefined; error: unknown }) {
	const [measure, setMeasure] = useState<Measure>('runs')
	const options = (['runs', 'cost', 'tokens'] as const).map((value) => ({ value, label: t[value] }))
	return (
		<Panel
			title={t.chart.title}
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
					label={t.chart.label(t[measure])}
					points={usage.map((one) => ({ at: one.date, value: MEASURES[measure](one) }))}
					axis={AXES[measure]}
					full={FULL[measure]}
					name={day}
				/>
			)}
		</Panel>
	)
}

const MOST = 6

export function ModelsPanel({ org_id }: { org_id: string | undefined }) {
	const { data: models, error } = useQuery({
		queryKey: ['usage', 'models', org_id],
		queryFn: () => usageByModel(org_id),
	})
	return (
		<Panel title={t.models.title} hint={t.models.hint}>
			{error && <Failure refusal={error} />}
			{!models && !error && <PanelSkeleton />}
			{models?.length === 0 && <Notice icon="models" title={t.models.empty} />}
			{models && models.length > 0 && (
				<Bars
					label={t.models.title}
					bars={models
						.slice(0, MOST)
						.map(({ model, cost_usd }) => ({ name: model, value: cost_usd, text: usd(cost_usd) }))}
				/>
			)}
		</Panel>
	)
}
