import * as z from 'zod'
import { id, timestamp } from '../../http/fields.ts'
import { PageQuery } from '../../http/page.ts'
import { STATUSES } from './table.ts'

export const UnconfirmedChange = z
	.object({
		id: id('chg'),
		audit_id: id('aud').meta({ description: 'The audit row of the change.' }),
		action: z.string().meta({ example: 'ip_rules.create' }),
		target_type: z.string().meta({ example: 'ip_rules' }),
		target_id: z.string().meta({ example: 'ipr_01JD6Z5W3T9V7K2M4N8P0Q1R2S' }),
		org_id: id('org').nullable(),
		maker_user_id: id('usr'),
		status: z.enum(STATUSES),
		reason: z
			.string()
			.nullable()
			.meta({ description: 'Why the change could not be set back.', example: 'audit.moved_on' }),
		reverted_by: id('aud').nullable().meta({ description: 'The audit row of the revert.' }),
		created_at: timestamp(),
		due_at: timestamp().meta({ description: 'When the change is set back unless it is confirmed.' }),
		ended_at: timestamp().nullable(),
	})
	.meta({ id: 'UnconfirmedChange' })

export const UnconfirmedChangeQuery = PageQuery.extend({ status: z.enum(STATUSES).optional() })
