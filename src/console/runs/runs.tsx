import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { ListFoot } from '../lists/list-foot.tsx'
import { useName } from '../names/name.tsx'
import { useScope } from '../session/scope.ts'
import { useMe } from '../session/session.ts'
import { runs as t } from '../text/en/runs.ts'
import { shell } from '../text/en/shell.ts'
import { Notice } from '../ui/failure.tsx'
import { Choice } from '../ui/filters.tsx'
import { MoreFilters } from '../ui/more-filters.tsx'
import { Page, Panel, Toolbar } from '../ui/page.tsx'
import { rowsPerPage } from '../ui/pages.ts'
import { ChosenFilters } from './chosen-filters.tsx'
import { FilterDialog } from './filter-dialog.tsx'
import { LastDays } from './last-days.tsx'
import { FRESH_MS, useReader } from './read.ts'
import { RunTable } from './run-table.tsx'

const STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const

export function Runs() {
	const { of: _, ...search } = useSearch({ from: '/runs' })
	const { list } = useReader()
	const { org_id } = useMe()
	const org = useName(org_id) ?? org_id
	const isOfPlatform = useScope() === 'platform'
	const { data, error, isPlaceholderData, refetch } = useQuery({
		queryKey: ['runs', search],
		queryFn: () => list(search, rowsPerPage()),
		placeholderData: (old) => old,
		// The first page shows what's happening now.
		refetchInterval: search.cursor ? false : FRESH_MS,
	})
	const isFiltered = Object.values(search).some((value) => value !== undefined)
	return (
		<Page isWide hint={isOfPlatform ? t.hint.platform : t.hint.org(org)}>
			<LastDays org_id={isOfPlatform ? search.org_id : org_id} />
			<Toolbar>
				<Choice
					name="status"
					label={t.status.label}
					options={[
						{ value: undefined, label: t.status.all },
						...STATUSES.map((value) => ({ value, label: t.status[value] })),
					]}
				/>
				<MoreFilters form={FilterDialog}>
					<ChosenFilters />
				</MoreFilters>
			</Toolbar>
			<Panel noPadding>
				<RunTable
					label={shell.places.runs}
					rows={data?.rows}
					hasOrgs={isOfPlatform && search.org_id === undefined}
					error={error}
					onRetry={() => void refetch()}
					isStale={isPlaceholderData}
					expected={25}
					empty={
						data?.next ? (
							<Notice icon="run" title={t.empty_page} hint={t.empty_page_hint} />
						) : (
							<Notice
								icon="run"
								title={isFiltered ? t.empty : t.empty_org}
								hint={isFiltered ? t.empty_hint : t.empty_org_hint}
							/>
						)
					}
				/>
				<ListFoot page={data} />
			</Panel>
		</Page>
	)
}
