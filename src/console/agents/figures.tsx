import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Agent } from '../names/agents.ts'
import { useIsOperator } from '../session/session.ts'
import { agents } from '../text/en/agents.ts'
import { terms } from '../text/en/terms.ts'
import { Chart } from '../ui/chart.tsx'
import { Delta } from '../ui/delta.tsx'
import { Figure, Figures } from '../ui/figures.tsx'
import { compact, compactUsd, day, DAY_MS, number, percent, usd } from '../ui/format.ts'
import { Panel, PanelSkeleton } from '../ui/page.tsx'
import { Segments } from '../ui/segments.tsx'
import { Ago } from '../ui/time.tsx'
import { type Period, timesOf } from '../usage/period.ts'

const t = agents.page

/** Undefined while it loads, null for an agent without runs in the period. */
type Counted = Agent | null | undefined

interface Of {
	now: Counted
	/** The period before. */
	before: Counted
	period: Period
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

/** What an agent came to in a period. Days that aren't over aren't compared. */
export function AgentFigures({ now, before, period: { finished }, hasBefore }: Of & { hasBefore: boolean }) {
	const isRead = now !== undefined
	const { run_count: runs = 0, failed_run_count: failed = 0, cost_usd: cost = 0, credits_used = 0 } = now ?? {}
	const change = (of: 'daily_run_count' | 'daily_cost_usd') =>
		isRead &&
		hasBefore && (
			<Delta now={sum(now?.[of].slice(0, finished) ?? [])} before={sum(before?.[of].slice(0, finished) ?? [])} />
		)
	return (
		<Figures>
			<Figure
				label={terms.cost}
				value={isRead ? compactUsd(cost) : undefined}
				hint={runs > 0 && t.cost_hint(usd(cost / runs))}
				change={change('daily_cost_usd')}
				trend={now?.daily_cost_usd}
			/>
			<Figure
				label={terms.runs}
				value={isRead ? compact(runs) : undefined}
				hint={
					now && (
						<>
							{t.last} <Ago time={now.last_run_at} />
						</>
					)
				}
				change={change('daily_run_count')}
				trend={now?.daily_run_count}
			/>
			<Figure
				label={terms.failed}
				value={isRead ? (runs > 0 ? percent(failed / runs) : '–') : undefined}
				hint={
					now?.last_failed_at ? (
						<>
							{t.failed_hint(number(failed))} <Ago time={now.last_failed_at} />
						</>
					) : (
						isRead && t.no_failures
					)
				}
				{...(now?.last_failed_run_id && {
					link: { to: '/runs/$run_id', params: { run_id: now.last_failed_run_id } },
				})}
			/>
			<Figure label={terms.credits} value={isRead ? compact(credits_used) : undefined} />
		</Figures>
	)
}

const MEASURES = {
	cost: { of: 'daily_cost_usd', axis: compactUsd, full: usd },
	runs: { of: 'daily_run_count', axis: compact, full: number },
} as const

/** The cost or the runs of an agent by day, over the period before. A day leads to its runs. */
export function CostPanel({ org_id, agent_id, now, before, period }: Of & { org_id: string; agent_id: string }) {
	const [measure, setMeasure] = useState<keyof typeof MEASURES>('cost')
	const isOperator = useIsOperator()
	const navigate = useNavigate()
	const { of, axis, full } = MEASURES[measure]
	const { days, finished } = period
	return (
		<Panel
			title={t.chart.title}
			actions={
				<Segments
					label={t.chart.measure}
					value={measure}
					options={(['cost', 'runs'] as const).map((value) => ({ value, label: t.chart[value] }))}
					onChoose={setMeasure}
				/>
			}
		>
			{now === undefined ? (
				<PanelSkeleton />
			) : (
				<Chart
					label={t.chart.label(t.chart[measure])}
					points={daysOf(days).map((at, index) => ({ at, value: now?.[of][index] ?? 0, before: before?.[of][index] }))}
					axis={axis}
					full={full}
					name={day}
					isOpen={finished < daysOf(days).length}
					onOpen={(date) =>
						void navigate({
							to: '/runs',
							search: { agent_id, ...timesOf({ start: date, end: date }), ...(isOperator && { org_id }) },
						})
					}
				/>
			)}
		</Panel>
	)
}

const daysOf = ({ start, end }: Period['days']) =>
	Array.from({ length: Math.round((Date.parse(end) - Date.parse(start)) / DAY_MS) + 1 }, (_, index) =>
		new Date(Date.parse(start) + index * DAY_MS).toISOString().slice(0, 10),
	)
