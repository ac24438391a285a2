import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { api, data as bodyOf, page, type Schema } from '../api.ts'
import { ListFoot } from '../lists/list-foot.tsx'
import { List } from '../lists/list.tsx'
import { useScope } from '../session/scope.ts'
import { useMe } from '../session/session.ts'
import { plans as t } from '../text/en/plans.ts'
import { terms } from '../text/en/terms.ts'
import { Badge } from '../ui/badge.tsx'
import { useDetail } from '../ui/detail.tsx'
import { Notice } from '../ui/failure.tsx'
import { number } from '../ui/format.ts'
import { Columns, Page, Panel } from '../ui/page.tsx'
import type { Column } from '../ui/table.tsx'
import { DateOf } from '../ui/time.tsx'
import { Comparison } from './comparison.tsx'
import { CreatePlan } from './create-plan.tsx'
import { EntitlementList } from './entitlement-list.tsx'
import { useCurrentSubscription } from './read.tsx'

type Plan = Schema<'Plan'>

/** More plans than anybody compares. */
const LIMIT = 50

const usePlanQuery = () => {
	const { cursor } = useSearch({ from: '/plans' })
	return {
		queryKey: ['plans', { cursor }],
		queryFn: () => page(api.GET('/v1/plans', { params: { query: { cursor, limit: LIMIT } } })),
	}
}

/** The plans, for the admins who create them and the users who have one. */
export const Plans = () => (useScope() === 'platform' ? <PlanList /> : <PlanCards />)

const columnsOf = (counts: Map<string, number> | undefined): Column<Plan>[] => [
	{ title: terms.plan, cell: ({ display_name }) => display_name },
	{ title: terms.name, cell: ({ name }) => <code>{name}</code>, from: 'medium' },
	{ title: terms.entitlements, cell: ({ entitlements }) => number(entitlements.length), from: 'medium', align: 'end' },
	{
		title: t.columns.subscribers,
		cell: ({ id }) => (counts ? number(counts.get(id) ?? 0) : '–'),
		align: 'end',
	},
	{ title: terms.created, cell: ({ created_at }) => <DateOf time={created_at} />, from: 'wide', align: 'end' },
]

function PlanList() {
	const query = usePlanQuery()
	const { data: counts } = useQuery({
		queryKey: ['plans', 'subscriber-counts'],
		queryFn: async () => {
			const rows = await bodyOf(api.GET('/v1/plans/subscriber-counts', { params: { query: { limit: 200 } } }))
			return new Map(rows.map(({ plan_id, subscriber_count }) => [plan_id, subscriber_count]))
		},
	})
	return (
		<List
			hint={t.hint.platform}
			query={query}
			columns={columnsOf(counts)}
			keyOf={({ id }) => id}
			linkOf={({ id }) => ({ to: '/plans/$id', params: { id } })}
			empty={{ icon: 'plan', title: t.empty, hint: t.empty_hint.platform }}
			create={{ label: t.create.action, form: CreatePlan, needs: ['money.write'] }}
		>
			<Comparison query={query} />
		</List>
	)
}

/** Each plan with what it grants, and a mark on your own. */
function PlanCards() {
	const [data, instead] = useDetail(usePlanQuery())
	const { org_id } = useMe()
	const own = useCurrentSubscription(org_id)?.plan_id
	if (!data) return instead
	return (
		<Page hint={t.hint.org}>
			{data.rows.length === 0 && (
				<Panel>
					<Notice icon="plan" title={t.empty} hint={t.empty_hint.org} />
				</Panel>
			)}
			<Columns>
				{data.rows.map(({ id, name, display_name, entitlements }) => (
					<Panel
						key={id}
						title={titleOf(name, display_name, data.rows)}
						noPadding
						actions={id === own && <Badge tone="accent">{t.yours}</Badge>}
					>
						<EntitlementList label={display_name} entitlements={entitlements} empty={t.grants.none} />
					</Panel>
				))}
			</Columns>
			<ListFoot page={data} />
		</Page>
	)
}

/** The display name, with the plan's own name where two plans have the same one. */
function titleOf(name: string, display_name: string, plans: { display_name: string }[]) {
	const isShared = plans.filter((plan) => plan.display_name === display_name).length > 1
	return isShared ? `${display_name} (${name})` : display_name
}
