import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { api, page, type Schema } from '../api.ts'
import { users as t } from '../text/en/users.ts'
import { Notice } from '../ui/failure.tsx'
import { Choice, SearchBox } from '../ui/filters.tsx'
import { Page, Panel, Toolbar } from '../ui/page.tsx'
import { Paging } from '../ui/paging.tsx'
import { Person } from '../ui/person.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Ago, DateOf } from '../ui/time.tsx'
import { StatusBadge } from './status-badge.tsx'

const COLUMNS: Column<Schema<'User'>>[] = [
	{ title: t.columns.user, cell: ({ username, email, login }) => <Person name={username} hint={email ?? login} /> },
	{ title: t.columns.login, cell: ({ login }) => <code>{login}</code>, from: 'wide' },
	{ title: t.columns.status, cell: ({ status }) => <StatusBadge status={status} /> },
	{ title: t.columns.last_login, cell: ({ last_login_at }) => <Ago time={last_login_at} />, from: 'medium' },
	{ title: t.columns.joined, cell: ({ created_at }) => <DateOf time={created_at} />, from: 'medium', isAtEnd: true },
]

export function Users() {
	const search = useSearch({ from: '/users' })
	const { data, error, isPlaceholderData, refetch } = useQuery({
		queryKey: ['users', search],
		queryFn: () => page(api.GET('/v1/admin/users', { params: { query: { ...search, limit: 25 } } })),
		placeholderData: (old) => old,
	})
	return (
		<Page title={t.title} hint={t.hint}>
			<Toolbar>
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
			</Toolbar>
			<Panel isFlush>
				<Table
					label={t.title}
					columns={COLUMNS}
					rows={data?.rows}
					keyOf={({ id }) => id}
					linkOf={({ id }) => ({ to: '/users/$user_id', params: { user_id: id } })}
					error={error}
					onRetry={() => void refetch()}
					isStale={isPlaceholderData}
					expected={25}
					empty={<Notice icon="users" title={t.empty} hint={t.empty_hint} />}
				/>
				<Paging next={data?.next} />
			</Panel>
		</Page>
	)
}
