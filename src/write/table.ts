import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, id, json } from '../db/columns.ts'

/**
 * Holds no row, ever: inserting one fails its CHECK and with it the whole batch. A batch that inserts here `WHERE NOT
 * condition` is conditional. D1 has no other conditional transaction.
 */
export const guards = sqliteTable('guards', { failed: integer().notNull() }, (table) => [
	check('guard', sql`${table.failed} = 0`),
])

/** The first answer to each `Idempotency-Key`, written in the batch of its effect. `id` is a hash of caller, org, path and key. */
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

/** Who changed which row, and its state before and after. Written in the batch of the change. */
export const auditLogs = sqliteTable(
	'audit_logs',
	{
		id: id(),
		action: text().notNull(),
		actor_user_id: text(),
		actor_api_key_id: text(),
		org_id: text(),
		target_type: text().notNull(),
		target_id: text().notNull(),
		before: json<Record<string, unknown>>(),
		after: json<Record<string, unknown>>(),
		client_address: text().notNull(),
		trace_id: text().notNull(),
		created_at: createdAt(),
	},
	(table) => [
		index('audit_logs_action').on(table.action, table.id),
		index('audit_logs_actor').on(table.actor_user_id, table.id),
		index('audit_logs_org').on(table.org_id, table.id),
		index('audit_logs_target').on(table.target_id, table.id),
		index('audit_logs_trace').on(table.trace_id, table.id),
	],
)
