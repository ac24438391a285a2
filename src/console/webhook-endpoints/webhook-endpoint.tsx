import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api, type Schema, tagged } from '../api.ts'
import { Editable } from '../change/editable.tsx'
import { Only } from '../change/only.tsx'
import { punctuation } from '../text/en/language.ts'
import { terms } from '../text/en/terms.ts'
import { webhookEndpoints as t } from '../text/en/webhook-endpoints.ts'
import { Badge } from '../ui/badge.tsx'
import { Id } from '../ui/copy.tsx'
import { useDetail } from '../ui/detail.tsx'
import { Notice } from '../ui/failure.tsx'
import { Columns, Facts, Page, Panel } from '../ui/page.tsx'
import { Ago, DateOf } from '../ui/time.tsx'
import { Deliveries } from './deliveries.tsx'
import { causeOf } from './delivery-status.tsx'
import { EnabledBadge, rateOf } from './enabled-badge.tsx'
import { EndpointActions } from './endpoint-actions.tsx'
import { EndpointForm } from './endpoint-form.tsx'

export function WebhookEndpoint() {
	const { endpoint_id } = useParams({ from: '/webhook-endpoints/$endpoint_id' })
	const [endpoint, instead] = useDetail({
		queryKey: ['webhook-endpoints', endpoint_id],
		queryFn: () => tagged(api.GET('/v1/webhook-endpoints/{endpoint_id}', { params: { path: { endpoint_id } } })),
	})
	if (!endpoint) return instead
	const { url, enabled, disabled_reason } = endpoint.value
	return (
		<Page
			title={url}
			mark={<EnabledBadge isEnabled={enabled} />}
			actions={
				<Only needs={['org.settings']}>
					<EndpointActions endpoint={endpoint} />
				</Only>
			}
		>
			{disabled_reason && (
				<Panel>
					<Notice icon="alert" title={t.reasons[disabled_reason]} hint={t.turn.body(true)} />
				</Panel>
			)}
			<Columns kind="wide-first">
				<Deliveries endpoint_id={endpoint_id} />
				<Editable
					title={terms.about}
					needs={['org.settings']}
					renderForm={(onClose) => <EndpointForm endpoint={endpoint} onClose={onClose} />}
				>
					<About endpoint={endpoint.value} />
				</Editable>
			</Columns>
		</Page>
	)
}

function About({ endpoint }: { endpoint: Schema<'WebhookEndpoint'> }) {
	const { id, public_key, previous_public_key, previous_key_until, has_secret, last_failure, events, created_at } =
		endpoint
	return (
		<Facts
			facts={[
				[terms.id, <Id key="id" text={id} />],
				[t.columns.events, events.includes('*') ? t.all_events : events.join(punctuation.list)],
				[t.facts.rate, rateOf(endpoint)],
				[
					t.facts.failure,
					last_failure ? (
						<span key="failure">
							<Ago time={last_failure.at} />
							{punctuation.colon}
							{causeOf(last_failure.error)}
						</span>
					) : (
						'–'
					),
				],
				[t.facts.key, <Id key="key" text={public_key} what={t.facts.key} />],
				...(previous_public_key
					? ([
							[t.facts.previous, <Id key="previous" text={previous_public_key} what={t.facts.previous} />],
							[t.facts.until, <Ago key="until" time={previous_key_until} />],
						] as [string, ReactNode][])
					: []),
				[
					t.facts.secret,
					<Badge key="secret" tone={has_secret ? 'normal' : 'neutral'}>
						{has_secret ? t.facts.set : t.facts.not_set}
					</Badge>,
				],
				[terms.created, <DateOf key="since" time={created_at} />],
			]}
		/>
	)
}
