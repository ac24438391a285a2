import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { api, data, type Schema, tagged, type Tagged } from '../api.ts'
import { History } from '../audit-logs/history.tsx'
import { removal, useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { Editable } from '../change/editable.tsx'
import { Only } from '../change/only.tsx'
import { useIsOperator } from '../session/session.ts'
import { punctuation } from '../text/en/language.ts'
import { plans as t } from '../text/en/plans.ts'
import { terms } from '../text/en/terms.ts'
import { IconButton } from '../ui/button.tsx'
import { Id } from '../ui/copy.tsx'
import { useDetail } from '../ui/detail.tsx'
import { number } from '../ui/format.ts'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { Columns, Facts, Page, Panel, Stack } from '../ui/page.tsx'
import { DateOf } from '../ui/time.tsx'
import { EntitlementList } from './entitlement-list.tsx'
import { PlanForm } from './plan-form.tsx'

type Found = Tagged<Schema<'Plan'>>

export function Plan() {
	const { id } = useParams({ from: '/plans/$id' })
	const isOperator = useIsOperator()
	const [plan, instead] = useDetail({
		queryKey: ['plans', id],
		queryFn: () => tagged(api.GET('/v1/plans/{id}', { params: { path: { id } } })),
	})
	const { data: subscribers } = useQuery({
		queryKey: ['plans', id, 'subscribers'],
		queryFn: async () => {
			const [count] = await data(api.GET('/v1/plans/subscriber-counts', { params: { query: { plan_id: id } } }))
			return { now: count?.subscriber_count ?? 0, later: count?.later_count ?? 0 }
		},
		enabled: isOperator,
	})
	if (!plan) return instead
	const { name, display_name, entitlements, created_at } = plan.value
	return (
		<Page
			title={display_name}
			actions={
				isOperator && (
					<Only needs={['money.write']}>
						<PlanActions plan={plan} />
					</Only>
				)
			}
		>
			<Columns kind="wide-first">
				<Stack>
					<Editable
						title={terms.entitlements}
						noPadding
						needs={['money.write']}
						renderForm={(onClose) => <PlanForm plan={plan} subscribers={subscribers?.now ?? 0} onClose={onClose} />}
					>
						<EntitlementList label={terms.entitlements} entitlements={entitlements} empty={t.grants.none} />
					</Editable>
					{isOperator && <History target_id={id} />}
				</Stack>
				<Panel title={terms.about}>
					<Facts
						facts={[
							[terms.id, <Id key="id" text={id} />],
							[terms.name, <code key="name">{name}</code>],
							...(isOperator
								? [[t.facts.subscribers, <Subscribers key="count" plan_id={id} count={subscribers} />] satisfies Fact]
								: []),
							[terms.created, <DateOf key="created" time={created_at} />],
						]}
					/>
				</Panel>
			</Columns>
		</Page>
	)
}

type Fact = Parameters<typeof Facts>[0]['facts'][number]

interface SubscribersProps {
	plan_id: string
	count: { now: number; later: number } | undefined
}

const Subscribers = ({ plan_id, count }: SubscribersProps) => (
	<Link to="/subscriptions" search={{ plan_id, status: 'active' }}>
		{count === undefined ? t.facts.all : t.facts.subscribers_of(count.now, number(count.now))}
		{count !== undefined && count.later > 0 && `${punctuation.comma}${t.facts.later(number(count.later))}`}
	</Link>
)

function PlanActions({ plan: { value: plan, etag } }: { plan: Found }) {
	const ask = useAsk()
	const navigate = useNavigate()
	const remove = useChange({
		send: (_: null, headers) => api.DELETE('/v1/plans/{id}', { params: { path: { id: plan.id } }, headers }),
		etag,
		done: terms.deleted(plan.display_name),
		canUndo: true,
		onDone: () => void navigate({ to: '/plans', ignoreBlocker: true }),
	})
	return (
		<Menu trigger={<IconButton icon="more" label={terms.actions} />}>
			<MenuItem
				icon="trash"
				isDanger
				onClick={() => ask({ ...removal(t.remove, plan.display_name, plan.name), change: remove })}
			>
				{terms.delete}
			</MenuItem>
		</Menu>
	)
}
