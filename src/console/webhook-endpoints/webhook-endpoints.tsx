import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api, page, type Schema } from '../api.ts'
import { useMay } from '../session/session.ts'
import { webhookEndpoints as t } from '../text/en/webhook-endpoints.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/failure.tsx'
import { Page, Panel } from '../ui/page.tsx'
import { Paging } from '../ui/paging.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { CreateEndpoint } from './create-endpoint.tsx'
import { EnabledBadge, rateOf } from './enabled-badge.tsx'

const COLUMNS: Column<Schema<'WebhookEndpoint'>>[] = [
	{ title: t.columns.url, cell: ({ url }) => <span title={url}>{url}</span>, isLong: true },
	{ title: t.columns.events, cell: eventsOf, from: 'medium' },
	{ title: t.columns.state, cell: ({ enabled }) => <EnabledBadge isEnabled={enabled} /> },
	{ title: t.columns.rate, cell: rateOf, from: 'medium', isAtEnd: true },
	{
		title: t.columns.failure,
		cell: ({ last_failure }) => <Ago time={last_failure?.at ?? null} />,
		from: 'wide',
		isAtEnd: true,
	},
]

export function WebhookEndpoints() {
	const { cursor } = useSearch({ from: '/webhook-endpoints' })
	const mayEdit = useMay('org.settings')
	const [isCreating, setIsCreating] = useState(false)
	const { data, error, refetch } = useQuery({
		queryKey: ['webhook-endpoints', { cursor }],
		queryFn: () => page(api.GET('/v1/webhook-endpoints', { params: { query: { cursor, limit: 25 } } })),
	})
	const create = mayEdit && (
		<Button kind="primary" icon="plus" onClick={() => setIsCreating(true)}>
			{t.create.action}
		</Button>
	)
	return (
		<Page title={t.title} hint={t.hint} actions={create}>
			<Panel isFlush>
				<Table
					label={t.title}
					columns={COLUMNS}
					rows={data?.rows}
					keyOf={({ id }) => id}
					linkOf={({ id }) => ({ to: '/webhook-endpoints/$endpoint_id', params: { endpoint_id: id } })}
					error={error}
					onRetry={() => void refetch()}
					expected={3}
					empty={
						<Notice icon="webhook" title={t.empty} hint={mayEdit ? t.empty_hint : t.empty_read_only}>
							{create}
						</Notice>
					}
				/>
				<Paging next={data?.next} />
			</Panel>
			{isCreating && <CreateEndpoint onClose={() => setIsCreating(false)} />}
		</Page>
	)
}

function eventsOf({ events }: Schema<'WebhookEndpoint'>) {
	const text = events.includes('*') ? t.all_events : t.events_count(events.length)
	return <span title={events.join(', ')}>{text}</span>
}
