import * as z from 'zod'
import { doc } from '#doc'
import { id } from '../../ground/http/fields.ts'
import type { Events } from '../../webhooks/events/event-types.ts'

/** The events of this slice, with the shape of their data. */
export const TOOL_EVENTS = {
	'tool_provider.activated': {
		description: 'The org activated a tool provider.',
		data: z.object({
			org_id: id('org'),
			group_name: z.string().meta(doc({ example: 'web_search' })),
			provider_name: z.string().meta(doc({ example: 'web_search.keyed' })),
		}),
	},
} satisfies Events<'tool_provider.activated'>
