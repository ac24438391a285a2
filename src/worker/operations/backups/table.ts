import { sql } from 'drizzle-orm'
import { check, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { createdAt, id, json, refersTo } from '../../ground/db/columns.ts'

/** A copy of the database in the bucket, and its progress. Only one runs at a time. */
export const backups = sqliteTable(
	'backups',
	{
		id: id(),
		kind: text({ enum: ['daily', 'manual'] }).notNull(),
		status: text({ enum: ['running', 'completed', 'failed'] }).notNull(),
		/** The class of the error that ended it, if it failed. */
		error: text(),
		schema_version: text().notNull(),
		/** The table that is copied next, and the key of its last copied row. Null at the table's beginning. */
		next_table: text(),
		next_key: json<(string | number)[]>(),
		table_count: integer().notNull().default(0),
		part_count: integer().notNull().default(0),
		row_count: integer().notNull().default(0),
		/** Compressed. */
		byte_count: integer().notNull().default(0),
		/** The UTC day of a daily backup. */
		day: text().unique(),
		created_by: text(),
		created_at: createdAt(),
		completed_at: text(),
		/** How many parts the weekly check has found undamaged. */
		checked_part_count: integer().notNull().default(0),
		checked_at: text(),
		/** What the last check found: that an object is missing or damaged. */
		check_error: text({ enum: ['bucket.object_missing', 'bucket.object_damaged', 'backups.no_manifest'] }),
	},
	(table) => [
		uniqueIndex('backups_running')
			.on(table.status)
			.where(sql`${table.status} = 'running'`),
		check('backups_status_known', sql`${table.status} IN ('running', 'completed', 'failed')`),
	],
)

/** The objects of each backup. The manifest lists them. */
export const backupParts = sqliteTable(
	'backup_parts',
	{
		backup_id: refersTo(() => backups.id),
		number: integer().notNull(),
		key: text().notNull(),
		sha256: text().notNull(),
		byte_count: integer().notNull(),
		/** The number of rows by table. */
		rows: json<Record<string, number>>().notNull(),
	},
	(table) => [primaryKey({ columns: [table.backup_id, table.number] })],
)
