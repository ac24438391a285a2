import { sql } from 'drizzle-orm'
import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt } from '../../ground/db/columns.ts'

/** What an owner demands of a sign-in: one row per demand. No row demands nothing. */
export const signInRequirements = sqliteTable(
	'sign_in_requirements',
	{
		/** `second_factor:` and the owner, or `connection:` and the connection. */
		id: text().primaryKey(),
		/** An org's id, or `platform`. */
		owner: text().notNull(),
		/** The connection that people have to sign in through; null for a second factor. */
		connection_id: text(),
		created_at: createdAt(),
	},
	(table) => [
		index('sign_in_requirements_owner').on(table.owner),
		index('sign_in_requirements_connection')
			.on(table.connection_id)
			.where(sql`${table.connection_id} IS NOT NULL`),
	],
)
