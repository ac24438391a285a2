import { useSearch } from '@tanstack/react-router'
import { api, page, type Schema } from '../api.ts'
import type { BulkAction } from '../change/bulk.ts'
import { List } from '../lists/list.tsx'
import { useMe } from '../session/session.ts'
import { terms } from '../text/en/terms.ts'
import { users as t } from '../text/en/users.ts'
import { Choice, SearchBox } from '../ui/filters.tsx'
import { number } from '../ui/format.ts'
import { rowsPerPage } from '../ui/pages.ts'
import { Person } from '../ui/person.tsx'
import type { Column } from '../ui/table.tsx'
import { Ago, DateOf } from '../ui/time.tsx'
import { StatusBadge } from './status-badge.tsx'

const COLUMNS: Column<Schema<'User'>>[] = [
	{ title: terms.user, cell: ({ username, email, login }) => <Person name={username} hint={email ?? login} /> },
	{ title: terms.login, cell: ({ login }) => <code>{login}</code>, from: 'wide' },
	{ title: terms.status, cell: ({ status }) => <StatusBadge status={status} /> },
	{ title: terms.last_sign_in, cell: ({ last_login_at }) => <Ago time={last_login_at} />, from: 'medium' },
	{ title: t.columns.joined, cell: ({ created_at }) => <DateOf time={created_at} />, from: 'medium', align: 'end' },
]

/** Suspends users or lets them in again, but not yourself. */
const turn = (
	status: 'active' | 'suspended',
	own_id: string,
	{ action, many }: (typeof t)['suspend' | 'activate'],
): BulkAction<Schema<'User'>> => ({
	label: action,
	isDanger: status === 'suspended',
	needs: ['people.write'],
	takes: (user) => user.status === (status === 'active' ? 'suspended' : 'active') && user.id !== own_id,
	ask: { title: (count) => many.title(number(count)), body: many.body },
	send: ({ id }, headers) =>
		api.PATCH('/v1/admin/users/{user_id}', { params: { path: { user_id: id } }, body: { status }, headers }),
	done: (count) => many.done(number(count)),
})

export function Users() {
	const { status, of: _, ...search } = useSearch({ from: '/users' })
	const chosen = status === 'sharing' ? { shares_name: 'true' as const } : { status }
	const me = useMe()
	return (
		<List
			hint={t.hint}
			query={{
				queryKey: ['users', status, search],
				queryFn: () =>
					page(api.GET('/v1/admin/users', { params: { query: { ...search, ...chosen, limit: rowsPerPage() } } })),
			}}
			columns={COLUMNS}
			keyOf={({ id }) => id}
			linkOf={({ id }) => ({ to: '/users/$user_id', params: { user_id: id } })}
			expected={25}
			bulk={{
				nameOf: ({ username }) => username,
				actions: [turn('suspended', me.id, t.suspend), turn('active', me.id, t.activate)],
			}}
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
							{ value: 'sharing', label: t.status.sharing },
						]}
					/>
				</>
			}
		/>
	)
}
