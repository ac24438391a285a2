import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { api, data, tagged } from '../api.ts'
import { Meter } from '../budgets/meter.tsx'
import { Subject } from '../budgets/words.tsx'
import { UserName } from '../names/user-name.tsx'
import { budgets as budgetTexts } from '../text/en/budgets.ts'
import { requests as t } from '../text/en/requests.ts'
import { terms } from '../text/en/terms.ts'
import { Id } from '../ui/copy.tsx'
import { useDetail } from '../ui/detail.tsx'
import { number } from '../ui/format.ts'
import { Facts, Page, Panel } from '../ui/page.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { TwoLines } from '../ui/two-lines.tsx'
import { Card } from './card.tsx'
import { type Detail, FRESH_MS, readRequest, type Request as Found, useOwner } from './read.ts'
import { amountsOf, type Spend } from './words.tsx'

/** One request, and what was decided. */
export function Request() {
	const { request_id } = useParams({ from: '/requests/$request_id' })
	const side = useOwner()
	const { org_id } = useSearch({ from: '/requests/$request_id' })
	const owner = org_id ?? side
	const [request, instead] = useDetail({
		queryKey: ['requests', owner, request_id],
		queryFn: () => tagged<Detail>(readRequest(owner, request_id)),
		refetchInterval: ({ state }) => (state.data?.value.state === 'open' ? FRESH_MS : false),
	})
	if (!request) return instead
	const { budgets, spend } = request.value
	return (
		<Page title={t.one} hint={<Id text={request.value.id} what={terms.id} />}>
			<Card request={request.value} owner={owner} />
			{budgets && <Budgets budgets={budgets} />}
			{spend && <Run {...spend} />}
			{request.value.decided_at && <Decision request={request.value} />}
		</Page>
	)
}

/** The budgets that refused, as they stand now, and as they would if all of it was granted for their windows. */
const Budgets = ({ budgets }: { budgets: NonNullable<Detail['budgets']> }) => (
	<Panel title={t.budgets.title} hint={t.budgets.hint} noPadding>
		<Table
			label={t.budgets.title}
			columns={BUDGETS}
			rows={budgets}
			keyOf={({ budget_id, subject }) => `${budget_id} ${subject}`}
			empty={null}
		/>
	</Panel>
)

const BUDGETS: Column<NonNullable<Detail['budgets']>[number]>[] = [
	{
		title: terms.budget,
		cell: ({ name, scope, subject }) => <TwoLines name={name} below={<Subject scope={scope} subject={subject} />} />,
	},
	{
		title: t.budgets.used,
		cell: ({ used, held, limit, raised }) => (
			<Meter used={used} held={held} limit={limit + raised}>
				{budgetTexts.of_limit(number(used + held), number(limit + raised))}
			</Meter>
		),
	},
	{ title: t.budgets.left, cell: ({ remaining }) => number(remaining), align: 'end', from: 'medium' },
	{
		title: t.budgets.after,
		cell: ({ if_granted }) => (if_granted ? number(if_granted.remaining) : '–'),
		align: 'end',
		from: 'medium',
	},
]

/** The way to the run. One that was refused at its start doesn't exist yet. */
function Run({ org_id, run_id }: Pick<Spend, 'org_id' | 'run_id'>) {
	const { data: run } = useQuery({
		queryKey: ['runs', 'asking', org_id, run_id],
		queryFn: () => data(api.GET('/v1/orgs/{org_id}/runs/{run_id}', { params: { path: { org_id, run_id } } })),
		retry: false,
	})
	return (
		<Panel title={terms.run}>
			{run ? (
				<Link to="/runs/$run_id" params={{ run_id }}>
					<code>{run_id}</code>
				</Link>
			) : (
				<Id text={run_id} what={terms.run} />
			)}
		</Panel>
	)
}

const Decision = ({ request: { decided_by, decided_at, decision_reason, granted } }: { request: Found }) => (
	<Panel title={t.about.decision}>
		<Facts
			facts={[
				[t.about.by, decided_by ? <UserName key="by" user_id={decided_by} /> : '–'],
				[terms.when, <Ago key="at" time={decided_at} />],
				...(granted ? ([[t.about.granted, t.about.for[granted.for](amountsOf(granted))]] as [string, string][]) : []),
				[t.reason, decision_reason ?? '–'],
			]}
		/>
	</Panel>
)
