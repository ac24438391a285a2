import { integer, index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, id, json, refersTo } from '../../ground/db/columns.ts'
import { users } from '../../tenancy/users/table.ts'
import { ALGORITHMS } from './signatures.ts'

/** One row per passkey, at most twenty for a user: `passkeys_at_most_20` in `triggers.sql`. */
export const passkeys = sqliteTable(
	'passkeys',
	{
		id: id(),
		user_id: refersTo(() => users.id),
		/** How the authenticator knows it, in base64url. */
		credential_id: text().notNull().unique(),
		/** SPKI in base64url. */
		public_key: text().notNull(),
		algorithm: text({ enum: ALGORITHMS }).notNull(),
		/** How often the authenticator says that it signed; 0 if it doesn't count. */
		sign_count: integer().notNull(),
		/** How a browser reaches the authenticator, as it said when it made the passkey. */
		transports: json<string[]>().notNull(),
		name: text().notNull(),
		created_at: createdAt(),
		last_used_at: text(),
	},
	(table) => [index('passkeys_user').on(table.user_id, table.id)],
)

export type Passkey = typeof passkeys.$inferSelect
