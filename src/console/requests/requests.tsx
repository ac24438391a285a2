import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import { ListFoot } from '../lists/list-foot.tsx'
import { requests as t } from '../text/en/requests.ts'
import { shell } from '../text/en/shell.ts'
import { Failure, Notice } from '../ui/failure.tsx'
import { Choice } from '../ui/filters.tsx'
import { Page, Panel, PanelSkeleton, Toolbar } from '../ui/page.tsx'
import { rowsPerPage } from '../ui/pages.ts'
import { hasSingleKeys } from '../ui/single-keys.ts'
import { isTouched } from '../ui/touch.ts'
import { Card } from './card.tsx'
import { FRESH_MS, listRequests, useOwner } from './read.ts'
import { STATES } from './search.ts'
import styles from './requests.module.css'

/** What waits for a person's decision, and what was decided. */
export function Requests() {
	const { state, cursor } = useSearch({ from: '/requests' })
	const owner = useOwner()
	const { data, error, isPlaceholderData, refetch } = useQuery({
		queryKey: ['requests', owner, { state, cursor }],
		queryFn: () => listRequests(owner, { state: state ?? 'open', cursor, limit: rowsPerPage() }),
		placeholderData: keepPreviousData,
		refetchInterval: cursor ? false : FRESH_MS,
	})
	const hints = [owner === undefined ? t.hint.platform : t.hint.org, hasSingleKeys() && !isTouched() && t.hint.keys]
	return (
		<Page hint={hints.filter(Boolean).join(' ')}>
			<Toolbar>
				<Choice
					name="state"
					label={t.state}
					options={[
						{ value: undefined, label: t.states.open },
						...STATES.map((value) => ({ value, label: t.states[value] })),
					]}
				/>
			</Toolbar>
			{error && !data && <Failure refusal={error} onRetry={() => void refetch()} />}
			{!data && !error && <PanelSkeleton />}
			{data?.rows.length === 0 && (
				<Panel>
					<Notice icon="requests" title={state ? t.none : t.empty} hint={state ? undefined : t.empty_hint} />
				</Panel>
			)}
			{data && data.rows.length > 0 && (
				<>
					{/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys move between the requests */}
					<ul
						className={styles.list}
						aria-label={shell.places.requests}
						aria-busy={isPlaceholderData}
						onKeyDown={onKey}
					>
						{data.rows.map((request) => (
							<li key={request.id}>
								<Card request={request} owner={owner} isListed />
							</li>
						))}
					</ul>
					<ListFoot page={data} isStale={isPlaceholderData} />
				</>
			)}
		</Page>
	)
}

/** The arrows move between the requests. */
function onKey(event: KeyboardEvent<HTMLElement>) {
	const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
	const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-link]')]
	const at = links.indexOf(document.activeElement as HTMLElement)
	if (!step || at < 0) return
	event.preventDefault()
	links[at + step]?.focus()
}
