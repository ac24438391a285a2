import { sql } from 'drizzle-orm'
import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt } from '../db/columns.ts'

/** The secrets in use, sealed. A secret's primary key is its place: the table, row and column that it stands for. */
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
		/** Identifies the secret: a replacement gets another id, while re-sealing keeps it. */
		secret_id: text(),
		/** Shows whether a given secret is the stored one, as long as both are under one key. Null until re-sealing fills it in. */
		fingerprint: text(),
	},
	(table) => [
		primaryKey({ columns: [table.table_name, table.row_id, table.column_name] }),
		index('secrets_key').on(table.key_id),
		index('secrets_without_fingerprint')
			.on(table.key_id)
			.where(sql`${table.fingerprint} IS NULL`),
	],
)

/** Replaced and deleted secrets, still sealed. The triggers in `triggers.sql` fill it. */
export const replacedSecrets = sqliteTable(
	'replaced_secrets',
	{
		id: text().primaryKey(),
		table_name: text().notNull(),
		row_id: text().notNull(),
		column_name: text().notNull(),
		key_id: text().notNull(),
		sealed: text().notNull(),
		created_at: createdAt(),
		replaced_at: text().notNull(),
	},
	(table) => [
		index('replaced_secrets_key').on(table.key_id),
		index('replaced_secrets_replaced_at').on(table.replaced_at),
		index('replaced_secrets_row').on(table.table_name, table.row_id),
	],
)
