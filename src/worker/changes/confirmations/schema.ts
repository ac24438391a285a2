import * as z from 'zod'
import { doc } from '#doc'
import { id, named, timestamp } from '../../ground/http/fields.ts'
import { PageQuery } from '../../ground/http/page.ts'
import { STATUSES } from '../reverts/table.ts'

export const UnconfirmedChange = named('UnconfirmedChange', {
	id: id('chg'),
	audit_id: id('aud').meta(doc({ description: 'The audit row of the change.' })),
	action: z.string().meta(doc({ example: 'ip_rules.create' })),
	target_type: z.string().meta(doc({ example: 'ip_rules' })),
	target_id: z.string().meta(doc({ example: 'ipr_01JD6Z5W3T9V7K2M4N8P0Q1R2S' })),
	org_id: id('org').nullable(),
	maker_user_id: id('usr').meta(doc({ description: 'A user, or a service account.' })),
	status: z.enum(STATUSES),
	reason: z
		.nullable(z.string())
		.meta(doc({ description: "Why the change couldn't be rolled back.", example: 'audit.moved_on' })),
	reverted_by: z.nullable(id('aud')).meta(doc({ description: 'The audit row of the revert.' })),
	created_at: timestamp(),
	due_at: timestamp().meta(doc({ description: "When the change is rolled back, unless it's confirmed." })),
	ended_at: timestamp().nullable(),
})

export const UnconfirmedChangeQuery = PageQuery.extend({ status: z.enum(STATUSES).optional() })
