import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt } from '../../ground/db/columns.ts'
import { users } from '../../tenancy/users/table.ts'

/** The authenticator app of a user: at most one. Its key is in the vault. */
export const totpKeys = sqliteTable('totp_keys', {
	user_id: text()
		.primaryKey()
		.references(() => users.id),
	/** When the user proved that their app has the key. Until then it opens nothing. */
	enabled_at: text(),
	/** The step of the newest code that was used. A code of that step or an older one is refused. */
	last_step: integer(),
	created_at: createdAt(),
})
