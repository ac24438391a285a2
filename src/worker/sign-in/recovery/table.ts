import { sql } from 'drizzle-orm'
import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, refersTo } from '../../ground/db/columns.ts'
import { users } from '../../tenancy/users/table.ts'

export const PURPOSES = ['password_reset', 'email_verification'] as const

export const oneTimeTokens = sqliteTable(
	'one_time_tokens',
	{
		token_hash: text().primaryKey(),
		purpose: text({ enum: PURPOSES }).notNull(),
		user_id: refersTo(() => users.id),
		/** The address the token was mailed to; null for a token that a platform admin passes on. */
		email: text(),
		/** The operator, their API key, or a service account that passes it on; null for a mailed one. */
		made_by: text(),
		expires_at: text().notNull(),
		created_at: createdAt(),
	},
	(table) => [
		index('one_time_tokens_user').on(table.user_id, table.purpose),
		index('one_time_tokens_expires_at').on(table.expires_at),
		index('one_time_tokens_made_by')
			.on(table.made_by)
			.where(sql`${table.made_by} IS NOT NULL`),
	],
)
