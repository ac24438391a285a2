import * as z from 'zod'
import { doc } from '#doc'
import { id, named, nonBlankText, objectInput, reference, timestamp, withDefault } from '../../ground/http/fields.ts'
import { BROADCAST_STATUSES, TARGET_TYPES } from './table.ts'

const TYPE = doc({ example: 'announcement' })
const TITLE = doc({ example: 'Maintenance on Saturday' })
const BODY = doc({ example: 'Runs pause from 06:00 to 06:30 UTC.' })
const PAYLOAD = doc({ example: { url: 'https://status.example.com' } })

export const Broadcast = named('Broadcast', {
	id: id('brd'),
	type: z.string().meta(TYPE),
	title: z.string().meta(TITLE),
	body: z.string().meta(BODY),
	target_type: z.enum(TARGET_TYPES),
	target_id: z.nullable(id('org')).meta(doc({ example: null })),
	payload: z.record(z.string(), z.unknown()).meta(PAYLOAD),
	status: z.enum(BROADCAST_STATUSES),
	sent_count: z.int().meta(doc({ example: 0, description: 'Notifications sent so far.' })),
	recipient_count: z.nullable(z.int()).meta(
		doc({
			description:
				"How many users it will reach. Null until it's planned. While it's being sent, users may still leave or be suspended; at completion it equals `sent_count`.",
			example: null,
		}),
	),
	created_by: id('usr').meta(doc({ description: 'A user, or a service account.' })),
	created_at: timestamp(),
})

export const CreateBroadcast = named('CreateBroadcast', {
	type: nonBlankText(64).trim().meta(TYPE),
	title: nonBlankText(200).meta(TITLE),
	body: nonBlankText(10_000).meta(BODY),
	target: reference('org').meta(doc({ description: '`all`, or the id of an org.', example: 'all' })),
	payload: withDefault(objectInput().meta(doc({ type: 'object', ...PAYLOAD })), {}),
})
