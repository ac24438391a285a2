import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, data, type Schema } from '../api.ts'
import { AdjustDialog } from '../credits/adjust-dialog.tsx'
import { useCurrentSubscription, usePlanName } from '../plans/read.tsx'
import { useMay } from '../session/session.ts'
import { orgs } from '../text/en/orgs.ts'
import { terms } from '../text/en/terms.ts'
import { users } from '../text/en/users.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/failure.tsx'
import { number } from '../ui/format.ts'
import { Panel } from '../ui/page.tsx'
import { actionsColumn, type Column, RowActions, Table } from '../ui/table.tsx'

const t = users.orgs

type Membership = Schema<'UserWithOrgs'>['orgs'][number]

/** Plan and balance take two calls for each org, so only the first have them. */
const MOST = 8

const columnsOf = (shown: Set<string>): Column<Membership>[] => [
	{ title: terms.name, cell: ({ name }) => name },
	{
		title: terms.role,
		cell: ({ role }) => (
			<Badge tone={role === 'member' ? 'normal' : 'neutral'}>{orgs.members.roles[role].toLowerCase()}</Badge>
		),
		from: 'medium',
	},
	{
		title: terms.plan,
		cell: ({ org_id }) => (shown.has(org_id) ? <Plan org_id={org_id} /> : '–'),
		from: 'medium',
	},
	{ title: terms.credits, cell: ({ org_id }) => (shown.has(org_id) ? <Credits org_id={org_id} /> : '–'), align: 'end' },
]

const actionsOf = (onAdjust: (org: Membership) => void): Column<Membership> =>
	actionsColumn((org) => (
		<RowActions>
			<Button kind="quiet" aria-label={t.adjust_of(org.name)} onClick={() => onAdjust(org)}>
				{t.adjust}
			</Button>
		</RowActions>
	))

/** The orgs of a user, with what they have. Their credits are adjusted here, because that's what people write in for. */
export function UserOrgs({ orgs: all }: { orgs: Membership[] }) {
	const [adjusted, setAdjusted] = useState<Membership>()
	const mayAdjust = useMay('money.write')
	const columns = columnsOf(new Set(all.slice(0, MOST).map(({ org_id }) => org_id)))
	return (
		<Panel title={terms.orgs} noPadding>
			<Table
				label={terms.orgs}
				columns={mayAdjust ? [...columns, actionsOf(setAdjusted)] : columns}
				rows={all}
				keyOf={({ org_id }) => org_id}
				linkOf={({ org_id }) => ({ to: '/orgs/$org_id', params: { org_id } })}
				isDense
				empty={<Notice icon="org" title={t.empty} />}
			/>
			{adjusted && <AdjustDialog org_id={adjusted.org_id} org={adjusted.name} onClose={() => setAdjusted(undefined)} />}
		</Panel>
	)
}

function Plan({ org_id }: { org_id: string }) {
	const current = useCurrentSubscription(org_id)
	const name = usePlanName(current?.plan_id ?? '')
	if (current === undefined) return '…'
	return current ? name : terms.none
}

function Credits({ org_id }: { org_id: string }) {
	const { data: account } = useQuery({
		queryKey: ['credits', org_id, 'balance'],
		queryFn: () => data(api.GET('/v1/admin/credits', { params: { query: { org_id, limit: 1 } } })),
	})
	return account ? number(account.balance) : '…'
}
