import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, refersTo } from '../../ground/db/columns.ts'
import { users } from '../../tenancy/users/table.ts'

export const recoveryCodes = sqliteTable(
	'recovery_codes',
	{
		user_id: refersTo(() => users.id),
		code_hash: text().notNull(),
		created_at: createdAt(),
	},
	(table) => [primaryKey({ columns: [table.user_id, table.code_hash] })],
)
