import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { lineThrough, ticksUpTo } from './chart-scale.ts'
import styles from './chart.module.css'

interface Point {
	/** A day or another name of the point. */
	at: string
	value: number
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
}

const HEIGHT = 240
const PAD = { top: 12, right: 12, bottom: 26, left: 52 }
const TIP = { width: 116, height: 44 }

/** A line over days, with the value of the day under the pointer or the arrow keys, and a table for screen readers. */
export function Chart({ label, points, axis, full, name }: ChartProps) {
	const [frame, width] = useWidth()
	const [index, setIndex] = useState<number>()
	const id = useId()
	const ticks = ticksUpTo(Math.max(...points.map(({ value }) => value), 0))
	const top = ticks.at(-1) ?? 1
	const bottom = HEIGHT - PAD.bottom
	const inner = Math.max(width - PAD.left - PAD.right, 1)
	const x = (position: number) => PAD.left + (points.length < 2 ? inner / 2 : (position / (points.length - 1)) * inner)
	const y = (value: number) => bottom - (value / top) * (bottom - PAD.top)
	const line = lineThrough(points.map(({ value }, position) => [x(position), y(value)]))
	const nearest = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
		const part = (clientX - currentTarget.getBoundingClientRect().left - PAD.left) / inner
		setIndex(Math.min(points.length - 1, Math.max(0, Math.round(part * (points.length - 1)))))
	}
	const onKey = (event: KeyboardEvent) => {
		const step = { ArrowLeft: -1, ArrowRight: 1, Home: -points.length, End: points.length }[event.key]
		if (step === undefined) return
		event.preventDefault()
		setIndex((old) => Math.min(points.length - 1, Math.max(0, (old ?? (step < 0 ? points.length : -1)) + step)))
	}
	const chosen = index === undefined ? undefined : points[index]
	return (
		<figure ref={frame} className={styles.chart}>
			{/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a picture that answers to keys */}
			<svg
				width={width}
				height={HEIGHT}
				role="img"
				aria-label={label}
				// oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys read the points
				tabIndex={0}
				onPointerMove={nearest}
				onPointerLeave={() => setIndex(undefined)}
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
							textAnchor={position === points.length - 1 ? 'end' : 'middle'}
						>
							{name(at)}
						</text>
					) : null,
				)}
				{points.length > 1 && (
					<path d={`${line}L${x(points.length - 1)} ${bottom}L${x(0)} ${bottom}Z`} fill={`url(#${id})`} />
				)}
				<path className={styles.line} d={line} />
				{chosen && index !== undefined && (
					<g>
						<line className={styles.cursor} x1={x(index)} x2={x(index)} y1={PAD.top} y2={bottom} />
						<circle className={styles.dot} cx={x(index)} cy={y(chosen.value)} r="4" />
						<g
							transform={`translate(${x(index) + TIP.width + 12 > width ? x(index) - TIP.width - 10 : x(index) + 10} ${PAD.top})`}
						>
							<rect className={styles.tip} width={TIP.width} height={TIP.height} rx="6" />
							<text className={styles.tipName} x="10" y="17">
								{name(chosen.at)}
							</text>
							<text className={styles.tipValue} x="10" y="34">
								{full(chosen.value)}
							</text>
						</g>
					</g>
				)}
			</svg>
			<p className="unseen" aria-live="polite">
				{chosen && `${name(chosen.at)}: ${full(chosen.value)}`}
			</p>
			<table className="unseen">
				<caption>{label}</caption>
				<tbody>
					{points.map(({ at, value }) => (
						<tr key={at}>
							<th scope="row">{name(at)}</th>
							<td>{full(value)}</td>
						</tr>
					))}
				</tbody>
			</table>
		</figure>
	)
}

/** Names at even distances, always with the last, and none that overlap. */
function isLabelled(position: number, count: number, width: number): boolean {
	const every = Math.max(1, Math.ceil(count / Math.max(2, Math.floor(width / 110))))
	return (count - 1 - position) % every === 0 && (position > 0 || count < 3)
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
