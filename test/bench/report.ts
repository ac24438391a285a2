import { readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Counted } from './counted.ts'
import type { Slice } from './load.ts'
import type { Path } from './paths.ts'
import { ROOT } from './workers.ts'

/** Both sides of one round. */
export interface Round {
	ours: Slice
	floor: Slice
}

export interface Measured {
	path: Path
	counted: Counted
	rounds: Round[]
}

/** Rows of cells as a Markdown table; the first row is its head. */
export const markdown = (rows: string[][]): string =>
	rows
		.flatMap((cells, row) => (row === 0 ? [cells, cells.map((_, i) => (i === 0 ? '---' : '---:'))] : [cells]))
		.map((cells) => `| ${cells.join(' | ')} |`)
		.join('\n')

const HEADINGS = [
	'path',
	'D1 calls',
	'rows read',
	'rows written',
	'req/s ours',
	'req/s floor',
	'ratio req/s',
	'p50 ms ours / floor',
	'CPU µs ours / floor',
	'CPU ratio',
	'target',
	'met or missed',
]

/** Where the numbers were measured: date, cores, memory and the version of workerd. */
export function circumstances(): string {
	const { version } = JSON.parse(readFileSync(join(ROOT, 'node_modules/workerd/package.json'), 'utf8')) as {
		version: string
	}
	const all = cpus()
	const memory = `${(totalmem() / 2 ** 30).toFixed(0)} GiB`
	return `${new Date().toISOString().slice(0, 10)}, ${all.length} × ${all[0]?.model ?? 'unknown CPU'}, ${memory} memory, workerd ${version}, Node ${process.version}`
}

/** The results as a Markdown table. Ratios are medians of the rounds' own ratios, ours to the floor's. */
export const table = (measured: Measured[]): string => markdown([HEADINGS, ...measured.map(cellsOf)])

/** Whether the path has a target and missed it. */
export const isMissed = (measured: Measured) => decisionOf(measured) === 'missed'

function cellsOf(measured: Measured): string[] {
	const { path, counted, rounds } = measured
	const counts = [path.name, counted.calls, counted.rows_read, counted.rows_written].map(String)
	const failure = failureOf(rounds)
	const unmeasured = ['–', '–', '–', '–', '–', '–']
	if (failure) return [...counts, failure, ...unmeasured.slice(1), targetOf(path), decisionOf(measured)]
	const side = (name: keyof Round, figure: Figure) => median(rounds.map((round) => figureOf(round[name], figure)))
	return [
		...counts,
		side('ours', 'requests_per_s').toFixed(0),
		side('floor', 'requests_per_s').toFixed(0),
		ratio(rounds, 'requests_per_s').toFixed(2),
		`${side('ours', 'p50_ms').toFixed(2)} / ${side('floor', 'p50_ms').toFixed(2)}`,
		`${side('ours', 'cpu_us').toFixed(0)} / ${side('floor', 'cpu_us').toFixed(0)}`,
		ratio(rounds, 'cpu_us').toFixed(2),
		targetOf(path),
		decisionOf(measured),
	]
}

function targetOf({ target }: Path): string {
	if (!target) return '–'
	const calls = target.calls === undefined ? '' : `, ${target.calls} D1 calls`
	return `≥ ${target.ratio}${calls}`
}

function decisionOf({ path: { target }, counted, rounds }: Measured): 'met' | 'missed' | '–' {
	if (!target) return '–'
	const reached = !failureOf(rounds) && ratio(rounds, 'requests_per_s') >= target.ratio
	return reached && counted.calls <= (target.calls ?? Infinity) ? 'met' : 'missed'
}

export type Figure = Exclude<keyof Extract<Slice, { cpu_us: number }>, 'failure'>

/** A figure of a slice; NaN if the slice failed. */
export const figureOf = (slice: Slice, figure: Figure) => ('failure' in slice ? Number.NaN : slice[figure])

const ratio = (rounds: Round[], figure: Figure) =>
	median(rounds.map(({ ours, floor }) => figureOf(ours, figure) / figureOf(floor, figure)))

function failureOf(rounds: Round[]): string | undefined {
	for (const round of rounds)
		for (const name of ['ours', 'floor'] as const) {
			const slice = round[name]
			if ('failure' in slice) return `${name}: ${slice.failure}`
		}
	return undefined
}

/** The middle one of the numbers, or the mean of the two in the middle. */
export function median(numbers: number[]): number {
	const sorted = numbers.toSorted((a, b) => a - b)
	const half = sorted.length / 2
	return ((sorted[Math.ceil(half) - 1] ?? Number.NaN) + (sorted[Math.floor(half)] ?? Number.NaN)) / 2
}
