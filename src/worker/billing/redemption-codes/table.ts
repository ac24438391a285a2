import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { boolean, createdAt, refersTo } from '../../ground/db/columns.ts'
import { orgs } from '../../tenancy/orgs/table.ts'

/**
 * The codes that orgs trade for credits or for something else. The trigger `redemption_codes_search_insert` in `triggers.sql`
 * maintains their search index.
 */
export const redemptionCodes = sqliteTable(
	'redemption_codes',
	{
		// An explicit row number: the search index points to it.
		seq: integer().primaryKey(),
		id: text().notNull().unique(),
		code: text().notNull().unique(),
		type: text().notNull(),
		value: text().notNull(),
		max_uses: integer().notNull(),
		use_count: integer().notNull().default(0),
		expires_at: text(),
		is_active: boolean().notNull().default(true),
		batch_id: text().notNull(),
		created_by_user_id: text().notNull(),
		created_at: createdAt(),
	},
	(table) => [
		index('redemption_codes_type').on(table.type, table.seq),
		index('redemption_codes_batch').on(table.batch_id),
		check('redemption_codes_uses', sql`${table.use_count} BETWEEN 0 AND ${table.max_uses}`),
	],
)

/** Which org redeemed which code, at most once each, and the user who did it. */
export const redemptions = sqliteTable(
	'redemptions',
	{
		code_id: refersTo(() => redemptionCodes.id),
		org_id: refersTo(() => orgs.id),
		user_id: text().notNull(),
		created_at: createdAt(),
	},
	(table) => [primaryKey({ columns: [table.code_id, table.org_id] })],
)
