import * as z from 'zod'
import { id, timestamp } from '../http/fields.ts'
import { USER_STATUSES } from './table.ts'

export const User = z
	.object({
		id: id('usr'),
		login: z.string().meta({ example: 'ada' }),
		username: z.string().meta({ example: 'Ada Lovelace' }),
		email: z.string().nullable().meta({ example: 'ada@example.com' }),
		email_verified: z.boolean(),
		status: z.enum(USER_STATUSES),
		avatar_url: z.string().nullable().meta({ example: null }),
		locale: z.string().meta({ example: 'en' }),
		timezone: z.string().meta({ example: 'UTC' }),
		last_login_at: timestamp().nullable(),
		created_at: timestamp(),
	})
	.meta({ id: 'User' })
