import type { Schema } from '../api.ts'
import { Only } from '../change/only.tsx'
import { ListFoot } from '../lists/list-foot.tsx'
import { useName } from '../names/name.tsx'
import { useMay } from '../session/session.ts'
import { orgs } from '../text/en/orgs.ts'
import { terms } from '../text/en/terms.ts'
import { Badge } from '../ui/badge.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { Notice } from '../ui/failure.tsx'
import { number } from '../ui/format.ts'
import { Panel } from '../ui/page.tsx'
import { Person } from '../ui/person.tsx'
import { actionsColumn, type Column, Table } from '../ui/table.tsx'
import { AddMember } from './add-member.tsx'
import { MemberActions } from './member-actions.tsx'

const t = orgs.members

type Org = Schema<'OrgWithMembers'>
type Member = Org['members'][number]

const COLUMNS: Column<Member>[] = [
	{ title: t.member, cell: (member) => <Who member={member} /> },
	{
		title: terms.role,
		cell: ({ role }) => <Badge tone={role === 'member' ? 'normal' : 'neutral'}>{t.roles[role].toLowerCase()}</Badge>,
	},
]

const actionsOf = (org: Org): Column<Member> => actionsColumn((member) => <MemberActions org={org} member={member} />)

/** An org's members and their roles. */
export function Members({ org }: { org: Org }) {
	const mayChange = useMay('people.write')
	const add = (
		<Only needs={['people.write']}>
			<DialogButton icon="plus" renderDialog={(onClose) => <AddMember org_id={org.id} onClose={onClose} />}>
				{t.add}
			</DialogButton>
		</Only>
	)
	return (
		<Panel title={terms.members} hint={t.hint(number(org.members.length))} actions={add} noPadding>
			<Table
				label={terms.members}
				columns={mayChange ? [...COLUMNS, actionsOf(org)] : COLUMNS}
				rows={org.members}
				keyOf={({ user_id }) => user_id}
				linkOf={({ user_id }) => ({ to: '/users/$user_id', params: { user_id } })}
				empty={<Notice icon="users" title={t.empty} hint={t.empty_hint} />}
			/>
			<ListFoot
				page={{ rows: org.members, next: undefined, source: `${location.origin}/v1/orgs/${org.id}/members?limit=200` }}
			/>
		</Panel>
	)
}

function Who({ member: { user_id, login } }: { member: Member }) {
	const name = useName(user_id)
	return <Person name={name ?? login} hint={login} />
}
