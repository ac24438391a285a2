import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { api, page } from '../api.ts'
import { broadcasts as t } from '../text/en/broadcasts.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/failure.tsx'
import { number } from '../ui/format.ts'
import { Page, Panel } from '../ui/page.tsx'
import { Paging } from '../ui/paging.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { type Broadcast, isOpen, StatusBadge, Target } from './status.tsx'

const COLUMNS: Column<Broadcast>[] = [
	{ title: t.columns.title, cell: ({ title }) => title },
	{ title: t.columns.target, cell: (broadcast) => <Target {...broadcast} />, from: 'medium' },
	{ title: t.columns.status, cell: ({ status }) => <StatusBadge status={status} /> },
	{
		title: t.columns.progress,
		cell: ({ sent_count, recipient_count }) =>
			recipient_count === null || recipient_count === sent_count
				? number(sent_count)
				: t.sent_of(number(sent_count), number(recipient_count)),
		isAtEnd: true,
		from: 'medium',
	},
	{ title: t.columns.made, cell: ({ created_at }) => <Ago time={created_at} />, isAtEnd: true, from: 'medium' },
]

const POLL_MS = 2_000

export function Broadcasts() {
	const { cursor } = useSearch({ from: '/broadcasts' })
	const navigate = useNavigate()
	const { data, error, refetch } = useQuery({
		queryKey: ['broadcasts', { cursor }],
		queryFn: () => page(api.GET('/v1/admin/notifications/broadcasts', { params: { query: { cursor, limit: 25 } } })),
		refetchInterval: ({ state }) => state.data?.rows.some(isOpen) && POLL_MS,
	})
	const compose = (
		<Button kind="primary" icon="plus" onClick={() => void navigate({ to: '/broadcasts/new' })}>
			{t.compose.action}
		</Button>
	)
	return (
		<Page title={t.title} hint={t.hint} actions={compose}>
			<Panel isFlush>
				<Table
					label={t.title}
					columns={COLUMNS}
					rows={data?.rows}
					keyOf={({ id }) => id}
					linkOf={({ id }) => ({ to: '/broadcasts/$broadcast_id', params: { broadcast_id: id } })}
					error={error}
					onRetry={() => void refetch()}
					empty={<Notice icon="broadcast" title={t.empty} hint={t.empty_hint} />}
				/>
				<Paging next={data?.next} />
			</Panel>
		</Page>
	)
}
