import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { boolean, createdAt, id, json } from '../../db/columns.ts'
import { orgs } from '../../identity/orgs/table.ts'

/** Its signing key, and the secret that the org chose, are in the vault, each with the one before it for a while. */
export const webhookEndpoints = sqliteTable(
	'webhook_endpoints',
	{
		id: id(),
		org_id: text()
			.notNull()
			.references(() => orgs.id),
		url: text().notNull(),
		/** Event types, or `*` for all. */
		events: json<string[]>().notNull(),
		enabled: boolean().notNull().default(true),
		/** Why it was disabled, when nobody of the org did it. */
		disabled_reason: text({ enum: ['gone', 'failing'] }),
		public_key: text().notNull(),
		previous_public_key: text(),
		/** Until then the previous key signs as well. */
		previous_key_until: text(),
		has_secret: boolean().notNull().default(false),
		/** Until then the previous secret signs as well. */
		previous_secret_until: text(),
		attempt_count: integer().notNull().default(0),
		success_count: integer().notNull().default(0),
		/** The first failure since the last success. */
		failing_since: text(),
		last_failure: json<{ at: string; status_code: number | null; error: string }>(),
		/** When the next delivery is due; kept by triggers. */
		due_at: text(),
		created_at: createdAt(),
		/** Gone for everybody from that moment; the row goes when its deliveries are gone. */
		deleted_at: text(),
	},
	(table) => [
		index('webhook_endpoints_org').on(table.org_id, table.id),
		index('webhook_endpoints_due')
			.on(table.due_at)
			.where(sql`${table.due_at} IS NOT NULL`),
		index('webhook_endpoints_deleted')
			.on(table.id)
			.where(sql`${table.deleted_at} IS NOT NULL`),
		check('webhook_endpoints_counts', sql`${table.success_count} BETWEEN 0 AND ${table.attempt_count}`),
	],
)
