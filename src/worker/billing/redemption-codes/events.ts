import * as z from 'zod'
import { doc } from '#doc'
import { id } from '../../ground/http/fields.ts'
import type { Events } from '../../webhooks/events/event-types.ts'

/** The events of this slice, with the shape of their data. */
export const REDEMPTION_EVENTS = {
	'redemption_code.redeemed': {
		description: 'A member redeemed a code for the org.',
		data: z.object({
			redemption_code_id: id('rcd'),
			type: z.string().meta(doc({ example: 'credits' })),
			value: z.string().meta(doc({ example: '500' })),
			org_id: id('org'),
			user_id: id('usr'),
		}),
	},
} satisfies Events<'redemption_code.redeemed'>
