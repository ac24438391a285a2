import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from '../../tenancy/users/table.ts'

/** The hash of each user's password; see `passwords.ts` for its form. */
export const passwords = sqliteTable('passwords', {
	user_id: text()
		.primaryKey()
		.references(() => users.id),
	password_hash: text().notNull(),
	/** Null for one from before we recorded this. */
	changed_at: text(),
})
