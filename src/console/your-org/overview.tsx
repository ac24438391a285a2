import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, data } from '../api.ts'
import { useMembers } from '../names/members.ts'
import { LatestRuns } from '../orgs/latest-runs.tsx'
import { OrgFigures } from '../orgs/org-figures.tsx'
import { useRole } from '../session/my-orgs.ts'
import { useMay } from '../session/session.ts'
import { punctuation } from '../text/en/language.ts'
import { terms } from '../text/en/terms.ts'
import { yourOrg } from '../text/en/your-org.ts'
import { Id } from '../ui/copy.tsx'
import { number } from '../ui/format.ts'
import { Columns, Facts, Panel } from '../ui/page.tsx'
import { DateOf } from '../ui/time.tsx'

const t = yourOrg.about

export function Overview({ org_id }: { org_id: string }) {
	const maySeeRuns = useMay('org.settings')
	const role = useRole(org_id)
	const owners = useMembers(org_id)?.filter((member) => member.role === 'owner')
	const { data: org } = useQuery({
		queryKey: ['your-org', org_id],
		queryFn: () => data(api.GET('/v1/orgs/{org_id}', { params: { path: { org_id } } })),
	})
	return (
		<>
			<OrgFigures org_id={org_id} />
			<Columns kind="wide-first">
				{maySeeRuns && <LatestRuns org_id={org_id} />}
				<Panel title={terms.about}>
					<Facts
						facts={[
							[terms.id, <Id key="id" text={org_id} />],
							[t.role, role ? yourOrg.roles[role] : t.no_role],
							[
								terms.members,
								<Link key="members" to="/your-org" search={{ tab: 'members' }}>
									{org ? yourOrg.members.of_all(number(org.member_count)) : '–'}
								</Link>,
							],
							[t.owners, owners?.map(({ username }) => username).join(punctuation.list) || '–'],
							[terms.created, org ? <DateOf key="created" time={org.created_at} /> : '–'],
						]}
					/>
				</Panel>
			</Columns>
		</>
	)
}
