import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { api, data, type Schema, tagged } from '../api.ts'
import { useChange } from '../change/change.ts'
import { Only } from '../change/only.tsx'
import { terms } from '../text/en/terms.ts'
import { deliveries as t } from '../text/en/webhook-endpoints.ts'
import { Button } from '../ui/button.tsx'
import { Id } from '../ui/copy.tsx'
import { useDetail } from '../ui/detail.tsx'
import { Failure } from '../ui/failure.tsx'
import { Json } from '../ui/json.tsx'
import { Columns, Facts, Page, Panel, Stack } from '../ui/page.tsx'
import { Ago } from '../ui/time.tsx'
import { Attempts } from './attempts.tsx'
import { DeliveryStatus } from './delivery-status.tsx'

/** While it is on its way, the page looks again this often. The first retries come within seconds, the later ones within hours. */
const AGAIN_MS: Partial<Record<Schema<'Delivery'>['status'], number>> = { pending: 1_500, failed: 10_000 }

/** The delivery of one event to one endpoint: what's sent, and the result of each attempt. */
export function Delivery() {
	const { endpoint_id, delivery_id } = useParams({ from: '/webhook-endpoints/$endpoint_id/deliveries/$delivery_id' })
	const params = { path: { endpoint_id, delivery_id } }
	const [delivery, instead] = useDetail({
		queryKey: ['deliveries', endpoint_id, delivery_id],
		queryFn: () => data(api.GET('/v1/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}', { params })),
		refetchInterval: ({ state }) => (state.data && AGAIN_MS[state.data.status]) ?? false,
	})
	const { data: endpoint } = useQuery({
		queryKey: ['webhook-endpoints', endpoint_id],
		queryFn: () => tagged(api.GET('/v1/webhook-endpoints/{endpoint_id}', { params: { path: { endpoint_id } } })),
	})
	const redeliver = useChange({
		send: (_: null, headers) =>
			api.POST('/v1/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}/redeliver', { params, headers }),
		done: t.redeliver.done,
	})
	if (!delivery) return instead
	const { id, event_id, type, status, next_attempt_at, created_at, attempts, body } = delivery
	return (
		<Page
			title={type}
			mark={<DeliveryStatus status={status} />}
			up={{ label: t.of, link: { to: '/webhook-endpoints/$endpoint_id', params: { endpoint_id } } }}
			actions={
				<Only needs={['org.settings']}>
					<Button icon="refresh" isBusy={redeliver.isRunning} onClick={() => void redeliver.run(null)}>
						{t.redeliver.action}
					</Button>
				</Only>
			}
		>
			{redeliver.refusal && <Failure refusal={redeliver.refusal} isInline />}
			<Columns>
				<Stack>
					<Attempts attempts={attempts} />
					<Panel title={terms.about}>
						<Facts
							facts={[
								[t.facts.happened, <Ago key="happened" time={created_at} />],
								[terms.next_attempt, next_attempt_at ? <Ago key="next" time={next_attempt_at} isAhead /> : terms.none],
								[
									t.facts.endpoint,
									<Link key="endpoint" to="/webhook-endpoints/$endpoint_id" params={{ endpoint_id }}>
										{endpoint?.value.url ?? endpoint_id}
									</Link>,
								],
								[t.facts.event, <Id key="event" text={event_id} />],
								[t.facts.id, <Id key="id" text={id} />],
							]}
						/>
					</Panel>
				</Stack>
				<Panel title={t.body} hint={t.body_hint}>
					{body ? <Json value={body} label={t.body} /> : <p>{t.no_body}</p>}
				</Panel>
			</Columns>
		</Page>
	)
}
