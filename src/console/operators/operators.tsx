import { useSearch } from '@tanstack/react-router'
import { api, page, type Schema } from '../api.ts'
import { List } from '../lists/list.tsx'
import { UserName } from '../names/user-name.tsx'
import { punctuation } from '../text/en/language.ts'
import { operators as t } from '../text/en/operators.ts'
import { terms } from '../text/en/terms.ts'
import { rowsPerPage } from '../ui/pages.ts'
import { Person } from '../ui/person.tsx'
import type { Column } from '../ui/table.tsx'
import { Ago, DateOf } from '../ui/time.tsx'
import { AddOperator } from './add-operator.tsx'
import { RoleBadges } from './role-badges.tsx'
import { SignInPolicy } from './sign-in-policy.tsx'

type Operator = Schema<'Operator'>

/** The grant of the longest standing. */
const firstOf = ({ granted }: Operator) => granted.toSorted((a, b) => a.created_at.localeCompare(b.created_at))[0]

const COLUMNS: Column<Operator>[] = [
	{ title: t.columns.operator, cell: ({ username, login }) => <Person name={username} hint={login} /> },
	{ title: t.columns.roles, cell: ({ roles }) => <RoleBadges roles={roles} /> },
	{ title: t.columns.by, cell: (operator) => <GrantedBy operator={operator} />, from: 'wide' },
	{
		title: terms.since,
		cell: (operator) => {
			const first = firstOf(operator)
			return first && <DateOf time={first.created_at} />
		},
		from: 'medium',
		align: 'end',
	},
	{
		title: terms.last_sign_in,
		cell: ({ last_login_at }) => <Ago time={last_login_at} />,
		from: 'medium',
		align: 'end',
	},
]

function GrantedBy({ operator }: { operator: Operator }) {
	const ids = [...new Set(operator.granted.flatMap(({ granted_by }) => granted_by ?? []))]
	if (ids.length === 0) return t.unknown
	return ids.map((user_id, index) => (
		<span key={user_id}>
			{index > 0 && punctuation.list}
			<UserName user_id={user_id} />
		</span>
	))
}

/** Who operates the platform. */
export function Operators() {
	const { cursor } = useSearch({ from: '/operators' })
	return (
		<List
			hint={t.hint}
			query={{
				queryKey: ['operators', { cursor }],
				queryFn: () => page(api.GET('/v1/admin/operators', { params: { query: { cursor, limit: rowsPerPage() } } })),
			}}
			actions={<SignInPolicy />}
			columns={COLUMNS}
			keyOf={({ user_id }) => user_id}
			linkOf={({ user_id }) => ({ to: '/users/$user_id', params: { user_id } })}
			expected={3}
			empty={{ icon: 'shield', title: t.empty, hint: t.empty_hint }}
			create={{ label: t.add.action, form: AddOperator, needs: ['platform_admin'] }}
		/>
	)
}
