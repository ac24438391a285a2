import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { api, page } from '../api.ts'
import { ListPanel } from '../lists/list.tsx'
import { inviteCodes as t } from '../text/en/invite-codes.ts'
import { terms } from '../text/en/terms.ts'
import { SearchBox } from '../ui/filters.tsx'
import { rowsPerPage } from '../ui/pages.ts'
import { Person } from '../ui/person.tsx'
import type { Column } from '../ui/table.tsx'
import { DateOf } from '../ui/time.tsx'
import { type InviteCode, StateBadge, usesOf } from './state.tsx'

const COLUMNS: Column<InviteCode>[] = [
	{
		title: terms.owner,
		cell: ({ user_login, user_email, code }) => <Person name={user_login} hint={user_email ?? code} />,
	},
	{ title: t.columns.code, cell: ({ code }) => <code>{code}</code>, from: 'medium' },
	{ title: terms.status, cell: (code) => <StateBadge code={code} /> },
	{ title: terms.used, cell: usesOf, align: 'end', from: 'medium' },
	{ title: terms.created, cell: ({ created_at }) => <DateOf time={created_at} />, align: 'end', from: 'wide' },
]

export function AllCodes() {
	const { q, cursor } = useSearch({ from: '/invite-codes' })
	const read = useQuery({
		queryKey: ['invite-codes', { q, cursor }],
		queryFn: () => page(api.GET('/v1/admin/invite-codes', { params: { query: { q, cursor, limit: rowsPerPage() } } })),
		placeholderData: (old) => old,
	})
	return (
		<ListPanel
			title={t.all}
			actions={<SearchBox label={t.search} />}
			read={read}
			columns={COLUMNS}
			keyOf={({ id }) => id}
			linkOf={({ id }) => ({ to: '/invite-codes/$code_id', params: { code_id: id } })}
			expected={25}
			empty={{ icon: 'invite', title: t.empty, hint: t.empty_hint }}
		/>
	)
}
