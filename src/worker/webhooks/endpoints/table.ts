import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { boolean, createdAt, id, json } from '../../ground/db/columns.ts'
import { orgs } from '../../tenancy/orgs/table.ts'

/**
 * Where an org receives events. The vault holds the signing key and the org's own secret, each with its previous one. The
 * triggers in `../deliveries/triggers.sql` maintain `due_at`.
 */
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
		/** Why we disabled it; null if the org did. */
		disabled_reason: text({ enum: ['gone', 'failing'] }),
		public_key: text().notNull(),
		previous_public_key: text(),
		/** The previous key also signs until then. */
		previous_key_until: text(),
		has_secret: boolean().notNull().default(false),
		/** The previous secret also signs until then. */
		previous_secret_until: text(),
		attempt_count: integer().notNull().default(0),
		success_count: integer().notNull().default(0),
		/** The first failure since the last success. */
		failing_since: text(),
		last_failure: json<{ at: string; status_code: number | null; error: string }>(),
		/** When the next delivery is due; null while none is. */
		due_at: text(),
		created_at: createdAt(),
		/** Hides the endpoint from then on. `purgeDeliveries` deletes the row after its deliveries. */
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
