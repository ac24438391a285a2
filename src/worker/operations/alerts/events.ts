import * as z from 'zod'
import { doc } from '#doc'
import { id, timestamp } from '../../ground/http/fields.ts'
import type { Events } from '../../webhooks/events/event-types.ts'

/** The events of this slice, with the shape of their data. */
export const ALERT_EVENTS = {
	'platform.alert': {
		description: 'An alert of the platform opened or ended. It goes to the org that `alerts.org_id` names.',
		data: z.object({
			alert_id: id('alt'),
			name: z
				.string()
				.meta(doc({ description: 'The rule, and after a colon its subject.', example: 'job_late:back-up' })),
			status: z.enum(['open', 'ended']),
			message: z.string().meta(doc({ example: 'The job back-up is 14 minutes late.' })),
			opened_at: timestamp(),
			ended_at: timestamp().nullable(),
		}),
	},
} satisfies Events<'platform.alert'>
