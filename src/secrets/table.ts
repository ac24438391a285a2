import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt } from '../db/columns.ts'

/** The ciphertext of every secret in use. The key of a secret is its place: the table, row and column that it stands for. */
export const secrets = sqliteTable(
	'secrets',
	{
		table_name: text().notNull(),
		row_id: text().notNull(),
		column_name: text().notNull(),
		/** Which key of `SECRETS_KEYS` sealed it. */
		key_id: text().notNull(),
		/** Nonce and ciphertext, base64url. */
		sealed: text().notNull(),
		created_at: createdAt(),
	},
	(table) => [
		primaryKey({ columns: [table.table_name, table.row_id, table.column_name] }),
		index('secrets_key').on(table.key_id),
	],
)
