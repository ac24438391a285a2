import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { placeOf } from '../places/places.ts'
import { searchOf, useScope } from '../session/scope.ts'
import { useIsOperator, useMe } from '../session/session.ts'
import { shell as t } from '../text/en/shell.ts'
import { Icon } from '../ui/icon.tsx'
import { scrollTo } from '../ui/scroll.ts'
import { AccountMenu } from './account-menu.tsx'
import { isMac } from './mac.ts'
import { sectionsFor, sideFor } from './navigation.ts'
import { SideMenu } from './side-menu.tsx'
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
	const path = useLocation({ select: ({ pathname }) => pathname })
	const side = sideFor(path, useScope(), me)
	const search = useIsOperator() ? searchOf(side) : {}
	const open = placeOf(path)
	// A low window doesn't show all places. Scroll to the open one.
	useEffect(() => {
		const list = places.current
		const current = list?.querySelector('[aria-current="page"]')
		if (list && current) scrollTo(list, current)
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
			<SideMenu side={side} path={path} />
			<nav ref={places} className={styles.places} aria-label={t.navigation}>
				{sectionsFor(side, me).map(({ title, entries }) => (
					<div key={title ?? ''} className={styles.group}>
						{title && <h2>{title}</h2>}
						<ul>
							{entries.map(({ label, icon, places: own }) => {
								const isOpen = own.some((place) => place === open)
								return (
									<li key={label}>
										<Link
											to={own[0]?.to ?? '/'}
											search={search}
											activeOptions={{ exact: true }}
											className={styles.place}
											aria-current={isOpen ? 'page' : undefined}
										>
											<Icon name={icon} />
											{label}
										</Link>
									</li>
								)
							})}
						</ul>
					</div>
				))}
			</nav>
			<AccountMenu />
		</div>
	)
}
