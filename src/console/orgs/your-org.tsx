import { useSearch } from '@tanstack/react-router'
import { Entitlements } from '../entitlements/entitlements.tsx'
import { useName } from '../names.tsx'
import { useMay, useMe } from '../session/session.ts'
import { OrgSubscriptions } from '../subscriptions/of-org.tsx'
import { orgs as t } from '../text/en/orgs.ts'
import { Badge } from '../ui/badge.tsx'
import { Id } from '../ui/copy.tsx'
import { Choice } from '../ui/filters.tsx'
import { Facts, Page, Panel, Toolbar } from '../ui/page.tsx'
import { LatestRuns } from './latest-runs.tsx'
import { OrgFigures } from './org-figures.tsx'
import { OrgUsage } from './org-usage.tsx'

/** The org you're acting in, as its members see it. */
export function YourOrg() {
	const { org_id, orgs } = useMe()
	const { tab } = useSearch({ from: '/your-org' })
	const name = useName(org_id) ?? org_id
	const role = orgs.find((one) => one.org_id === org_id)?.role
	return (
		<Page title={name} mark={role && <Badge tone="accent">{role}</Badge>} hint={t.yours.title}>
			<Toolbar>
				<Choice
					name="tab"
					label={t.tabs.label}
					options={[
						{ value: undefined, label: t.tabs.overview },
						{ value: 'plan', label: t.tabs.plan },
						{ value: 'usage', label: t.tabs.usage },
					]}
				/>
			</Toolbar>
			{tab === undefined && <Overview org_id={org_id} />}
			{tab === 'usage' && <OrgUsage org_id={org_id} />}
			{tab === 'plan' && (
				<>
					<OrgSubscriptions org={{ value: org_id, label: name }} />
					<Entitlements org_id={org_id} />
				</>
			)}
		</Page>
	)
}

function Overview({ org_id }: { org_id: string }) {
	const { orgs } = useMe()
	const maySeeRuns = useMay('org.settings')
	const role = orgs.find((one) => one.org_id === org_id)?.role
	return (
		<>
			<OrgFigures org_id={org_id} />
			<Panel title={t.about.title}>
				<Facts
					facts={[
						[t.about.id, <Id key="id" text={org_id} />],
						[t.about.role, role ?? t.about.no_role],
						[t.about.members, t.yours.members],
					]}
				/>
			</Panel>
			{maySeeRuns && <LatestRuns org_id={org_id} />}
		</>
	)
}
