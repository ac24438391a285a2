import * as z from 'zod'
import { doc } from '#doc'
import { id, named, text, timestamp } from '../../ground/http/fields.ts'
import { must } from '../../ground/http/must.ts'
import { PageQuery } from '../../ground/http/page.ts'

export const Notification = named('Notification', {
	id: id('ntf'),
	user_id: id('usr'),
	org_id: id('org').nullable(),
	type: z.string().meta(doc({ example: 'broadcast' })),
	title: z.string().meta(doc({ example: 'Maintenance on Saturday' })),
	body: z.string().meta(doc({ example: 'Runs pause from 06:00 to 06:30 UTC.' })),
	payload: z.record(z.string(), z.unknown()).meta(doc({ example: { broadcast_type: 'announcement' } })),
	read_at: z.nullable(timestamp()).meta(doc({ example: null })),
	created_at: timestamp(),
})

export const Notifications = named('Notifications', { data: z.array(Notification) })

/** Selects the notifications that a call applies to. */
export const NotificationFilter = z.object({
	type: text(128)
		.optional()
		.meta(doc({ description: 'Only notifications of this type. `broadcast` means all broadcasts.' })),
})

const WORDS: Record<string, unknown> = { true: true, false: false }

export const NotificationQuery = PageQuery.extend({
	unread_only: z
		.preprocess((word) => WORDS[String(word)] ?? word, z.boolean(must.true_or_false))
		.default(false)
		.meta(doc({ description: 'Only unread notifications.', default: false })),
	...NotificationFilter.shape,
})

export const MarkedRead = named('MarkedRead', { ok: z.literal(true), count: z.int().meta(doc({ example: 3 })) })
