import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { answered, api } from '../api.ts'
import { ListFoot } from '../lists/list-foot.tsx'
import { accessLog as t } from '../text/en/access-log.ts'
import { shell } from '../text/en/shell.ts'
import { Notice, Warning } from '../ui/failure.tsx'
import { number } from '../ui/format.ts'
import { Panel } from '../ui/page.tsx'
import { EntryPanel } from './entry-panel.tsx'
import { type Filters, pageQueryOf } from './filters.ts'
import { type Entry, LogTable } from './log-table.tsx'

const PAGE = 50

interface LogPage {
	entries: Entry[]
	next: string | undefined
	lost: number
	isArchived: boolean
	source: string
}

/** A page of the log. */
export const entriesQuery = (filters: Filters, cursor: string | undefined) => {
	const query = { ...pageQueryOf(filters, cursor), limit: PAGE }
	return queryOptions({
		queryKey: ['access-log', 'entries', query],
		queryFn: async (): Promise<LogPage> => {
			const { data, response } = await answered(api.GET('/v1/admin/access-log', { params: { query } }))
			return {
				entries: data?.data ?? [],
				next: data?.next_before ?? undefined,
				lost: Number(response.headers.get('X-Log-Lost') ?? 0),
				isArchived: response.headers.get('X-Log-Source')?.includes('archive') ?? false,
				source: sourceOf(response.url, filters, cursor),
			}
		},
		retry: false,
	})
}

/** The address of the list, with the cursor of this page. The API calls both `before`: the cursor, and the end of a period. */
function sourceOf(address: string, filters: Filters, cursor: string | undefined): string {
	const source = new URL(address)
	const { before } = pageQueryOf(filters, undefined)
	source.searchParams.delete('before')
	if (before) source.searchParams.set('before', before)
	if (cursor) source.searchParams.set('cursor', cursor)
	return source.href
}

/** The log, page by page. */
export function Entries() {
	const { view: _, entry, cursor, ...filters } = useSearch({ from: '/access-log' })
	const { data, error, isPlaceholderData, refetch } = useQuery({
		...entriesQuery(filters, cursor),
		placeholderData: keepPreviousData,
	})
	return (
		<>
			{data !== undefined && data.lost > 0 && <Warning text={t.lost(number(data.lost))} />}
			{data?.isArchived && <p>{t.archived}</p>}
			<Panel noPadding>
				<LogTable
					label={shell.places.access_log}
					entries={error ? undefined : data?.entries}
					error={error}
					onRetry={() => void refetch()}
					isStale={isPlaceholderData}
					empty={<Notice icon="activity" title={t.empty} hint={t.empty_hint} />}
				/>
				<ListFoot
					page={data && { rows: data.entries, next: data.next, source: data.source }}
					isStale={isPlaceholderData}
				/>
			</Panel>
			{entry && <EntryPanel id={entry} known={data?.entries} />}
		</>
	)
}
