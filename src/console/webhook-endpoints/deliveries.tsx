import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { api, page, type Schema } from '../api.ts'
import { deliveries as t } from '../text/en/webhook-endpoints.ts'
import { Notice } from '../ui/failure.tsx'
import { Choice } from '../ui/filters.tsx'
import { Panel, Stack, Toolbar } from '../ui/page.tsx'
import { Paging } from '../ui/paging.tsx'
import { PeriodFilter, timesOf } from '../ui/period-filter.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { DeliveryStatus } from './delivery-status.tsx'

const COLUMNS: Column<Schema<'Delivery'>>[] = [
	{ title: t.columns.type, cell: ({ type }) => <code>{type}</code> },
	{ title: t.columns.status, cell: ({ status }) => <DeliveryStatus status={status} /> },
	{ title: t.columns.attempts, cell: ({ attempt_count }) => attempt_count, from: 'medium', isAtEnd: true },
	{
		title: t.columns.next,
		cell: ({ next_attempt_at }) => (next_attempt_at ? <Ago time={next_attempt_at} /> : '–'),
		from: 'wide',
		isAtEnd: true,
	},
	{ title: t.columns.when, cell: ({ created_at }) => <Ago time={created_at} />, from: 'medium', isAtEnd: true },
]

const STATUSES = ['pending', 'delivered', 'failed', 'dead', 'skipped'] as const

/** While something is on its way, the list looks again this often. */
const AGAIN_MS = 3_000

/** The deliveries to an endpoint, by status and period. */
export function Deliveries({ endpoint_id }: { endpoint_id: string }) {
	const search = useSearch({ from: '/webhook-endpoints/$endpoint_id' })
	const { status, cursor } = search
	const { data, error, isPlaceholderData, refetch } = useQuery({
		queryKey: ['deliveries', endpoint_id, search],
		queryFn: () =>
			page(
				api.GET('/v1/webhook-endpoints/{endpoint_id}/deliveries', {
					params: { path: { endpoint_id }, query: { status, cursor, ...timesOf(search), limit: 25 } },
				}),
			),
		placeholderData: (old) => old,
		refetchInterval: ({ state }) => (state.data?.rows.some(({ status }) => status === 'pending') ? AGAIN_MS : false),
	})
	const isFiltered = Boolean(status ?? search.from ?? search.to)
	return (
		<Stack>
			<Toolbar>
				<Choice
					name="status"
					label={t.status.label}
					options={[
						{ value: undefined, label: t.status.all },
						...STATUSES.map((value) => ({ value, label: t.status[value] })),
					]}
				/>
				<PeriodFilter {...t.period} />
			</Toolbar>
			<Panel title={t.title} isFlush>
				<Table
					label={t.title}
					columns={COLUMNS}
					rows={data?.rows}
					keyOf={({ id }) => id}
					linkOf={({ id }) => ({
						to: '/webhook-endpoints/$endpoint_id/deliveries/$delivery_id',
						params: { endpoint_id, delivery_id: id },
					})}
					error={error}
					onRetry={() => void refetch()}
					isStale={isPlaceholderData}
					expected={10}
					empty={
						<Notice
							icon="webhook"
							title={isFiltered ? t.empty_filtered : t.empty}
							hint={isFiltered ? t.empty_filtered_hint : t.empty_hint}
						/>
					}
				/>
				<Paging next={data?.next} />
			</Panel>
		</Stack>
	)
}
