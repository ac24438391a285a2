import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { api, page } from '../api.ts'
import { ListPanel } from '../lists/list.tsx'
import { type Member, useMembers } from '../names/members.ts'
import { AskOwners } from '../names/people.tsx'
import { useMay, useMe } from '../session/session.ts'
import { terms } from '../text/en/terms.ts'
import { yourOrg } from '../text/en/your-org.ts'
import { Badge } from '../ui/badge.tsx'
import { number } from '../ui/format.ts'
import { rowsPerPage } from '../ui/pages.ts'
import { Person } from '../ui/person.tsx'
import { actionsColumn, type Column } from '../ui/table.tsx'
import { DateOf } from '../ui/time.tsx'
import { Leave } from './leave.tsx'
import { MemberActions } from './member-actions.tsx'

const t = yourOrg.members

interface Org {
	id: string
	name: string
}

/** Who belongs to the org. Those with `org.settings` change it, and everybody may leave. */
export function Members({ org }: { org: Org }) {
	const { cursor } = useSearch({ from: '/your-org' })
	const mayManage = useMay('org.settings')
	const all = useMembers(org.id)
	const read = useQuery({
		queryKey: ['members', org.id, { cursor }],
		queryFn: () =>
			page(
				api.GET('/v1/orgs/{org_id}/members', {
					params: { path: { org_id: org.id }, query: { cursor, limit: rowsPerPage() } },
				}),
			),
		placeholderData: keepPreviousData,
	})
	return (
		<ListPanel
			title={terms.members}
			hint={
				mayManage ? (
					all && t.in_org(number(all.length))
				) : (
					<>
						{t.only_managers} <AskOwners />
					</>
				)
			}
			read={read}
			columns={[...COLUMNS, actionsIn(org)]}
			keyOf={({ user_id }) => user_id}
			expected={3}
			empty={{ icon: 'users', title: t.empty }}
		/>
	)
}

const COLUMNS: Column<Member>[] = [
	{ title: t.member, cell: (member) => <Who member={member} /> },
	{
		title: terms.role,
		cell: ({ role }) => <Badge tone={role === 'member' ? 'normal' : 'neutral'}>{yourOrg.roles[role]}</Badge>,
	},
	{ title: t.since, cell: ({ created_at }) => <DateOf time={created_at} />, from: 'medium', align: 'end' },
]

const actionsIn = (org: Org): Column<Member> => actionsColumn((member) => <Actions org={org} member={member} />)

function Who({ member: { user_id, username, login } }: { member: Member }) {
	const { id } = useMe()
	return <Person name={username} hint={user_id === id ? `${login} · ${t.you}` : login} />
}

function Actions({ org, member }: { org: Org; member: Member }) {
	const { id } = useMe()
	const mayManage = useMay('org.settings')
	if (mayManage) return <MemberActions org={org} member={member} />
	return member.user_id === id && <Leave org={{ org_id: org.id, name: org.name }} />
}
