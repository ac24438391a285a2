import { sql } from 'drizzle-orm'
import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { boolean, createdAt, id, json, refersTo } from '../../ground/db/columns.ts'
import { KEY_MODES, type Permission } from '../../principal.ts'
import { orgs } from '../../tenancy/orgs/table.ts'
import { users } from '../../tenancy/users/table.ts'

export const apiKeys = sqliteTable(
	'api_keys',
	{
		id: id(),
		org_id: refersTo(() => orgs.id),
		user_id: refersTo(() => users.id),
		name: text().notNull(),
		key_hash: text().notNull().unique(),
		key_prefix: text().notNull(),
		/** False for keys from before the checksum. */
		has_checksum: boolean().notNull().default(false),
		scopes: json<Permission[]>().notNull(),
		expires_at: text(),
		mode: text({ enum: KEY_MODES }).notNull().default('act'),
		/** The hour the key was last used in; null if it wasn't used since we began to record this. */
		last_used_at: text(),
		created_at: createdAt(),
		/** The connection that its owner had signed in through when they made it; null for a sign-in of their own. */
		connection_id: text(),
		/** When its owner last signed in through that connection. */
		connection_used_at: text(),
		/** The first key of its line, which rotation copies: pauses, budgets and runs know all of them by it. Null for the first itself. */
		root_id: text(),
		replaced_by: text(),
		/** The idempotent call whose rotation made the key, and what that call asked for. */
		call_hash: text(),
		fingerprint_hash: text(),
	},
	(table) => [
		index('api_keys_user').on(table.user_id, table.id),
		index('api_keys_connection')
			.on(table.connection_id)
			.where(sql`${table.connection_id} IS NOT NULL`),
		index('api_keys_connection_used')
			.on(table.connection_used_at)
			.where(sql`${table.connection_used_at} IS NOT NULL`),
		index('api_keys_without_checksum')
			.on(table.key_hash)
			.where(sql`${table.has_checksum} = 0`),
	],
)
