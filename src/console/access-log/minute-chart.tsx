import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import type { Schema } from '../api.ts'
import { accessLog } from '../text/en/access-log.ts'
import { number } from '../ui/format.ts'
import { minuteOf } from './clock.tsx'
import styles from './access-log.module.css'

const t = accessLog.charts

const HEIGHT = 120
/** The width of a bar and the gap after it. */
const STEP = 10
const GAP = 2
const MINUTE_MS = 60_000

/** Requests per minute. The pointer or the arrow keys choose a minute; a click or Enter lists its requests. */
export function MinuteChart({ minutes }: { minutes: Schema<'AccessLogFacets'>['minutes'] }) {
	const navigate = useNavigate({ from: '/access-log' })
	const [chosen, setChosen] = useState<number>()
	const peak = Math.max(...minutes.map(({ count }) => count), 1)
	const last = minutes.length - 1
	const at = minutes[chosen ?? last]
	const open = (index: number) => {
		const minute = minutes[index]?.minute
		if (minute === undefined) return
		const to = new Date(Date.parse(minute) + MINUTE_MS).toISOString()
		void navigate({ search: (search) => ({ ...search, view: undefined, cursor: undefined, from: minute, to }) })
	}
	const indexAt = ({ clientX, currentTarget }: PointerEvent) => {
		const { left, width } = currentTarget.getBoundingClientRect()
		return Math.min(last, Math.max(0, Math.floor(((clientX - left) / width) * minutes.length)))
	}
	const onKey = (event: KeyboardEvent) => {
		const now = chosen ?? last
		const next = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: last }[event.key]
		if (event.key === 'Enter') open(now)
		if (next === undefined) return
		event.preventDefault()
		setChosen(Math.min(last, Math.max(0, next)))
	}
	return (
		<div className={styles.minutes}>
			<p aria-hidden="true">{at && t.at(minuteOf(at.minute), number(at.count))}</p>
			<svg
				viewBox={`0 0 ${minutes.length * STEP} ${HEIGHT}`}
				preserveAspectRatio="none"
				role="slider"
				tabIndex={0}
				aria-label={t.minutes}
				aria-valuemin={0}
				aria-valuemax={last}
				aria-valuenow={chosen ?? last}
				aria-valuetext={at && t.at(minuteOf(at.minute), number(at.count))}
				onPointerMove={(event) => setChosen(indexAt(event))}
				onPointerLeave={() => setChosen(undefined)}
				onPointerUp={(event) => open(indexAt(event))}
				onKeyDown={onKey}
			>
				{minutes.map(({ minute, count }, index) => {
					const height = count === 0 ? 1 : Math.max(3, (count / peak) * HEIGHT)
					return (
						<rect
							key={minute}
							data-chosen={index === chosen || undefined}
							data-empty={count === 0 || undefined}
							x={index * STEP}
							y={HEIGHT - height}
							width={STEP - GAP}
							height={height}
						/>
					)
				})}
			</svg>
			<p className={styles.span} aria-hidden="true">
				<span>{minutes[0] && minuteOf(minutes[0].minute)}</span>
				<span>
					{t.peak} {number(peak)}
				</span>
				<span>{minutes[last] && minuteOf(minutes[last].minute)}</span>
			</p>
		</div>
	)
}
