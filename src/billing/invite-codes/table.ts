import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { boolean, createdAt } from '../../db/columns.ts'
import { users } from '../../identity/users/table.ts'

export const inviteCodes = sqliteTable(
	'invite_codes',
	{
		// An explicit row number, which the search index points to.
		seq: integer().primaryKey(),
		id: text().notNull().unique(),
		user_id: text()
			.notNull()
			.references(() => users.id),
		code: text().notNull().unique(),
		/** 0 is unlimited. */
		max_uses: integer().notNull().default(0),
		use_count: integer().notNull().default(0),
		is_active: boolean().notNull().default(true),
		/** When its owner asked for it in place of the one before; null for a first code. */
		reset_at: text(),
		created_at: createdAt(),
	},
	(table) => [
		index('invite_codes_user').on(table.user_id, table.seq),
		check('invite_codes_uses', sql`${table.max_uses} = 0 OR ${table.use_count} <= ${table.max_uses}`),
	],
)
