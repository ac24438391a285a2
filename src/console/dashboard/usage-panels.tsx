import { useQuery } from '@tanstack/react-query'
import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Schema } from '../api.ts'
import { duration } from '../runs/duration.ts'
import { dashboard as t } from '../text/en/dashboard.ts'
import { Chart } from '../ui/chart.tsx'
import { Failure, Notice } from '../ui/failure.tsx'
import { Bars } from '../ui/figures.tsx'
import { compact, compactUsd, day, number, usd } from '../ui/format.ts'
import { Panel, PanelSkeleton } from '../ui/page.tsx'
import { Segments } from '../ui/segments.tsx'
import type { Period } from '../usage/period.ts'
import { type Measure, MEASURES, type Usage, usageByModel } from '../usage/usage.ts'
import type { RunLink } from './links.ts'
import styles from './usage-panels.module.css'

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

const MOST = 7

interface ModelsPanelProps {
	org_id: string | undefined
	period: Period
	linkTo: RunLink | undefined
}

/** Which models cost the most in the period, and their part of the cost before. */
export function ModelsPanel({ org_id, period: { days, before }, linkTo }: ModelsPanelProps) {
	const { data, error } = useQuery({
		queryKey: ['usage', 'models', org_id, days, before],
		queryFn: () => Promise.all([usageByModel(org_id, days), usageByModel(org_id, before)]),
		placeholderData: (old) => old,
	})
	const [models, earlier] = data ?? []
	const [first] = models ?? []
	return (
		<Panel title={t.models.title}>
			{error && !models && <Failure refusal={error} />}
			{!models && !error && <PanelSkeleton />}
			{models && !first && <Notice icon="models" title={t.models.empty} hint={t.models.empty_hint} />}
			{models && first && earlier && (
				<>
					<p className={styles.first}>
						<strong>{first.model}</strong> {t.models.first} {t.models.share(usd(first.cost_usd), partOf(first, models))}
					</p>
					<Bars
						label={t.models.title}
						bars={models.slice(0, MOST).map((one) => {
							const then = earlier.find(({ model }) => model === one.model)
							const part = partOf(one, models)
							return {
								name: one.model,
								value: one.cost_usd,
								text: usd(one.cost_usd),
								note: then ? t.models.was(part, partOf(then, earlier)) : t.models.is(part),
								link: linkOf(one.model, linkTo),
							}
						})}
					/>
				</>
			)}
		</Panel>
	)
}

type ModelUsage = Schema<'ModelUsage'>

/** How much of the cost a model is, in percent. */
function partOf({ cost_usd }: ModelUsage, all: ModelUsage[]): string {
	const sum = all.reduce((total, one) => total + one.cost_usd, 0)
	return sum === 0 ? '0' : Math.round((cost_usd / sum) * 100).toString()
}

/** Runs without a model count under this name, which no filter finds. */
const UNKNOWN = 'unknown'

const linkOf = (model: string, linkTo: RunLink | undefined): LinkProps | undefined =>
	model === UNKNOWN ? undefined : linkTo?.({ model })
