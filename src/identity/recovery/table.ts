import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt } from '../../db/columns.ts'
import { users } from '../../tenancy/users/table.ts'

export const PURPOSES = ['password_reset', 'email_verification'] as const

/** One row per one-time token that is not used yet, found by the hash of the token. */
export const oneTimeTokens = sqliteTable(
	'one_time_tokens',
	{
		token_hash: text().primaryKey(),
		purpose: text({ enum: PURPOSES }).notNull(),
		user_id: text()
			.notNull()
			.references(() => users.id),
		/** The address to which the token was mailed; null for a token that an administrator hands over. */
		email: text(),
		expires_at: text().notNull(),
		created_at: createdAt(),
	},
	(table) => [
		index('one_time_tokens_user').on(table.user_id, table.purpose),
		index('one_time_tokens_expires_at').on(table.expires_at),
	],
)
