import { type Figure, figureOf, markdown, median } from './report.ts'
import type { ScaleMeasured, Size, Sizes } from './scale.ts'

/** How many more rows the large size may read than the small one. */
const MOST_ROWS = 1.5

const headings = ({ small, large }: Sizes) => {
	const both = `${small.toLocaleString('en')} / ${large.toLocaleString('en')}`
	return [
		`path, at ${both}`,
		'D1 calls',
		'rows read',
		'rows written',
		'req/s',
		'p50 ms',
		'p95 ms',
		'time ratio',
		'target',
		'met or missed',
	]
}

/** The results as a Markdown table: both sizes in each cell, the small one first. */
export const scaleTable = (measured: ScaleMeasured[], sizes: Sizes): string =>
	markdown([headings(sizes), ...measured.map(cellsOf)])

/** Fewer rows than a page don't count as growth, because the number of matches can differ. */
const FEW_ROWS = 20

/** Whether the path reads more rows when there are more. */
export const grows = ({ counted: { small, large } }: ScaleMeasured) =>
	large.rows_read > MOST_ROWS * small.rows_read + FEW_ROWS

/** Whether the path has a target and missed it. */
export const isMissedAtScale = (measured: ScaleMeasured) => decisionOf(measured) === 'missed'

function cellsOf(measured: ScaleMeasured): string[] {
	const { path, counted, rounds } = measured
	const counts = (['calls', 'rows_read', 'rows_written'] as const).map((figure) =>
		both((size) => counted[size][figure].toString()),
	)
	const failure = failureOf(measured)
	const times = failure
		? [failure, '–', '–', '–']
		: [
				both((size) => at(rounds, size, 'requests_per_s').toFixed(0)),
				both((size) => at(rounds, size, 'p50_ms').toFixed(2)),
				both((size) => at(rounds, size, 'p95_ms').toFixed(2)),
				timeRatio(measured).toFixed(2),
			]
	return [path.name, ...counts, ...times, targetOf(measured), decisionOf(measured)]
}

const both = (cell: (size: Size) => string) => {
	const [small, large] = [cell('small'), cell('large')]
	return small === large ? small : `${small} / ${large}`
}

const at = (rounds: ScaleMeasured['rounds'], size: Size, figure: Figure) =>
	median(rounds.map((round) => figureOf(round[size], figure)))

const timeRatio = ({ rounds }: ScaleMeasured) =>
	median(rounds.map(({ small, large }) => figureOf(large, 'p50_ms') / figureOf(small, 'p50_ms')))

function targetOf({ path: { target } }: ScaleMeasured): string {
	if (!target) return '–'
	const times = target.times === undefined ? [] : [`≤ ${target.times} ×`]
	return [...times, ...(target.p95_ms === undefined ? [] : [`p95 ≤ ${target.p95_ms} ms`])].join(', ')
}

function decisionOf(measured: ScaleMeasured): 'met' | 'missed' | '–' {
	const { target } = measured.path
	if (!target) return '–'
	const { times = Infinity, p95_ms = Infinity } = target
	const reached = timeRatio(measured) <= times && at(measured.rounds, 'large', 'p95_ms') <= p95_ms
	return reached && !failureOf(measured) ? 'met' : 'missed'
}

const failureOf = ({ rounds }: ScaleMeasured): string | undefined =>
	rounds
		.flatMap(({ small, large }) => [small, large])
		.map((slice) => ('failure' in slice ? slice.failure : undefined))
		.find((failure) => failure !== undefined)
