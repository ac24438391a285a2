import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { lineThrough } from './chart-scale.ts'
import styles from './figures.module.css'

/** Large numbers in a row. */
export const Figures = ({ children }: { children: ReactNode }) => <div className={styles.figures}>{children}</div>

/** More characters than a figure has room for on a phone. */
const LONG = 12

interface FigureProps {
	label: string
	/** Undefined while it loads. */
	value: string | undefined
	hint?: ReactNode
	/** How it compares with before. */
	change?: ReactNode
	/** What it counts. The whole figure is the link. */
	link?: LinkProps | undefined
	/** The days behind it, as a small line. */
	trend?: number[] | undefined
}

/** A number with its name, and what's behind it. What loads has its room already, so that nothing below moves. */
export function Figure(props: FigureProps) {
	const { label, value, hint, change, link, trend } = props
	const isLoading = value === undefined
	return (
		<section className={styles.figure} aria-label={label} aria-busy={isLoading}>
			<h2>{label}</h2>
			<p className={styles.value} data-long={(value && value.length > LONG) || undefined}>
				{isLoading ? <span className={styles.skeleton} /> : link ? <Link {...link}>{value}</Link> : value}
			</p>
			{(change ?? (isLoading && 'change' in props)) && <p className={styles.change}>{change}</p>}
			<p className={styles.hint}>{isLoading ? ' ' : (hint ?? ' ')}</p>
			{trend && trend.length > 1 ? (
				<Trend values={trend} />
			) : (
				isLoading && 'trend' in props && <div className={styles.trend} />
			)}
		</section>
	)
}

const WIDTH = 120
const HEIGHT = 28

/** A small line of days. The value next to it says it in full, so screen readers leave it out. */
export function Trend({ values }: { values: number[] }) {
	const top = Math.max(...values, 1e-9)
	const points = values.map(
		(value, index) => [(index / (values.length - 1)) * WIDTH, HEIGHT - 1 - (value / top) * (HEIGHT - 3)] as const,
	)
	return (
		<svg className={styles.trend} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
			<path d={lineThrough(points)} vectorEffect="non-scaling-stroke" />
		</svg>
	)
}

interface BarsProps {
	label: string
	/** What a whole bar stands for. The largest value if left out. */
	most?: number
	/** A bar with a link leads to what it counts. */
	bars: {
		/** Identifies it, and names it unless it has a label. */
		name: string
		label?: ReactNode
		value: number
		text: string
		note?: string
		link?: LinkProps | undefined
	}[]
}

/** Values next to each other, largest first. */
export function Bars({ label, most, bars }: BarsProps) {
	const top = most ?? Math.max(...bars.map(({ value }) => value), 1e-9)
	return (
		<ul className={styles.bars} aria-label={label}>
			{bars.map(({ name, label: named = name, value, text, note, link }) => (
				<li key={name}>
					<span className={styles.name}>{link ? <Link {...link}>{named}</Link> : named}</span>
					<span className={styles.text}>
						{note && <span className={styles.note}>{note}</span>} {text}
					</span>
					<svg width="100%" height="4" aria-hidden="true">
						<rect className={styles.track} width="100%" height="4" rx="2" />
						<rect className={styles.bar} width={`${Math.max((value / top) * 100, 0.5)}%`} height="4" rx="2" />
					</svg>
				</li>
			))}
		</ul>
	)
}
