import { Link, type LinkProps } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { common as t } from '../text/en/common.ts'
import { classes } from './class.ts'
import { Icon } from './icon.tsx'
import styles from './page.module.css'

export interface PageProps {
	/** By default the name of its place. */
	title?: string
	/** The title as the page shows it, if it has several names that mustn't turn each other around. */
	heading?: ReactNode
	/** What stands next to the title, for example a badge. */
	mark?: ReactNode
	hint?: ReactNode
	/** The list that this page belongs to. By default its place. */
	up?: { label: string; link: LinkProps } | undefined
	actions?: ReactNode
	/** For logs, whose rows have much to say: it uses a large screen. */
	isWide?: boolean
	children: ReactNode
}

/** More characters than two lines of a title have on a phone. */
const LONG = 40

interface Around {
	/** The address of what the documentation says about the page. */
	docs?: string | undefined
	/** The pages beside it, with their name together. */
	tabs: readonly { to: string; label: string }[]
	name?: string | undefined
	/** What its place is called. */
	title: string
	/** The way to its place, if it's below that. */
	up?: PageProps['up']
}

const AroundContext = createContext<Around>({ tabs: [], title: '' })

/** What a page has around its content. The frame provides it. */
export const AroundPage = AroundContext.Provider

/** What the place of a page is called. */
export const usePlaceName = () => useContext(AroundContext).title

/** A screen: its title, its actions, its content. */
export function Page(props: PageProps) {
	const { docs, tabs, name, ...place } = useContext(AroundContext)
	const { title = place.title, up = place.up, heading = title, mark, hint, actions, isWide = false, children } = props
	useEffect(() => {
		document.title = `${title} · Plinth`
	}, [title])
	return (
		<div className={classes(styles.page, isWide && styles.wide)}>
			{tabs.length > 1 && (
				<nav className={styles.tabs} aria-label={name}>
					{tabs.map(({ to, label }) => (
						<Link key={to} to={to} activeOptions={{ exact: true, includeSearch: false }} className={styles.tab}>
							{label}
						</Link>
					))}
				</nav>
			)}
			<header className={styles.head}>
				<div className={styles.titles}>
					{up && (
						<Link {...up.link} className={styles.up}>
							<Icon name="back" />
							{up.label}
						</Link>
					)}
					<h1 className={styles.title} data-long={title.length > LONG || undefined}>
						<span>{heading}</span>
						{mark}
					</h1>
					{hint && <p className={styles.hint}>{hint}</p>}
				</div>
				<div className={styles.actions}>
					{actions}
					{docs && (
						<a className={styles.docs} href={docs} aria-label={t.docs} title={t.docs}>
							<Icon name="docs" />
						</a>
					)}
				</div>
			</header>
			{children}
		</div>
	)
}

/** The place of a page whose thing is still loading. */
export const PageSkeleton = () => (
	<div className={styles.page} aria-busy="true">
		<p className="unseen">{t.loading}</p>
		<span className={styles.titleSkeleton} />
		<span className={styles.panelSkeleton} />
	</div>
)

/** The place of a chart or another picture whose numbers are still loading. */
export const PanelSkeleton = () => (
	<p className={styles.panelSkeleton} aria-busy="true">
		<span className="unseen">{t.loading}</span>
	</p>
)

export interface PanelProps {
	title?: string
	hint?: ReactNode
	actions?: ReactNode
	/** Without padding, for tables. */
	noPadding?: boolean
	children: ReactNode
}

/** A framed part of a page. */
export const Panel = ({ title, hint, actions, noPadding = false, children }: PanelProps) => (
	<section className={styles.panel} aria-label={title}>
		{title && (
			<header className={styles.panelHead}>
				<div className={styles.panelTitle}>
					<h2>{title}</h2>
					{hint && <p className={styles.hint}>{hint}</p>}
				</div>
				{actions && <div className={styles.actions}>{actions}</div>}
			</header>
		)}
		<div className={classes(!noPadding && styles.body)}>{children}</div>
	</section>
)

/** Panels next to each other where there is room. A third one stands below the first. */
export const Columns = ({ kind = 'even', children }: { kind?: 'even' | 'wide-first'; children: ReactNode }) => (
	<div className={classes(styles.columns, kind === 'even' ? styles.even : styles.wideFirst)}>{children}</div>
)

/** Panels below each other in a column. */
export const Stack = ({ children }: { children: ReactNode }) => <div className={styles.stack}>{children}</div>

/** What is above a table: search, filters. */
export const Toolbar = ({ children }: { children: ReactNode }) => <div className={styles.toolbar}>{children}</div>

/** Names with their values. One without a value is left out. */
export const Facts = ({ facts }: { facts: [name: string, value: ReactNode][] }) => (
	<dl className={styles.facts}>
		{facts.map(
			([name, value]) =>
				(value ?? false) !== false && (
					<div key={name}>
						<dt>{name}</dt>
						<dd>{value}</dd>
					</div>
				),
		)}
	</dl>
)
