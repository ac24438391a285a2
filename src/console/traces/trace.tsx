import { useParams } from '@tanstack/react-router'
import { api, data, type Schema } from '../api.ts'
import { Name } from '../names/name.tsx'
import { ActorName } from '../names/people.tsx'
import { useIsOperator } from '../session/session.ts'
import { punctuation } from '../text/en/language.ts'
import { terms } from '../text/en/terms.ts'
import { traces as t } from '../text/en/traces.ts'
import { Badge } from '../ui/badge.tsx'
import { Id } from '../ui/copy.tsx'
import { useDetail } from '../ui/detail.tsx'
import { Notice } from '../ui/failure.tsx'
import { Columns, Facts, Page, Panel, Stack } from '../ui/page.tsx'
import { MomentOf } from '../ui/time.tsx'
import { risksOf } from '../why/risks.ts'
import { Why } from '../why/why.tsx'
import { toneOf } from './status-tone.ts'
import { beginOf, storyOf } from './story.ts'
import { Timeline } from './timeline.tsx'

type Request = Schema<'AccessLogEntry'>

/** Everything that one request did, as a timeline. */
export function Trace() {
	const { trace_id } = useParams({ from: '/trace/$trace_id' })
	const [trace, instead] = useDetail({
		queryKey: ['traces', trace_id],
		queryFn: () => data(api.GET('/v1/traces/{trace_id}', { params: { path: { trace_id } } })),
	})
	if (!trace) return instead
	const { requests, events, audit_logs, ledger_entries } = trace
	const [first] = requests?.toReversed() ?? []
	const story = storyOf(trace)
	const deliveries = events.flatMap((event) => event.deliveries)
	return (
		<Page
			title={first ? `${first.method} ${first.path}` : t.title}
			mark={first && <Badge tone={toneOf(first.status_code)}>{first.status_code}</Badge>}
		>
			{requests === null && <p>{t.log_silent}</p>}
			{(requests ?? []).toReversed().map((request) => (
				<Why key={request.id} request={request} />
			))}
			<Columns kind="wide-first">
				<Panel title={t.story} hint={t.story_hint}>
					{story.length === 0 ? (
						<Notice icon="story" title={t.none} hint={t.none_hint} />
					) : (
						<Timeline moments={story} />
					)}
				</Panel>
				<Stack>
					{(requests ?? []).toReversed().map((request) => (
						<RequestInfo key={request.id} request={request} />
					))}
					<Panel>
						<Facts
							facts={[
								[terms.trace_id, <Id key="id" text={trace_id} />],
								[terms.changes, audit_logs.length],
								[terms.credits, ledger_entries.length],
								[t.counts.events, events.length],
								[t.counts.deliveries, deliveries.length],
							]}
						/>
					</Panel>
				</Stack>
			</Columns>
		</Page>
	)
}

function RequestInfo({ request }: { request: Request }) {
	const { status_code, duration_ms, username, identity_type, service_account_id, org_id, client_ip, country, city } =
		request
	const place = [city, country].filter(Boolean).join(punctuation.list)
	const caller =
		identity_type === 'api_key'
			? `${username ?? '–'} ${t.api_key}`
			: (username ??
				(service_account_id ? <Service key="caller" id={service_account_id} org_id={org_id} /> : t.anonymous))
	return (
		<Panel title={terms.request}>
			<Facts
				facts={[
					[
						t.facts.status,
						<Badge key="status" tone={toneOf(status_code)}>
							{status_code}
						</Badge>,
					],
					[terms.duration, t.ms(duration_ms)],
					[terms.started, <MomentOf key="began" time={beginOf(request)} />],
					[terms.caller, caller],
					[terms.org, org_id ? <Name key="org" id={org_id} /> : '–'],
					[terms.ip, place ? `${client_ip} (${place})` : client_ip],
					[t.facts.agent, request.user_agent || '–'],
					[t.facts.risk, t.risk(request.risk_score, risksOf(request.risk_reasons))],
				]}
			/>
		</Panel>
	)
}

/** An org reads the names of its own service accounts, because only operators may look up names. */
function Service({ id, org_id }: { id: string; org_id: string | null }) {
	const isOperator = useIsOperator()
	return isOperator || org_id === null ? <Name id={id} /> : <ActorName org_id={org_id} id={id} />
}
