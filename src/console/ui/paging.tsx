import { useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Page } from '../api.ts'
import { listFoot } from '../text/en/list-foot.ts'
import { number } from './format.ts'
import { firstRowOf, placeOf, remember, ROWS, rowsPerPage, setRowsPerPage } from './pages.ts'
import styles from './paging.module.css'

const t = listFoot.pages

/** Which rows these are, and the links to the pages before and after. The cursor is in the address, so the back button works. */
export function Paging({ page }: { page: Page<unknown> | undefined }) {
	const { cursor } = useSearch({ strict: false }) as { cursor?: string }
	const next = page?.next
	const count = page?.rows.length ?? 0
	// While a page loads, the one before it is shown.
	const shown = page?.source ? (new URL(page.source).searchParams.get('cursor') ?? undefined) : cursor
	useEffect(() => {
		if (next) remember(next, { previous: shown, first: firstRowOf(shown), count })
	}, [next, shown, count])
	if (!cursor && !next) return null
	const place = placeOf(cursor)
	return (
		<nav className={styles.paging} aria-label={t.label}>
			<RowsPerPage page={page} />
			<Range first={firstRowOf(shown)} count={count} isLast={!next} />
			{cursor && (!place || place.previous) && (
				<Link to="." search={(search: object) => ({ ...search, cursor: undefined })}>
					{t.first}
				</Link>
			)}
			{place && (
				<Link to="." search={(search: object) => ({ ...search, cursor: place.previous })}>
					{t.previous}
				</Link>
			)}
			{next && (
				<Link to="." search={(search: object) => ({ ...search, cursor: next })} data-next>
					{t.next}
				</Link>
			)}
		</nav>
	)
}

/** Which rows of the list are on the page, and of how many on its last one. Unknown after a link into the middle. */
function Range({ first, count, isLast }: { first: number | undefined; count: number; isLast: boolean }) {
	if (first === undefined || count === 0) return null
	const [from, to] = [number(first + 1), number(first + count)]
	return <span className={styles.range}>{isLast ? t.range_of(from, to, to) : t.range(from, to)}</span>
}

/** How many rows a page has, in this browser. Only where the list asks for as many. */
function RowsPerPage({ page }: { page: Page<unknown> | undefined }) {
	const queries = useQueryClient()
	const limit = page?.source && new URL(page.source).searchParams.get('limit')
	if (Number(limit) !== rowsPerPage()) return null
	return (
		<label className={styles.rows}>
			<span className={styles.label}>{t.rows}</span>
			<select
				value={rowsPerPage()}
				onChange={({ target }) => {
					setRowsPerPage(Number(target.value))
					void queries.invalidateQueries()
				}}
			>
				{ROWS.map((rows) => (
					<option key={rows}>{rows}</option>
				))}
			</select>
		</label>
	)
}
