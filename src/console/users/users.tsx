import { useSearch } from '@tanstack/react-router'
import { api, page, type Schema } from '../api.ts'
import { users as t } from '../text/en/users.ts'
import { Choice, SearchBox } from '../ui/filters.tsx'
import { List } from '../ui/list.tsx'
import { Person } from '../ui/person.tsx'
import type { Column } from '../ui/table.tsx'
import { Ago, DateOf } from '../ui/time.tsx'
import { StatusBadge } from './status-badge.tsx'

const COLUMNS: Column<Schema<'User'>>[] = [
	{ title: t.columns.user, cell: ({ username, email, login }) => <Person name={username} hint={email ?? login} /> },
	{ title: t.columns.login, cell: ({ login }) => <code>{login}</code>, from: 'wide' },
	{ title: t.columns.status, cell: ({ status }) => <StatusBadge status={status} /> },
	{ title: t.columns.last_login, cell: ({ last_login_at }) => <Ago time={last_login_at} />, from: 'medium' },
	{ title: t.columns.joined, cell: ({ created_at }) => <DateOf time={created_at} />, from: 'medium', align: 'end' },
]

export function Users() {
	const search = useSearch({ from: '/users' })
	return (
		<List
			title={t.title}
			hint={t.hint}
			query={{
				queryKey: ['users', search],
				queryFn: () => page(api.GET('/v1/admin/users', { params: { query: { ...search, limit: 25 } } })),
			}}
			columns={COLUMNS}
			keyOf={({ id }) => id}
			linkOf={({ id }) => ({ to: '/users/$user_id', params: { user_id: id } })}
			expected={25}
			empty={{ icon: 'users', title: t.empty, hint: t.empty_hint }}
			tools={
				<>
					<SearchBox label={t.search} />
					<Choice
						name="status"
						label={t.status.label}
						options={[
							{ value: undefined, label: t.status.all },
							{ value: 'active', label: t.status.active },
							{ value: 'suspended', label: t.status.suspended },
						]}
					/>
				</>
			}
		/>
	)
}
