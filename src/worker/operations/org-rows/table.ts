import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { createdAt, id, json, refersTo } from '../../ground/db/columns.ts'
import { orgs } from '../../tenancy/orgs/table.ts'

export const EXPORT_STATUSES = ['running', 'completed', 'failed', 'expired'] as const

/** A copy of an org's rows in the bucket, and its progress. Only one of an org runs at a time. */
export const orgExports = sqliteTable(
	'org_exports',
	{
		id: id(),
		org_id: refersTo(() => orgs.id),
		status: text({ enum: EXPORT_STATUSES }).notNull(),
		/** The class of the error that ended it, if it failed. */
		error: text(),
		/** The table that is written next, and the key of its last written row. Null at the table's beginning. */
		next_table: text(),
		next_key: json<(string | number)[]>(),
		/** Which runs were written before they moved to the archive: see `archived.ts`. */
		run_moves: json<{ through: number; key: (string | number)[] | null }[]>().notNull(),
		table_count: integer().notNull().default(0),
		table_total: integer().notNull().default(0),
		part_count: integer().notNull().default(0),
		row_count: integer().notNull().default(0),
		byte_count: integer().notNull().default(0),
		created_by: text(),
		created_at: createdAt(),
		/** When its last part was written. The export that waits longest is next. */
		moved_at: text().notNull(),
		completed_at: text(),
		expires_at: text(),
		purged_at: text(),
	},
	(table) => [
		uniqueIndex('org_exports_running')
			.on(table.org_id)
			.where(sql`${table.status} = 'running'`),
		index('org_exports_org').on(table.org_id, table.id),
		index('org_exports_kept')
			.on(table.status, table.expires_at)
			.where(sql`${table.purged_at} IS NULL`),
		check('org_exports_status', sql`${table.status} IN ('running', 'completed', 'failed', 'expired')`),
	],
)

export const orgExportParts = sqliteTable(
	'org_export_parts',
	{
		export_id: refersTo(() => orgExports.id),
		number: integer().notNull(),
		kind: text().notNull(),
		rows: integer().notNull(),
		key: text().notNull(),
		sha256: text().notNull(),
		byte_count: integer().notNull(),
	},
	(table) => [primaryKey({ columns: [table.export_id, table.number] })],
)

/**
 * Objects of the run archive that were written again without what is personal. Backups still name them, so they are deleted once no
 * backup is that old.
 */
export const replacedObjects = sqliteTable(
	'replaced_objects',
	{ key: text().primaryKey(), delete_at: text().notNull() },
	(table) => [index('replaced_objects_due').on(table.delete_at)],
)
