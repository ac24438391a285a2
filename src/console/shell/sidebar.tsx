import { Link, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Place } from '../places/place.ts'
import { GROUPS } from '../places/places.ts'
import { useMe } from '../session/session.ts'
import { shell as t } from '../text/en/shell.ts'
import { Icon } from '../ui/icon.tsx'
import { scrollTo } from '../ui/scroll.ts'
import { AccountMenu } from './account-menu.tsx'
import { isMac } from './mac.ts'
import { maySee } from './navigation.ts'
import { Section } from './section.tsx'
import styles from './sidebar.module.css'

export const Mark = () => (
	<Link to="/" className={styles.mark}>
		<svg viewBox="0 0 32 32" aria-hidden="true">
			<rect width="32" height="32" rx="7" />
			<path d="M8 8h16v3H8zM11 12.5h3v7h-3zM18 12.5h3v7h-3zM9 21h14v1.5H9zM7 23.5h18V26H7z" />
		</svg>
		{t.product}
	</Link>
)

/** In the drawer of a phone it has no head: the bar above has one. */
export function Sidebar({ onSearch, bell }: { onSearch?: () => void; bell?: ReactNode }) {
	const me = useMe()
	const places = useRef<HTMLElement>(null)
	// The links only know the open place once its screen has loaded.
	const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
	// A platform admin has more places than fit on a screen. Scroll to the open one.
	useEffect(() => {
		const list = places.current
		const open = list?.querySelector('[aria-current="page"]')
		if (list && open) scrollTo(list, open)
		// oxlint-disable-next-line react-hooks/exhaustive-deps -- another path has another open place
	}, [path])
	return (
		<div className={styles.sidebar}>
			{onSearch && (
				<div className={styles.head}>
					<div className={styles.top}>
						<Mark />
						{bell}
					</div>
					<button type="button" className={styles.search} onClick={onSearch}>
						<Icon name="search" />
						<span>{t.palette.open}</span>
						<kbd>{isMac ? '⌘K' : 'Ctrl K'}</kbd>
					</button>
				</div>
			)}
			<nav ref={places} className={styles.places} aria-label={t.navigation}>
				{GROUPS.map(({ title, places: all }) => {
					const shown = all.filter((place) => !place.isHidden && maySee(place, me))
					return (
						shown.length > 0 && (
							<div key={title ?? ''} className={styles.group}>
								{title ? (
									<Section name={all[0]?.to ?? ''} title={title} isCurrent={shown.some(({ to }) => isIn(path, to))}>
										<Places places={shown} />
									</Section>
								) : (
									<Places places={shown} />
								)}
							</div>
						)
					)
				})}
			</nav>
			<AccountMenu />
		</div>
	)
}

const isIn = (path: string | undefined, to: string) => path === to || path?.startsWith(`${to}/`)

const Places = ({ places }: { places: Place[] }) => (
	<ul>
		{places.map(({ to, label, icon }) => (
			<li key={to}>
				<Link to={to} activeOptions={{ exact: to === '/', includeSearch: false }} className={styles.place}>
					<Icon name={icon} />
					{label}
				</Link>
			</li>
		))}
	</ul>
)
