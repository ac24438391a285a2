import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Entitlements } from '../entitlements/entitlements.tsx'
import { LeftBehind } from '../left-behind/left-behind.tsx'
import { useName } from '../names/name.tsx'
import { OrgConnections } from '../oidc-connections/connection-list.tsx'
import { OrgUsage } from '../orgs/org-usage.tsx'
import { useRole } from '../session/my-orgs.ts'
import { useMay, useMe } from '../session/session.ts'
import { OrgSubscriptions } from '../subscriptions/of-org.tsx'
import { shell } from '../text/en/shell.ts'
import { terms } from '../text/en/terms.ts'
import { yourOrg as t } from '../text/en/your-org.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Tabs } from '../ui/filters.tsx'
import { Page } from '../ui/page.tsx'
import { CreateOwnOrg } from './create-own-org.tsx'
import { Invitations } from './invitations.tsx'
import { Members } from './members.tsx'
import { OrgLog } from './org-log.tsx'
import { Overview } from './overview.tsx'
import { RenameOrg } from './rename-org.tsx'
import { SignInDemands } from './sign-in-demands.tsx'

/** The org you're acting in, as its members see and run it. */
export function YourOrg() {
	const { org_id } = useMe()
	const name = useName(org_id) ?? org_id
	const role = useRole(org_id)
	const maySeeLeft = useMay('org.settings', 'platform.read')
	return (
		<Page
			title={name}
			mark={role && <Badge tone="accent">{t.roles[role]}</Badge>}
			hint={shell.places.your_org}
			actions={<Actions org_id={org_id} />}
		>
			<Tabs
				texts={t.tabs}
				parts={{
					overview: <Overview org_id={org_id} />,
					members: (
						<>
							<Members org={{ id: org_id, name }} />
							<Invitations org={{ id: org_id, name }} />
							{maySeeLeft && <LeftBehind of={{ org_id }} />}
						</>
					),
					sign_in: (
						<>
							<SignInDemands org={{ id: org_id, name }} />
							<OrgConnections org_id={org_id} />
						</>
					),
					plan: (
						<>
							<OrgSubscriptions org={{ value: org_id, label: name }} />
							<Entitlements org_id={org_id} />
						</>
					),
					usage: <OrgUsage org_id={org_id} />,
					log: <OrgLog org_id={org_id} />,
				}}
			/>
		</Page>
	)
}

function Actions({ org_id }: { org_id: string }) {
	const [open, setOpen] = useState<'rename' | 'create'>()
	const mayRename = useMay('org.settings')
	const navigate = useNavigate()
	const close = () => setOpen(undefined)
	return (
		<>
			{mayRename && (
				<Button icon="edit" onClick={() => setOpen('rename')}>
					{terms.rename}
				</Button>
			)}
			<Button icon="down" onClick={() => void navigate({ to: '/your-org/data' })}>
				{t.data.action}
			</Button>
			<Button icon="plus" onClick={() => setOpen('create')}>
				{terms.new_org}
			</Button>
			{open === 'rename' && <RenameOrg org_id={org_id} onClose={close} />}
			{open === 'create' && <CreateOwnOrg onClose={close} />}
		</>
	)
}
