import * as z from 'zod'
import { doc } from '#doc'
import { id, nonBlankText } from '../../ground/http/fields.ts'
import { PageQuery } from '../../ground/http/page.ts'
import { REQUEST } from '../../spending/requests/schema.ts'
import { STATES } from '../../spending/requests/state.ts'
import { KINDS } from '../../spending/requests/table.ts'

export const Request = z
	.object({
		id: id('req'),
		...REQUEST,
		hash: z
			.string()
			.nullable()
			.meta(
				doc({
					description: 'What a grant agrees to. It changes when what is asked for does.',
					example: 'f7Yb1mC0xYfUeB6wq8m3Jw',
				}),
			),
	})
	.meta(doc({ id: 'Request' }))

export const RequestQuery = PageQuery.extend({ state: z.enum(STATES).optional(), kind: z.enum(KINDS).optional() })

const reason = () =>
	nonBlankText(500)
		.nullish()
		.meta(
			doc({
				example: 'It is worth it.',
				description: 'The account that asked and everybody who reads the request see it.',
			}),
		)

export const DeclineRequest = z.object({ reason: reason() }).meta(doc({ id: 'DeclineRequest' }))
