import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { comparison } from '../text/en/common.ts'
import { punctuation } from '../text/en/language.ts'
import { areaUnder, isLabelled, lineThrough, ticksUpTo } from './chart-scale.ts'
import { ChartTip } from './chart-tip.tsx'
import { classes } from './class.ts'
import styles from './chart.module.css'

interface Point {
	/** A day or another name of the point. */
	at: string
	/** Null if it's unknown. */
	value: number | null
	/** The value of the same place in the period before. */
	before?: number | null | undefined
}

interface ChartProps {
	/** What it shows, for screen readers. */
	label: string
	points: Point[]
	/** How values read at the axis, and in full. */
	axis: (value: number) => string
	full: (value: number) => string
	/** How a point's name reads. */
	name: (at: string) => string
	/** The last point isn't over, so its line is dashed. */
	isOpen?: boolean
	/** A click or Enter opens what a point counts. */
	onOpen?: ((at: string) => void) | undefined
}

const HEIGHT = 260
const PAD = { top: 12, right: 12, bottom: 26, left: 52 }

/** A line over days, with the value of the day under the pointer or the arrow keys, and a table for screen readers. */
export function Chart({ label, points, axis, full, name, isOpen = false, onOpen }: ChartProps) {
	const [frame, width] = useWidth()
	const [index, setIndex] = useState<number>()
	const id = useId()
	const ticks = ticksUpTo(Math.max(...points.flatMap(({ value, before }) => [value ?? 0, before ?? 0]), 0))
	const top = ticks.at(-1) ?? 1
	const bottom = HEIGHT - PAD.bottom
	const inner = Math.max(width - PAD.left - PAD.right, 1)
	const last = points.length - 1
	const x = (position: number) => PAD.left + (points.length < 2 ? inner / 2 : (position / last) * inner)
	const y = (value: number) => bottom - (value / top) * (bottom - PAD.top)
	const placeOf = (value: number | null | undefined, position: number) =>
		value === null || value === undefined ? undefined : ([x(position), y(value)] as const)
	const line = points.map(({ value }, position) => placeOf(value, position))
	const earlier = points.map(({ before }, position) => placeOf(before, position))
	const over = isOpen ? line.slice(0, -1) : line
	const text = (value: number | null | undefined) => (typeof value === 'number' ? full(value) : comparison.unknown)
	const nearest = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
		const part = (clientX - currentTarget.getBoundingClientRect().left - PAD.left) / inner
		setIndex(Math.min(last, Math.max(0, Math.round(part * last))))
	}
	useEscape(index !== undefined, setIndex)
	const chosen = index === undefined ? undefined : points[index]
	const read = chosen ?? points.at(-1)
	const open = () => chosen && onOpen?.(chosen.at)
	const onKey = (event: KeyboardEvent) => {
		if (event.key === 'Enter') open()
		const step = { ArrowLeft: -1, ArrowRight: 1, Home: -points.length, End: points.length }[event.key]
		if (step === undefined) return
		event.preventDefault()
		setIndex((old) => Math.min(last, Math.max(0, (old ?? (step < 0 ? points.length : -1)) + step)))
	}
	const isCompared = earlier.some(Boolean)
	return (
		<figure ref={frame} className={styles.chart}>
			<svg
				width={width}
				height={HEIGHT}
				role="slider"
				tabIndex={0}
				aria-label={label}
				aria-valuemin={0}
				aria-valuemax={Math.max(last, 0)}
				aria-valuenow={Math.max(index ?? last, 0)}
				aria-valuetext={read && `${name(read.at)}${punctuation.colon}${text(read.value)}`}
				className={classes(onOpen && styles.opens)}
				onPointerMove={nearest}
				onPointerLeave={() => setIndex(undefined)}
				onClick={open}
				onKeyDown={onKey}
				onBlur={() => setIndex(undefined)}
			>
				<defs>
					<linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
						<stop offset="0" className={styles.from} />
						<stop offset="1" className={styles.to} />
					</linearGradient>
				</defs>
				{ticks.map((tick) => (
					<g key={tick}>
						<line className={styles.grid} x1={PAD.left} x2={width - PAD.right} y1={y(tick)} y2={y(tick)} />
						<text className={styles.tick} x={PAD.left - 10} y={y(tick) + 4} textAnchor="end">
							{axis(tick)}
						</text>
					</g>
				))}
				{points.map(({ at }, position) =>
					isLabelled(position, points.length, width) ? (
						<text
							key={at}
							className={styles.tick}
							x={x(position)}
							y={HEIGHT - 6}
							textAnchor={position === last ? 'end' : 'middle'}
						>
							{name(at)}
						</text>
					) : null,
				)}
				<path d={areaUnder(over, bottom)} fill={`url(#${id})`} />
				<path className={styles.before} d={lineThrough(earlier)} />
				<path className={styles.line} d={lineThrough(over)} />
				{isOpen && <path className={styles.open} d={lineThrough(line.slice(-2))} />}
				{chosen && index !== undefined && (
					<ChartTip
						x={x(index)}
						y={typeof chosen.value === 'number' ? y(chosen.value) : undefined}
						span={[PAD.top, bottom]}
						width={width}
						name={name(chosen.at)}
						value={text(chosen.value)}
						before={
							isCompared && typeof chosen.before === 'number' ? comparison.before(full(chosen.before)) : undefined
						}
					/>
				)}
			</svg>
			{(isCompared || isOpen) && (
				<p className={styles.legend}>
					{isCompared && <span>{comparison.legend.before}</span>}
					{isOpen && <span className={styles.keyOpen}>{comparison.legend.open}</span>}
				</p>
			)}
			<div className="unseen">
				<table>
					<caption>{label}</caption>
					<tbody>
						{points.map(({ at, value }) => (
							<tr key={at}>
								<th scope="row">{name(at)}</th>
								<td>{text(value)}</td>
							</tr>
						))}
					</tbody>
				</table>
			</div>
		</figure>
	)
}

/** Escape hides what covers a part of the chart, also while the pointer stays. */
function useEscape(isShown: boolean, hide: (nothing: undefined) => void) {
	useEffect(() => {
		if (!isShown) return undefined
		const onKey = ({ key }: globalThis.KeyboardEvent) => key === 'Escape' && hide(undefined)
		addEventListener('keydown', onKey)
		return () => removeEventListener('keydown', onKey)
	}, [isShown, hide])
}

function useWidth() {
	const frame = useRef<HTMLElement>(null)
	const [width, setWidth] = useState(640)
	useEffect(() => {
		const element = frame.current
		if (!element) return undefined
		const observer = new ResizeObserver(() => setWidth(element.clientWidth))
		observer.observe(element)
		return () => observer.disconnect()
	}, [])
	return [frame, width] as const
}
