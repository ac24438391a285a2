import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, page, type Schema } from '../api.ts'
import { ListPanel } from '../lists/list.tsx'
import { useMay } from '../session/session.ts'
import { invitations as t } from '../text/en/invitations.ts'
import { yourOrg } from '../text/en/your-org.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { Person } from '../ui/person.tsx'
import type { Column } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { InvitationActions } from './invitation-actions.tsx'
import { Invite } from './invite.tsx'

type Invitation = Schema<'Invitation'>

interface Org {
	id: string
	name: string
}

const TONES: Record<Invitation['state'], Tone> = {
	open: 'accent',
	accepted: 'normal',
	expired: 'neutral',
	void: 'warn',
}

const COLUMNS: Column<Invitation>[] = [
	{
		title: t.columns.email,
		cell: ({ email, mailed_at }) => <Person name={email} hint={mailed_at ? t.mailed : t.not_mailed} />,
	},
	{ title: t.columns.role, cell: ({ role }) => yourOrg.roles[role], from: 'medium' },
	{
		title: t.columns.state,
		cell: ({ state, inviter_name }) => (
			<span title={state === 'void' ? t.void_hint(inviter_name) : undefined}>
				<Badge tone={TONES[state]}>{t.states[state]}</Badge>
			</span>
		),
	},
	{ title: t.columns.by, cell: ({ inviter_name }) => inviter_name, from: 'wide' },
	{
		title: t.columns.expires,
		cell: ({ state, accepted_at, expires_at }) => <Ago time={state === 'accepted' ? accepted_at : expires_at} />,
		from: 'medium',
		align: 'end',
	},
	{
		title: t.columns.actions,
		isUntitled: true,
		cell: (invitation) => <InvitationActions invitation={invitation} />,
		align: 'end',
	},
]

/** Who was invited into the org, for those who may invite. */
export function Invitations({ org }: { org: Org }) {
	const mayInvite = useMay('org.settings')
	return mayInvite && <List org={org} />
}

function List({ org }: { org: Org }) {
	const read = useQuery({
		queryKey: ['invitations', org.id],
		queryFn: () =>
			page(api.GET('/v1/orgs/{org_id}/invitations', { params: { path: { org_id: org.id }, query: { limit: 50 } } })),
		placeholderData: keepPreviousData,
	})
	const button = (
		<DialogButton kind="primary" icon="invite" renderDialog={(onClose) => <Invite org={org} onClose={onClose} />}>
			{t.create.action}
		</DialogButton>
	)
	return (
		<ListPanel
			title={t.title}
			hint={t.hint}
			actions={button}
			read={read}
			columns={COLUMNS}
			keyOf={({ id }) => id}
			expected={2}
			empty={{ icon: 'invite', title: t.empty, hint: t.empty_hint }}
		/>
	)
}
