import * as z from 'zod'
import { doc } from '#doc'
import { named, timestamp } from '../../ground/http/fields.ts'
import { must } from '../../ground/http/must.ts'
import { answers, Challenge, hasOneOf } from '../second-factor/schema.ts'

export const StepUp = z
	.object({
		challenge: Challenge,
		password: z
			.optional(z.string().min(1).max(1024))
			.meta(doc({ description: 'Only for an account without a second factor.', example: 'correct horse 1' })),
		...answers,
	})
	.refine(hasOneOf('password', 'credential', 'totp', 'recovery_code'), {
		path: ['password'],
		error: must.proof_instead,
	})
	.meta(
		doc({
			id: 'StepUp',
			example: { challenge: 'chl_q6b2v0yJQm0m6m0rXh1Zb4mYzv5n3pYcG8t1y7T5cQkA', password: 'correct horse 1' },
		}),
	)

export const SteppedUp = named('SteppedUp', {
	authenticated_at: timestamp().meta(doc({ description: 'When you confirmed your identity: now.' })),
	valid_until: timestamp().meta(
		doc({
			description: 'Until when this proof counts for everything. For deletions and money it counts for an hour.',
		}),
	),
})
