import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, page, type Schema } from '../api.ts'
import { PlanName } from '../plans/read.tsx'
import { useIsPlatformAdmin } from '../session/session.ts'
import { subscriptions as t } from '../text/en/subscriptions.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/failure.tsx'
import { Panel } from '../ui/page.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { CreateSubscription } from './create-subscription.tsx'
import { StatusBadge } from './status-badge.tsx'

const COLUMNS: Column<Schema<'Subscription'>>[] = [
	{ title: t.columns.plan, cell: ({ plan_id }) => <PlanName plan_id={plan_id} /> },
	{ title: t.columns.status, cell: ({ status }) => <StatusBadge status={status} /> },
	{
		title: t.columns.until,
		cell: ({ current_period_end }) => <Ago time={current_period_end} />,
		from: 'medium',
		align: 'end',
	},
]

const NEWEST = 5

export const useSubscriptions = (org_id: string) =>
	useQuery({
		queryKey: ['subscriptions', 'of', org_id],
		queryFn: () => page(api.GET('/v1/subscriptions', { params: { query: { org_id, limit: NEWEST } } })),
	})

/** The subscriptions of an org, the active one first: no newer one can come while it lasts. */
export function OrgSubscriptions({ org }: { org: { value: string; label: string } }) {
	const [isCreating, setIsCreating] = useState(false)
	const isPlatformAdmin = useIsPlatformAdmin()
	const { data, error, refetch } = useSubscriptions(org.value)
	const mayCreate = isPlatformAdmin && data && data.rows[0]?.status !== 'active'
	return (
		<Panel
			title={t.of_org.title}
			noPadding
			actions={
				mayCreate && (
					<Button icon="plus" onClick={() => setIsCreating(true)}>
						{t.create.submit}
					</Button>
				)
			}
		>
			<Table
				label={t.of_org.title}
				columns={COLUMNS}
				rows={data?.rows}
				keyOf={({ id }) => id}
				{...(isPlatformAdmin
					? { linkOf: ({ id }: Schema<'Subscription'>) => ({ to: '/subscriptions/$id', params: { id } }) }
					: {})}
				error={error}
				onRetry={() => void refetch()}
				expected={2}
				isDense
				empty={<Notice icon="card" title={t.of_org.none} hint={t.of_org.none_hint} />}
			/>
			{isCreating && <CreateSubscription org={org} onClose={() => setIsCreating(false)} />}
		</Panel>
	)
}
