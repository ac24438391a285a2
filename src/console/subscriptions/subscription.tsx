import { useParams } from '@tanstack/react-router'
import { api, type Schema, tagged, type Tagged } from '../api.ts'
import { History } from '../audit-logs/history.tsx'
import { useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { Only } from '../change/only.tsx'
import { useName } from '../names/name.tsx'
import { OrgLink } from '../names/org-name.tsx'
import { EntitlementList } from '../plans/entitlement-list.tsx'
import { usePlanName, usePlans } from '../plans/read.tsx'
import { punctuation } from '../text/en/language.ts'
import { subscriptions as t } from '../text/en/subscriptions.ts'
import { terms } from '../text/en/terms.ts'
import { Button } from '../ui/button.tsx'
import { Id } from '../ui/copy.tsx'
import { useDetail } from '../ui/detail.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { Figure, Figures } from '../ui/figures.tsx'
import { momentOf } from '../ui/format.ts'
import { Columns, Facts, Page, Panel, Stack } from '../ui/page.tsx'
import { Ago } from '../ui/time.tsx'
import { ChangeSubscription } from './change-subscription.tsx'
import { CreateSubscription } from './create-subscription.tsx'
import { OrgSubscriptions } from './of-org.tsx'
import { StatusBadge } from './status-badge.tsx'

type Fact = Parameters<typeof Facts>[0]['facts'][number]

export function Subscription() {
	const { id } = useParams({ from: '/subscriptions/$id' })
	const [subscription, instead] = useDetail({
		queryKey: ['subscriptions', id],
		queryFn: () => tagged(api.GET('/v1/subscriptions/{id}', { params: { path: { id } } })),
	})
	if (!subscription) return instead
	return <One subscription={subscription} />
}

function One({ subscription }: { subscription: Tagged<Schema<'Subscription'>> }) {
	const { value, etag } = subscription
	const { id, org_id, plan_id, status, starts, current_period_start, current_period_end, cancelled_at, created_at } =
		value
	const plan = usePlanName(plan_id)
	const org = useName(org_id) ?? org_id
	return (
		<Page
			title={`${org}${punctuation.colon}${plan}`}
			heading={
				<>
					<bdi>{org}</bdi>
					{punctuation.colon}
					<bdi>{plan}</bdi>
				</>
			}
			mark={<StatusBadge status={status} starts={starts} />}
			actions={
				<Only needs={['people.write', 'money.write']}>
					{status === 'active' ? (
						<>
							<DialogButton
								renderDialog={(onClose) => <ChangeSubscription subscription={subscription} onClose={onClose} />}
							>
								{t.change.action}
							</DialogButton>
							<Cancel id={id} etag={etag} plan={plan} org={org} hasBegun={starts !== 'later'} />
						</>
					) : (
						<DialogButton
							kind="primary"
							icon="plus"
							renderDialog={(onClose) => (
								<CreateSubscription org={{ value: org_id, label: org }} plan_id={plan_id} onClose={onClose} />
							)}
						>
							{t.create.again}
						</DialogButton>
					)}
				</Only>
			}
		>
			<Figures>
				<Figure label={terms.plan} value={plan} link={{ to: '/plans/$id', params: { id: plan_id } }} />
				<Figure
					label={starts === 'later' ? t.facts.begins : t.facts.began}
					value={momentOf(current_period_start)}
					hint={<Ago time={current_period_start} isBesideDate />}
				/>
				<Figure
					label={t.facts.ends}
					value={momentOf(current_period_end)}
					hint={<Ago time={current_period_end} isBesideDate />}
				/>
			</Figures>
			<Columns kind="wide-first">
				<Stack>
					<Grants plan_id={plan_id} />
					<OrgSubscriptions org={{ value: org_id, label: org }} />
				</Stack>
				<Stack>
					<Panel title={terms.about}>
						<Facts
							facts={[
								[terms.org, <OrgLink key="org" org_id={org_id} />],
								...(cancelled_at
									? [[t.facts.cancelled, <Ago key="cancelled" time={cancelled_at} />] satisfies Fact]
									: []),
								[terms.created, <Ago key="created" time={created_at} />],
								[terms.id, <Id key="id" text={id} />],
							]}
						/>
					</Panel>
					<History target_id={id} />
				</Stack>
			</Columns>
		</Page>
	)
}

function Grants({ plan_id }: { plan_id: string }) {
	const plan = usePlans()?.find(({ id }) => id === plan_id)
	return (
		<Panel title={t.grants.title} noPadding>
			<EntitlementList label={t.grants.title} entitlements={plan?.entitlements} empty={t.grants.none} />
		</Panel>
	)
}

interface CancelProps {
	id: string
	etag: string | undefined
	plan: string
	org: string
	hasBegun: boolean
}

function Cancel({ id, etag, plan, org, hasBegun }: CancelProps) {
	const ask = useAsk()
	const cancel = useChange({
		send: (_: null, headers) => api.DELETE('/v1/subscriptions/{id}', { params: { path: { id } }, headers }),
		etag,
		done: t.cancel.done,
	})
	return (
		<Button
			onClick={() =>
				ask({
					title: t.cancel.title(plan, org),
					body: hasBegun ? t.cancel.body : t.cancel.not_begun,
					action: t.cancel.action,
					keep: t.cancel.keep,
					isDanger: true,
					change: cancel,
					input: null,
				})
			}
		>
			{t.cancel.action}
		</Button>
	)
}
