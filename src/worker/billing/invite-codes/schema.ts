import * as z from 'zod'
import { doc } from '#doc'
import { id, named, text, timestamp } from '../../ground/http/fields.ts'
import { PageQuery } from '../../ground/http/page.ts'

const MAX_USES = 2 ** 31 - 1

export const InviteCode = named('InviteCode', {
	id: id('inv'),
	user_id: id('usr'),
	code: z.string().meta(doc({ example: 'K7WPX2QM' })),
	max_uses: z.int().meta(doc({ description: 'The maximum number of uses; 0 means unlimited.', example: 0 })),
	use_count: z.int().meta(doc({ example: 3 })),
	is_active: z.boolean(),
	created_at: timestamp(),
	user_login: z.string().meta(doc({ example: 'ada' })),
	user_email: z.nullable(z.string()).meta(doc({ example: 'ada@example.com' })),
})

export const UpdateInviteCode = z
	.object({
		max_uses: z
			.int()
			.min(0)
			.max(MAX_USES)
			.meta(
				doc({ description: 'The maximum number of uses; 0 means unlimited. Not less than `use_count`.', example: 10 }),
			),
		is_active: z.boolean(),
	})
	.partial()
	.meta(doc({ id: 'UpdateInviteCode' }))

export const InviteCodeQuery = PageQuery.extend({
	q: z.optional(text(200)).meta(doc({ description: "Part of the code, or of its owner's login or e-mail address." })),
})
