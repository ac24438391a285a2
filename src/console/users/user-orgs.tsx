import { useQuery } from '@tanstack/react-query'
import { api, data, type Schema } from '../api.ts'
import { usePlanName } from '../plans/read.tsx'
import { useCurrentSubscription } from '../subscriptions/of-org.tsx'
import { orgs } from '../text/en/orgs.ts'
import { users } from '../text/en/users.ts'
import { Badge } from '../ui/badge.tsx'
import { Notice } from '../ui/failure.tsx'
import { number } from '../ui/format.ts'
import { Panel } from '../ui/page.tsx'
import { type Column, Table } from '../ui/table.tsx'

const t = users.orgs

type Membership = Schema<'UserWithOrgs'>['orgs'][number]

/** Plan and balance take two calls for each org, so only the first have them. */
const MOST = 8

const columnsOf = (shown: Set<string>): Column<Membership>[] => [
	{ title: t.name, cell: ({ name }) => name },
	{ title: t.role, cell: ({ role }) => <Badge>{orgs.members.roles[role].toLowerCase()}</Badge> },
	{
		title: t.plan,
		cell: ({ org_id }) => (shown.has(org_id) ? <Plan org_id={org_id} /> : '–'),
		from: 'medium',
	},
	{ title: t.credits, cell: ({ org_id }) => (shown.has(org_id) ? <Credits org_id={org_id} /> : '–'), align: 'end' },
]

/** The orgs of a user, with what they have. */
export const UserOrgs = ({ orgs: all }: { orgs: Membership[] }) => (
	<Panel title={t.title} noPadding>
		<Table
			label={t.title}
			columns={columnsOf(new Set(all.slice(0, MOST).map(({ org_id }) => org_id)))}
			rows={all}
			keyOf={({ org_id }) => org_id}
			linkOf={({ org_id }) => ({ to: '/orgs/$org_id', params: { org_id } })}
			isDense
			empty={<Notice icon="org" title={t.empty} />}
		/>
	</Panel>
)

function Plan({ org_id }: { org_id: string }) {
	const current = useCurrentSubscription(org_id)
	const name = usePlanName(current?.plan_id ?? '')
	if (current === undefined) return '…'
	return current ? name : t.no_plan
}

function Credits({ org_id }: { org_id: string }) {
	const { data: account } = useQuery({
		queryKey: ['credits', org_id, 'balance'],
		queryFn: () => data(api.GET('/v1/admin/credits', { params: { query: { org_id, limit: 1 } } })),
	})
	return account ? number(account.balance) : '…'
}
