import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { api, page, type Schema } from '../api.ts'
import { ListPanel } from '../lists/list.tsx'
import { terms } from '../text/en/terms.ts'
import { deliveries as t } from '../text/en/webhook-endpoints.ts'
import { Choice } from '../ui/filters.tsx'
import { Stack, Toolbar } from '../ui/page.tsx'
import { rowsPerPage } from '../ui/pages.ts'
import { PeriodFilter, timesOf } from '../ui/period-filter.tsx'
import type { Column } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { DeliveryStatus } from './delivery-status.tsx'

const COLUMNS: Column<Schema<'Delivery'>>[] = [
	{ title: t.columns.type, cell: ({ type }) => <code>{type}</code> },
	{ title: terms.status, cell: ({ status }) => <DeliveryStatus status={status} /> },
	{ title: t.columns.attempts, cell: ({ attempt_count }) => attempt_count, from: 'medium', align: 'end' },
	{
		title: terms.next_attempt,
		cell: ({ next_attempt_at }) => (next_attempt_at ? <Ago time={next_attempt_at} isAhead /> : '–'),
		from: 'wide',
		align: 'end',
	},
	{ title: t.columns.when, cell: ({ created_at }) => <Ago time={created_at} />, from: 'medium', align: 'end' },
]

const STATUSES = ['pending', 'delivered', 'failed', 'dead', 'skipped'] as const

/** How often the list refreshes while something is being delivered. */
const AGAIN_MS = 3_000

/** The deliveries to an endpoint, by status and period. */
export function Deliveries({ endpoint_id }: { endpoint_id: string }) {
	const search = useSearch({ from: '/webhook-endpoints/$endpoint_id' })
	const { status, cursor } = search
	const read = useQuery({
		queryKey: ['deliveries', endpoint_id, search],
		queryFn: () =>
			page(
				api.GET('/v1/webhook-endpoints/{endpoint_id}/deliveries', {
					params: { path: { endpoint_id }, query: { status, cursor, ...timesOf(search), limit: rowsPerPage() } },
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
			<ListPanel
				title={t.title}
				read={read}
				columns={COLUMNS}
				keyOf={({ id }) => id}
				linkOf={({ id }) => ({
					to: '/webhook-endpoints/$endpoint_id/deliveries/$delivery_id',
					params: { endpoint_id, delivery_id: id },
				})}
				bulk={{
					nameOf: ({ type }) => type,
					actions: [
						{
							label: t.redeliver.action,
							needs: ['org.settings'],
							send: ({ id }, headers) =>
								api.POST('/v1/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}/redeliver', {
									params: { path: { endpoint_id, delivery_id: id } },
									headers,
								}),
							done: t.redeliver.done_many,
							refreshes: ['deliveries'],
						},
					],
				}}
				expected={10}
				empty={{
					icon: 'webhook',
					title: isFiltered ? t.empty_filtered : t.empty,
					hint: isFiltered ? t.empty_filtered_hint : t.empty_hint,
				}}
			/>
		</Stack>
	)
}
