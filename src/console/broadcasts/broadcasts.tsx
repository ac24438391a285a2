import { useNavigate, useSearch } from '@tanstack/react-router'
import { api, page } from '../api.ts'
import { Only } from '../change/only.tsx'
import { List } from '../lists/list.tsx'
import { broadcasts as t } from '../text/en/broadcasts.ts'
import { terms } from '../text/en/terms.ts'
import { Button } from '../ui/button.tsx'
import { number } from '../ui/format.ts'
import { rowsPerPage } from '../ui/pages.ts'
import type { Column } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { type Broadcast, isOpen, StatusBadge, Target } from './status.tsx'

const COLUMNS: Column<Broadcast>[] = [
	{ title: t.columns.title, cell: ({ title }) => title },
	{ title: t.columns.target, cell: (broadcast) => <Target {...broadcast} />, from: 'medium' },
	{ title: terms.status, cell: ({ status }) => <StatusBadge status={status} /> },
	{
		title: t.columns.progress,
		cell: ({ sent_count, recipient_count }) =>
			recipient_count === null || recipient_count === sent_count
				? number(sent_count)
				: t.sent_of(number(sent_count), number(recipient_count)),
		align: 'end',
		from: 'medium',
	},
	{ title: terms.created, cell: ({ created_at }) => <Ago time={created_at} />, align: 'end', from: 'medium' },
]

const POLL_MS = 2_000

export function Broadcasts() {
	const { cursor } = useSearch({ from: '/broadcasts' })
	const navigate = useNavigate()
	return (
		<List
			hint={t.hint}
			query={{
				queryKey: ['broadcasts', { cursor }],
				queryFn: () =>
					page(api.GET('/v1/admin/notifications/broadcasts', { params: { query: { cursor, limit: rowsPerPage() } } })),
				refetchInterval: ({ state }) => state.data?.rows.some(isOpen) && POLL_MS,
			}}
			columns={COLUMNS}
			keyOf={({ id }) => id}
			linkOf={({ id }) => ({ to: '/broadcasts/$broadcast_id', params: { broadcast_id: id } })}
			empty={{ icon: 'broadcast', title: t.empty, hint: t.empty_hint }}
			actions={
				<Only needs={['people.write', 'platform.write']}>
					<Button kind="primary" icon="plus" onClick={() => void navigate({ to: '/broadcasts/new' })}>
						{t.compose.action}
					</Button>
				</Only>
			}
		/>
	)
}
