import { type ReactNode, Suspense, useState } from 'react'
import type { Page } from '../api.ts'
import { listFoot as t } from '../text/en/list-foot.ts'
import { Button } from '../ui/button.tsx'
import { later } from '../ui/loading.ts'
import { Paging } from '../ui/paging.tsx'
import styles from './list-foot.module.css'

const Download = later(() => import('./download.tsx'))

interface ListFootProps {
	/** The page of the list that is shown. */
	page: Page<unknown> | undefined
	/** Whether another page is being read. */
	isStale?: boolean
	/** What can be done with the selected rows. It takes the place of the download while there are some. */
	selected?: ReactNode
	hasSelected?: boolean
	/** The way to more rows, in place of that to other pages. */
	more?: ReactNode
}

/** What is below every list: its file, or what can be done with the selected rows, and the way to its other pages. */
export function ListFoot({ page, isStale = false, selected, hasSelected = false, more }: ListFootProps) {
	const [isReading, setIsReading] = useState(false)
	const hasRows = page !== undefined && page.rows.length > 0
	return (
		<div className={styles.foot} data-selected={hasSelected || undefined}>
			{selected}
			{!hasSelected && hasRows && page.source && (
				<Button kind="quiet" icon="down" isBusy={isReading} onClick={() => setIsReading(true)} data-download>
					{t.download.action}
				</Button>
			)}
			{more === undefined ? <Paging page={page} /> : more}
			{isReading && !isStale && page?.source && (
				<Suspense>
					<Download source={page.source} onClose={() => setIsReading(false)} />
				</Suspense>
			)}
		</div>
	)
}
