import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api, page, type Schema } from '../api.ts'
import { OrgName } from '../orgs/org-name.tsx'
import { PlanName } from '../plans/read.tsx'
import { subscriptions as t } from '../text/en/subscriptions.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/failure.tsx'
import { Page, Panel } from '../ui/page.tsx'
import { Paging } from '../ui/paging.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Ago, DateOf } from '../ui/time.tsx'
import { CreateSubscription } from './create-subscription.tsx'
import { StatusBadge } from './status-badge.tsx'

const COLUMNS: Column<Schema<'Subscription'>>[] = [
	{ title: t.columns.org, cell: ({ org_id }) => <OrgName org_id={org_id} /> },
	{ title: t.columns.plan, cell: ({ plan_id }) => <PlanName plan_id={plan_id} />, from: 'medium' },
	{ title: t.columns.status, cell: ({ status }) => <StatusBadge status={status} /> },
	{
		title: t.columns.until,
		cell: ({ current_period_end }) => <Ago time={current_period_end} />,
		from: 'medium',
		isAtEnd: true,
	},
	{ title: t.columns.created, cell: ({ created_at }) => <DateOf time={created_at} />, from: 'wide', isAtEnd: true },
]

export function Subscriptions() {
	const { cursor } = useSearch({ from: '/subscriptions' })
	const [isCreating, setIsCreating] = useState(false)
	const { data, error, isPlaceholderData, refetch } = useQuery({
		queryKey: ['subscriptions', { cursor }],
		queryFn: () => page(api.GET('/v1/subscriptions', { params: { query: { cursor, limit: 25 } } })),
		placeholderData: (old) => old,
	})
	const create = (
		<Button kind="primary" icon="plus" onClick={() => setIsCreating(true)}>
			{t.create.action}
		</Button>
	)
	return (
		<Page title={t.title} hint={t.hint} actions={create}>
			<Panel isFlush>
				<Table
					label={t.title}
					columns={COLUMNS}
					rows={data?.rows}
					keyOf={({ id }) => id}
					linkOf={({ id }) => ({ to: '/subscriptions/$id', params: { id } })}
					error={error}
					onRetry={() => void refetch()}
					isStale={isPlaceholderData}
					expected={25}
					empty={<Notice icon="card" title={t.empty} hint={t.empty_hint} />}
				/>
				<Paging next={data?.next} />
			</Panel>
			{isCreating && <CreateSubscription onClose={() => setIsCreating(false)} />}
		</Page>
	)
}
