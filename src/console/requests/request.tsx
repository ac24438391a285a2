import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { api, data, tagged } from '../api.ts'
import { UserName } from '../names/user-name.tsx'
import { requests as t } from '../text/en/requests.ts'
import { Id } from '../ui/copy.tsx'
import { useDetail } from '../ui/detail.tsx'
import { Facts, Page, Panel } from '../ui/page.tsx'
import { Ago } from '../ui/time.tsx'
import { Card } from './card.tsx'
import { FRESH_MS, readRequest, type Request as Found, useOwner } from './read.ts'
import { amountsOf, type Spend } from './words.tsx'

/** One request, and what was decided. */
export function Request() {
	const { request_id } = useParams({ from: '/requests/$request_id' })
	const owner = useOwner()
	const [request, instead] = useDetail({
		queryKey: ['requests', owner, request_id],
		queryFn: () => tagged<Found>(readRequest(owner, request_id)),
		refetchInterval: ({ state }) => (state.data?.value.state === 'open' ? FRESH_MS : false),
	})
	if (!request) return instead
	return (
		<Page
			title={t.one}
			hint={<Id text={request.value.id} what={t.about.id} />}
			up={{ label: t.title, link: { to: '/requests' } }}
		>
			<Card request={request.value} owner={owner} />
			{request.value.spend && <Run {...request.value.spend} />}
			{request.value.decided_at && <Decision request={request.value} />}
		</Page>
	)
}

/** The way to the run. One that was refused at its start doesn't exist yet. */
function Run({ org_id, run_id }: Pick<Spend, 'org_id' | 'run_id'>) {
	const { data: run } = useQuery({
		queryKey: ['runs', 'asking', org_id, run_id],
		queryFn: () => data(api.GET('/v1/orgs/{org_id}/runs/{run_id}', { params: { path: { org_id, run_id } } })),
		retry: false,
	})
	return (
		<Panel title={t.run}>
			{run ? (
				<Link to="/runs/$run_id" params={{ run_id }}>
					<code>{run_id}</code>
				</Link>
			) : (
				<Id text={run_id} what={t.run} />
			)}
		</Panel>
	)
}

const Decision = ({ request: { decided_by, decided_at, decision_reason, granted } }: { request: Found }) => (
	<Panel title={t.about.decision}>
		<Facts
			facts={[
				[t.about.by, decided_by ? <UserName key="by" user_id={decided_by} /> : '–'],
				[t.about.at, <Ago key="at" time={decided_at} />],
				...(granted ? ([[t.about.granted, t.about.for[granted.for](amountsOf(granted))]] as [string, string][]) : []),
				[t.reason, decision_reason ?? '–'],
			]}
		/>
	</Panel>
)
