import * as z from 'zod'
import { doc } from '#doc'
import { id, named, queryInteger, reference, timestamp } from '../../ground/http/fields.ts'
import { PageQuery } from '../../ground/http/page.ts'

export const Referral = named('Referral', {
	id: id('ref'),
	inviter_user_id: id('usr'),
	invitee_user_id: id('usr'),
	invite_code_id: id('inv'),
	credited: z.boolean().meta(doc({ description: 'Whether the inviter got a reward.' })),
	created_at: timestamp(),
	inviter_login: z.string().meta(doc({ example: 'ada' })),
	invitee_login: z.string().meta(doc({ example: 'charles' })),
})

export const ReferralQuery = PageQuery.extend({ inviter_user_id: reference('usr').optional() })

export const ReferralTreeNode = named('ReferralTreeNode', {
	user_id: id('usr'),
	login: z.string().meta(doc({ example: 'ada' })),
	inviter_id: id('usr').nullable(),
	depth: z.int().meta(doc({ description: '0 for the user of the query.', example: 1 })),
	created_at: timestamp(),
})

const MAX_NODES = 1000

export const ReferralTreeQuery = PageQuery.extend({
	limit: queryInteger(1, MAX_NODES)
		.default(MAX_NODES)
		.meta(doc({ description: 'The maximum number of nodes in the response.', default: MAX_NODES })),
	user_id: reference('usr'),
})
