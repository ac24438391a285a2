import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, id, json } from '../../db/columns.ts'

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
	],
)
