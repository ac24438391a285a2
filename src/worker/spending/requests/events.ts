import * as z from 'zod'
import { id } from '../../ground/http/fields.ts'
import type { Events } from '../../webhooks/events/event-types.ts'
import { REQUEST } from './schema.ts'

const RequestData = z.object({ request_id: id('req'), ...REQUEST })

/** The events of requests, with the shape of their data. */
export const REQUEST_EVENTS = {
	'request.opened': {
		description:
			"A run or a key asks for a person's decision. Of what the platform decides, only the org of its alerts hears.",
		data: RequestData,
	},
	'request.decided': {
		description:
			'A person granted or declined a request, or reverted its grant, which declines it. One that lapses or is withdrawn sends nothing.',
		data: RequestData,
	},
} satisfies Events<'request.opened' | 'request.decided'>
