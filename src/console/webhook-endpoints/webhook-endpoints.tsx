import { useSearch } from '@tanstack/react-router'
import { api, page, type Schema } from '../api.ts'
import { List } from '../lists/list.tsx'
import { AskOwners } from '../names/people.tsx'
import { useMay } from '../session/session.ts'
import { punctuation } from '../text/en/language.ts'
import { terms } from '../text/en/terms.ts'
import { webhookEndpoints as t } from '../text/en/webhook-endpoints.ts'
import { rowsPerPage } from '../ui/pages.ts'
import type { Column } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { CreateEndpoint } from './create-endpoint.tsx'
import { EnabledBadge, rateOf } from './enabled-badge.tsx'

const COLUMNS: Column<Schema<'WebhookEndpoint'>>[] = [
	{ title: t.columns.url, cell: ({ url }) => url, isLong: true },
	{ title: t.columns.events, cell: eventsOf, from: 'medium' },
	{ title: terms.status, cell: ({ enabled }) => <EnabledBadge isEnabled={enabled} /> },
	{ title: t.columns.rate, cell: rateOf, from: 'medium', align: 'end' },
	{
		title: t.columns.failure,
		cell: ({ last_failure }) => <Ago time={last_failure?.at ?? null} />,
		from: 'wide',
		align: 'end',
	},
]

export function WebhookEndpoints() {
	const { cursor } = useSearch({ from: '/webhook-endpoints' })
	const mayEdit = useMay('org.settings')
	return (
		<List
			hint={t.hint}
			query={{
				queryKey: ['webhook-endpoints', { cursor }],
				queryFn: () => page(api.GET('/v1/webhook-endpoints', { params: { query: { cursor, limit: rowsPerPage() } } })),
			}}
			columns={COLUMNS}
			keyOf={({ id }) => id}
			linkOf={({ id }) => ({ to: '/webhook-endpoints/$endpoint_id', params: { endpoint_id: id } })}
			expected={3}
			empty={{
				icon: 'webhook',
				title: t.empty,
				hint: mayEdit ? (
					t.empty_hint
				) : (
					<>
						{t.empty_read_only} <AskOwners />
					</>
				),
			}}
			create={{ label: t.create.action, form: CreateEndpoint, needs: ['org.settings'] }}
		/>
	)
}

function eventsOf({ events }: Schema<'WebhookEndpoint'>) {
	const text = events.includes('*') ? t.all_events : t.events_count(events.length)
	return <span title={events.join(punctuation.list)}>{text}</span>
}
