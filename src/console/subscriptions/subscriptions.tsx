import { useSearch } from '@tanstack/react-router'
import { api, page, type Schema } from '../api.ts'
import { List } from '../lists/list.tsx'
import { OrgName } from '../names/org-name.tsx'
import { PlanName } from '../plans/read.tsx'
import { subscriptions as t } from '../text/en/subscriptions.ts'
import { terms } from '../text/en/terms.ts'
import { rowsPerPage } from '../ui/pages.ts'
import type { Column } from '../ui/table.tsx'
import { DateOf } from '../ui/time.tsx'
import { CreateSubscription } from './create-subscription.tsx'
import { Filters } from './filters.tsx'
import { StatusBadge } from './status-badge.tsx'

const COLUMNS: Column<Schema<'Subscription'>>[] = [
	{ title: terms.org, cell: ({ org_id }) => <OrgName org_id={org_id} /> },
	{ title: terms.plan, cell: ({ plan_id }) => <PlanName plan_id={plan_id} />, from: 'medium' },
	{ title: terms.status, cell: ({ status, starts }) => <StatusBadge status={status} starts={starts} /> },
	{
		title: t.columns.until,
		cell: ({ current_period_end }) => <DateOf time={current_period_end} />,
		from: 'medium',
		align: 'end',
	},
	{ title: terms.created, cell: ({ created_at }) => <DateOf time={created_at} />, from: 'wide', align: 'end' },
]

export function Subscriptions() {
	const { of: _, ...search } = useSearch({ from: '/subscriptions' })
	const isFiltered = search.status ?? search.plan_id ?? search.org_id
	return (
		<List
			hint={t.hint}
			query={{
				queryKey: ['subscriptions', search],
				queryFn: () => page(api.GET('/v1/subscriptions', { params: { query: { ...search, limit: rowsPerPage() } } })),
			}}
			columns={COLUMNS}
			keyOf={({ id }) => id}
			linkOf={({ id }) => ({ to: '/subscriptions/$id', params: { id } })}
			expected={25}
			tools={<Filters />}
			empty={
				isFiltered
					? { icon: 'card', title: t.filters.none, hint: t.filters.none_hint }
					: { icon: 'card', title: t.empty, hint: t.empty_hint }
			}
			create={{ label: t.create.action, form: CreateSubscription, needs: ['people.write', 'money.write'] }}
		/>
	)
}
