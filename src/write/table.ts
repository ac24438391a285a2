import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, id } from '../db/columns.ts'

/**
 * Holds no row, ever: inserting one fails its CHECK and with it the whole batch. A batch becomes conditional by inserting
 * here `WHERE NOT condition`, which is the only conditional transaction D1 has.
 */
export const guards = sqliteTable('guards', { failed: integer().notNull() }, (table) => [
	check('guard', sql`${table.failed} = 0`),
])

/** The first answer to each `Idempotency-Key`, written in the batch of the effect. `id` is a hash of caller, org, path and key. */
export const idempotencyKeys = sqliteTable(
	'idempotency_keys',
	{
		id: id(),
		fingerprint: text().notNull(),
		status: integer().notNull(),
		body: text().notNull(),
		created_at: createdAt(),
	},
	(table) => [index('idempotency_keys_created_at').on(table.created_at)],
)
