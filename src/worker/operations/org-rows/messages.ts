import { sql } from 'drizzle-orm'
import { broadcasts } from '../../messages/broadcasts/table.ts'
import { notifications } from '../../messages/notices/table.ts'
import { webhookAttempts, webhookDeliveries } from '../../webhooks/deliveries/table.ts'
import { events, waitingEvents } from '../../webhooks/events/table.ts'
import { type Decision, names } from './decision.ts'

const OF_ENDPOINTS = 'endpoint_id IN (SELECT w.id FROM webhook_endpoints w WHERE w.org_id = :org)'

export const MESSAGES: Record<string, Decision> = {
	webhook_attempts: {
		table: webhookAttempts,
		rows: OF_ENDPOINTS,
		exported: {
			columns: names(
				'endpoint_id event_id attempt status_code error latency_ms response signed_at signature created_at',
			),
		},
		erased: 'deleted',
	},
	webhook_deliveries: {
		table: webhookDeliveries,
		rows: OF_ENDPOINTS,
		exported: {
			columns: names('id endpoint_id event_id status attempt_count next_attempt_at created_at'),
			withheld: { retries_from: 'It only counts for the schedule', claim: 'It names a running attempt' },
			more: {
				type: sql`(SELECT e.type FROM events e WHERE e.id = webhook_deliveries.event_id)`,
				data: sql`(SELECT e.data FROM events e WHERE e.id = webhook_deliveries.event_id)`,
			},
			line: ({ data, ...row }: { data: string | null }) => ({ ...row, data: JSON.parse(data ?? 'null') as unknown }),
		},
		erased: 'deleted',
	},
	events: {
		table: events,
		exported: { not: 'A delivery shows its event' },
		erased: {
			kept: "A job deletes events after 30 days, so only a deleted org's own are left",
			by: 'purge-deliveries',
		},
	},
	waiting_events: { table: waitingEvents, exported: { not: 'A delivery shows its event' }, erased: 'deleted' },
	notifications: {
		table: notifications,
		rows: `user_id IN (SELECT m.user_id FROM memberships m WHERE m.org_id = :org)
			AND coalesce(org_id, (SELECT b.target_id FROM broadcasts b WHERE b.id = notifications.broadcast_id)) = :org`,
		exported: { not: 'They belong to whom they were sent' },
		erased: 'deleted',
	},
	broadcasts: {
		table: broadcasts,
		rows: 'target_id = :org',
		exported: {
			columns: names('id type title body payload created_at'),
			withheld: {
				target_type: 'It is always the org',
				target_id: 'It is the org',
				status: 'Only operators see how it is sent',
				sent_count: 'Only operators see how it is sent',
				recipient_count: 'Only operators see how it is sent',
				through_seq: 'A row number',
				sent_number: 'Only those to all have one',
				created_by: 'A member of the platform',
				deleted_at: 'Only broadcasts that are there are shown',
			},
			where: 'deleted_at IS NULL',
		},
		erased: {
			kept: 'A job deletes what is marked as deleted, with its notifications',
			by: 'purge-broadcasts',
			set: { deleted_at: "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')" },
			unless: 'deleted_at IS NULL',
		},
	},
}
