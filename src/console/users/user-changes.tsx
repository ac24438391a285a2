import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, page, type Schema } from '../api.ts'
import { ChangeCell } from '../audit-logs/change-cell.tsx'
import { ListPanel } from '../lists/list.tsx'
import { UserName } from '../names/user-name.tsx'
import { terms } from '../text/en/terms.ts'
import { users } from '../text/en/users.ts'
import type { Column } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'

const t = users.changes

const COLUMNS: Column<Schema<'AuditLog'>>[] = [
	{ title: t.action, cell: (row) => <ChangeCell row={row} />, isLong: true },
	{
		title: terms.by,
		cell: ({ actor_user_id }) => (actor_user_id ? <UserName user_id={actor_user_id} /> : '–'),
		from: 'medium',
	},
	{ title: terms.when, cell: ({ created_at }) => <Ago time={created_at} />, align: 'end' },
]

const NEWEST = 20

/** The newest changes to a user. */
export function UserChanges({ user_id }: { user_id: string }) {
	const read = useQuery({
		queryKey: ['audit-logs', user_id],
		queryFn: async () => ({
			...(await page(api.GET('/v1/admin/audit-logs', { params: { query: { target_id: user_id, limit: NEWEST } } }))),
			next: undefined,
		}),
	})
	return (
		<ListPanel
			title={terms.changes}
			actions={
				<>
					<Link to="/audit-logs" search={{ target_id: user_id }}>
						{t.of}
					</Link>
					<Link to="/audit-logs" search={{ actor_user_id: user_id }}>
						{t.by}
					</Link>
				</>
			}
			read={read}
			columns={COLUMNS}
			keyOf={({ id }) => id}
			linkOf={({ id }) => ({ to: '/audit-logs', search: { target_id: user_id, row: id } })}
			expected={3}
			isDense
			empty={{ icon: 'audit', title: t.empty }}
		/>
	)
}
