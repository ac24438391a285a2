import { Link, useSearch } from '@tanstack/react-router'
import { common as t } from '../text/en/common.ts'
import styles from './paging.module.css'

/** The link to the next page. The cursor is in the address, so the back button works. */
export function Paging({ next }: { next: string | undefined }) {
	const { cursor } = useSearch({ strict: false }) as { cursor?: string }
	if (!cursor && !next) return null
	return (
		<nav className={styles.paging} aria-label={t.page.label}>
			{cursor && (
				<Link to="." search={(search: object) => ({ ...search, cursor: undefined })}>
					{t.page.first}
				</Link>
			)}
			{next && (
				<Link to="." search={(search: object) => ({ ...search, cursor: next })} data-next>
					{t.page.next}
				</Link>
			)}
		</nav>
	)
}
