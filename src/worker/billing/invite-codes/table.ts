import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { boolean, createdAt, refersTo } from '../../ground/db/columns.ts'
import { users } from '../../tenancy/users/table.ts'

/**
 * The codes that users give to new users. The triggers `invite_codes_search_insert` and `invite_codes_search_update` in
 * `triggers.sql` maintain their search index.
 */
export const inviteCodes = sqliteTable(
	'invite_codes',
	{
		// An explicit row number: the search index points to it.
		seq: integer().primaryKey(),
		id: text().notNull().unique(),
		user_id: refersTo(() => users.id),
		code: text().notNull().unique(),
		/** 0 means unlimited. */
		max_uses: integer().notNull().default(0),
		use_count: integer().notNull().default(0),
		is_active: boolean().notNull().default(true),
		/** When the owner replaced their previous code with this one; null for a code that didn't replace any. */
		reset_at: text(),
		created_at: createdAt(),
	},
	(table) => [
		index('invite_codes_user').on(table.user_id, table.seq),
		check('invite_codes_uses', sql`${table.max_uses} = 0 OR ${table.use_count} <= ${table.max_uses}`),
	],
)
