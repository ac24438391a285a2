import { useQuery } from '@tanstack/react-query'
import { api, data, type Schema } from '../api.ts'
import { bills as t } from '../text/en/bills.ts'
import { terms } from '../text/en/terms.ts'
import { Failure, Notice } from '../ui/failure.tsx'
import { Figure, Figures } from '../ui/figures.tsx'
import { day, number, usd } from '../ui/format.ts'
import { Panel, PanelSkeleton, Stack } from '../ui/page.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { TwoLines } from '../ui/two-lines.tsx'
import type { Bill } from './read-bill.ts'

type Line = Schema<'ComparedLine'>
type Own = Schema<'BillComparison'>['own_models'][number]

/** More differences than somebody reads are cut. */
const SHOWN = 200

/** What Plinth says to a bill. */
export function Compared({ bill: { lines, start, end } }: { bill: Bill }) {
	const {
		data: found,
		error,
		refetch,
	} = useQuery({
		queryKey: ['usage', 'compare', start, end, lines],
		queryFn: () => data(api.POST('/v1/admin/usage/compare', { body: { start, end, lines } })),
		retry: false,
	})
	if (error) return <Failure refusal={error} onRetry={() => void refetch()} />
	if (!found) return <PanelSkeleton />
	const { billed_usd, counted_usd, difference_usd } = found.totals
	return (
		<Stack>
			<Figures>
				<Figure label={t.billed} value={usd(billed_usd)} />
				<Figure label={t.counted} value={usd(counted_usd)} />
				<Figure label={t.difference} value={usd(difference_usd)} hint={t.difference_hint} />
			</Figures>
			<Differences lines={found.lines} />
			{found.own_models.length > 0 && (
				<Panel title={t.own} hint={t.own_hint} noPadding>
					<Table
						label={t.own}
						columns={OWN}
						rows={found.own_models.slice(0, SHOWN)}
						keyOf={keyOf}
						isDense
						empty={null}
					/>
				</Panel>
			)}
		</Stack>
	)
}

const keyOf = ({ date, model }: { date: string; model: string }) => `${date} ${model}`

function Differences({ lines }: { lines: Line[] }) {
	const off = lines
		.filter(({ difference_usd }) => difference_usd !== 0)
		.toSorted((a, b) => Math.abs(b.difference_usd) - Math.abs(a.difference_usd))
	if (off.length === 0) return <Notice icon="check" title={t.same} hint={t.same_hint} />
	const hint =
		off.length > SHOWN ? t.shown(number(SHOWN), number(off.length)) : t.lines_hint(number(lines.length - off.length))
	return (
		<Panel title={t.lines} hint={hint} noPadding>
			<Table label={t.lines} columns={LINES} rows={off.slice(0, SHOWN)} keyOf={keyOf} empty={null} />
		</Panel>
	)
}

const named = ({ model, date }: { model: string; date: string }) => <TwoLines name={model} below={day(date)} />

const LINES: Column<Line>[] = [
	{ title: t.model, cell: named },
	{ title: t.billed, cell: ({ billed_usd }) => usd(billed_usd), align: 'end', from: 'medium' },
	{ title: t.counted, cell: ({ counted_usd }) => usd(counted_usd), align: 'end', from: 'medium' },
	{ title: t.difference, cell: ({ difference_usd }) => usd(difference_usd), align: 'end' },
	{ title: t.what, cell: ({ explained_by }) => whatToDo(explained_by), isLong: true },
]

const whatToDo = (explanations: Line['explained_by']) =>
	(explanations.length === 0 ? (['unknown'] as const) : explanations)
		.map((explanation) => t.todo[explanation])
		.join(' ')

const OWN: Column<Own>[] = [
	{ title: t.model, cell: named },
	{ title: terms.runs, cell: ({ run_count }) => number(run_count), align: 'end' },
	{ title: t.counted, cell: ({ cost_usd }) => usd(cost_usd), align: 'end' },
]
