import * as z from 'zod'
import { doc } from '#doc'
import { now } from '../../ground/db/columns.ts'
import { id, named, nonBlankText, timestamp, timestampInput } from '../../ground/http/fields.ts'
import { must } from '../../ground/http/must.ts'
import { PAUSE_SCOPES } from '../../traffic/pauses/table.ts'

export const Pause = named('Pause', {
	org_id: z.nullable(id('org')).meta(doc({ description: "The org that paused. Null for the platform's." })),
	scope: z.enum(PAUSE_SCOPES).meta(doc({ example: 'agent' })),
	subject: z.string().meta(doc({ description: 'An id or a name; `all` for the platform.', example: 'support-triage' })),
	reason: z.string().meta(doc({ example: 'It calls the same tool again and again.' })),
	until: z.nullable(timestamp()).meta(doc({ description: 'When it ends by itself. Null for never.' })),
	set_by_user_id: id('usr').meta(doc({ description: 'Who set it last: a user, or a service account.' })),
	created_at: timestamp(),
	updated_at: timestamp(),
})

export const SetPause = Pause.extend({
	matches: z.optional(z.int()).meta(
		doc({
			description:
				'How many models, providers or users the subject names today, up to 1,000. 0: it matches nothing, but the pause is kept. Absent for what only runs name, such as agents.',
			example: 1,
		}),
	),
}).meta(doc({ id: 'SetPause' }))

export const PutPause = named('PutPause', {
	reason: nonBlankText(500).meta(
		doc({
			description: 'For people. Everyone whose run it stops reads it.',
			example: 'It calls the same tool again and again.',
		}),
	),
	until: timestampInput()
		.refine((value) => value > now(), must.future)
		.nullable()
		.optional()
		.meta(
			doc({
				description: 'When it ends by itself. Absent or null: when somebody lifts it.',
				example: '2090-01-01T00:00:00.000Z',
			}),
		),
})
