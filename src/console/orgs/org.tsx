import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { RequestsOf } from '../access-log/requests-of.tsx'
import { api, type Schema, tagged, type Tagged } from '../api.ts'
import { History } from '../audit-logs/history.tsx'
import { OrgBudgets } from '../budgets/org-budgets.tsx'
import { Only } from '../change/only.tsx'
import { CreditsActions } from '../credits/credits-actions.tsx'
import { Overrides } from '../entitlement-overrides/overrides.tsx'
import { Entitlements } from '../entitlements/entitlements.tsx'
import { OrgFlags } from '../feature-flags/of-org.tsx'
import { LeftBehind } from '../left-behind/left-behind.tsx'
import { PriceList } from '../llm-providers/price-list.tsx'
import { OrgConnections } from '../oidc-connections/connection-list.tsx'
import { PauseButton } from '../pauses/pause-button.tsx'
import { AccountList, CreateButton } from '../service-accounts/account-list.tsx'
import { useMe } from '../session/session.ts'
import { useSwitchOrg } from '../session/switch-org.ts'
import { OrgSubscriptions } from '../subscriptions/of-org.tsx'
import { orgs as t } from '../text/en/orgs.ts'
import { serviceAccounts } from '../text/en/service-accounts.ts'
import { shell } from '../text/en/shell.ts'
import { terms } from '../text/en/terms.ts'
import { Button } from '../ui/button.tsx'
import { Id } from '../ui/copy.tsx'
import { useDetail } from '../ui/detail.tsx'
import { Tabs } from '../ui/filters.tsx'
import { number } from '../ui/format.ts'
import { useLeave } from '../ui/leaving.tsx'
import { Columns, Facts, Page, Panel, Stack } from '../ui/page.tsx'
import { DateOf } from '../ui/time.tsx'
import { LatestRuns } from './latest-runs.tsx'
import { Members } from './members.tsx'
import { OrgChanges } from './org-changes.tsx'
import { OrgData } from './org-data.tsx'
import { OrgFigures } from './org-figures.tsx'
import { OrgUsage } from './org-usage.tsx'
import { RenameForm } from './rename-form.tsx'

type Found = Tagged<Schema<'OrgWithMembers'>>

export function Org() {
	const { org_id } = useParams({ from: '/orgs/$org_id' })
	const [org, instead] = useDetail({
		queryKey: ['orgs', org_id],
		queryFn: () => tagged(api.GET('/v1/admin/orgs/{org_id}', { params: { path: { org_id } } })),
	})
	if (!org) return instead
	const { name } = org.value
	return (
		<Page title={name} actions={<Actions org={org.value} />}>
			<Tabs
				texts={t.tabs}
				parts={{
					overview: <Overview org={org} />,
					members: (
						<>
							<Members org={org.value} />
							<LeftBehind of={{ org_id }} />
						</>
					),
					plan: (
						<>
							<OrgSubscriptions org={{ value: org_id, label: name }} />
							<Overrides org={{ id: org_id, name }} />
							<Entitlements org_id={org_id} />
							<PriceList org_id={org_id} isOfOther />
						</>
					),
					flags: <OrgFlags org_id={org_id} />,
					budgets: <OrgBudgets org_id={org_id} />,
					usage: <OrgUsage org_id={org_id} />,
					programs: (
						<AccountList
							org_id={org_id}
							title={shell.places.service_accounts}
							hint={serviceAccounts.of_org}
							actions={<CreateButton org_id={org_id} />}
						/>
					),
					sign_in: <OrgConnections org_id={org_id} />,
					requests: <RequestsOf of={{ org_id }} />,
					changes: <OrgChanges org_id={org_id} />,
					data: <OrgData org={org.value} />,
				}}
			/>
		</Page>
	)
}

function Overview({ org }: { org: Found }) {
	const { id, name, members, created_at } = org.value
	const [isRenaming, setIsRenaming] = useState(false)
	const rename = (
		<Only needs={['people.write']}>
			<Button icon="edit" onClick={() => setIsRenaming(true)}>
				{terms.rename}
			</Button>
		</Only>
	)
	return (
		<>
			<OrgFigures org_id={id} actions={<CreditsActions org_id={id} org={name} />} />
			<Columns kind="wide-first">
				<LatestRuns org_id={id} />
				<Stack>
					<Panel title={terms.about} actions={!isRenaming && rename}>
						{isRenaming && <RenameForm org={org} onClose={() => setIsRenaming(false)} />}
						<Facts
							facts={[
								[terms.id, <Id key="id" text={id} />],
								[
									terms.members,
									<Link key="members" to="/orgs/$org_id" params={{ org_id: id }} search={{ tab: 'members' }}>
										{number(members.length)}
									</Link>,
								],
								[terms.created, <DateOf key="created" time={created_at} />],
							]}
						/>
					</Panel>
					<History target_id={id} />
				</Stack>
			</Columns>
		</>
	)
}

const Actions = ({ org }: { org: Schema<'OrgWithMembers'> }) => (
	<>
		<PauseButton org_id={org.id} />
		<ActIn org={org} />
	</>
)

/** Providers, endpoints and IP rules belong to the org you're acting in, so support switches to the org's side. */
function ActIn({ org: { id } }: { org: Schema<'OrgWithMembers'> }) {
	const { org_id } = useMe()
	const switchOrg = useSwitchOrg()
	const navigate = useNavigate()
	const leave = useLeave()
	const go = async () => {
		if (id === org_id || (await switchOrg(id))) await navigate({ to: '/', search: { of: 'org' }, ignoreBlocker: true })
	}
	return (
		<Button icon="org" onClick={() => leave(go)}>
			{t.act.action}
		</Button>
	)
}
