import type { Schema } from '../api.ts'
import { ListPanel } from '../lists/list.tsx'
import { useMyOrgs } from '../session/my-orgs.ts'
import { useMe } from '../session/session.ts'
import { useSwitchOrg } from '../session/switch-org.ts'
import { account } from '../text/en/account.ts'
import { terms } from '../text/en/terms.ts'
import { yourOrg } from '../text/en/your-org.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { number } from '../ui/format.ts'
import { useLeave } from '../ui/leaving.tsx'
import { Person } from '../ui/person.tsx'
import { actionsColumn, type Column, RowActions } from '../ui/table.tsx'
import { DateOf } from '../ui/time.tsx'
import { useToast } from '../ui/toasts.tsx'
import { CreateOwnOrg } from '../your-org/create-own-org.tsx'
import { Leave } from '../your-org/leave.tsx'

const t = account.orgs

type MyOrg = Schema<'MyOrg'>

const COLUMNS: Column<MyOrg>[] = [
	{
		title: terms.org,
		cell: ({ name, is_personal }) => <Person name={name} {...(is_personal ? { hint: t.personal } : {})} />,
	},
	{ title: terms.role, cell: ({ role }) => yourOrg.roles[role] },
	{ title: terms.members, cell: ({ member_count }) => number(member_count), from: 'medium', align: 'end' },
	{ title: t.joined, cell: ({ joined_at }) => <DateOf time={joined_at} />, from: 'medium', align: 'end' },
	actionsColumn((org) => <Actions org={org} />),
]

/** The orgs that the user belongs to: switching, leaving, and one more. */
export function MyOrgs() {
	const read = useMyOrgs()
	return (
		<ListPanel
			title={terms.orgs}
			hint={t.hint}
			actions={
				<DialogButton icon="plus" renderDialog={(onClose) => <CreateOwnOrg onClose={onClose} />}>
					{terms.new_org}
				</DialogButton>
			}
			read={read}
			columns={COLUMNS}
			keyOf={({ org_id }) => org_id}
			expected={2}
			empty={{ icon: 'org', title: t.empty }}
		/>
	)
}

function Actions({ org }: { org: MyOrg }) {
	const me = useMe()
	const switchOrg = useSwitchOrg()
	const toast = useToast()
	const leave = useLeave()
	const choose = () => leave(() => switchOrg(org.org_id).then((isIn) => isIn && toast({ text: t.switched(org.name) })))
	return (
		<RowActions>
			{org.org_id === me.org_id ? (
				<Badge tone="good">{t.current}</Badge>
			) : (
				<Button kind="quiet" aria-label={t.switch_label(org.name)} onClick={choose}>
					{t.switch}
				</Button>
			)}
			<Leave org={org} />
		</RowActions>
	)
}
