import { useQuery } from '@tanstack/react-query'
import { api, page, type Schema } from '../api.ts'
import { Only } from '../change/only.tsx'
import { ListFoot } from '../lists/list-foot.tsx'
import { PlanName } from '../plans/read.tsx'
import { useIsOperator } from '../session/session.ts'
import { subscriptions as t } from '../text/en/subscriptions.ts'
import { terms } from '../text/en/terms.ts'
import { DialogButton } from '../ui/dialog-button.tsx'
import { Notice } from '../ui/failure.tsx'
import { Panel } from '../ui/page.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { DateOf } from '../ui/time.tsx'
import { CreateSubscription } from './create-subscription.tsx'
import { StatusBadge } from './status-badge.tsx'

const COLUMNS: Column<Schema<'Subscription'>>[] = [
	{ title: terms.plan, cell: ({ plan_id }) => <PlanName plan_id={plan_id} /> },
	{ title: terms.status, cell: ({ status, starts }) => <StatusBadge status={status} starts={starts} /> },
	{
		title: t.columns.until,
		cell: ({ current_period_end }) => <DateOf time={current_period_end} />,
		from: 'medium',
		align: 'end',
	},
]

const NEWEST = 5

const useSubscriptions = (org_id: string) =>
	useQuery({
		queryKey: ['subscriptions', 'of', org_id],
		queryFn: () => page(api.GET('/v1/subscriptions', { params: { query: { org_id, limit: NEWEST } } })),
	})

/** The newest subscriptions of an org. */
export function OrgSubscriptions({ org }: { org: { value: string; label: string } }) {
	const isOperator = useIsOperator()
	const { data: found, error, refetch } = useSubscriptions(org.value)
	return (
		<Panel
			title={t.of_org.title}
			noPadding
			actions={
				isOperator && (
					<Only needs={['people.write', 'money.write']}>
						<DialogButton icon="plus" renderDialog={(onClose) => <CreateSubscription org={org} onClose={onClose} />}>
							{t.create.submit}
						</DialogButton>
					</Only>
				)
			}
		>
			<Table
				label={t.of_org.title}
				columns={COLUMNS}
				rows={found?.rows}
				keyOf={({ id }) => id}
				{...(isOperator
					? { linkOf: ({ id }: Schema<'Subscription'>) => ({ to: '/subscriptions/$id', params: { id } }) }
					: {})}
				error={error}
				onRetry={() => void refetch()}
				expected={2}
				isDense
				empty={<Notice icon="card" title={t.of_org.none} hint={t.of_org.none_hint} />}
			/>
			<ListFoot page={found && { ...found, next: undefined }} />
		</Panel>
	)
}
