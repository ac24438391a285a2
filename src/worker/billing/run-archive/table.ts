import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, refersTo } from '../../ground/db/columns.ts'
import { orgs } from '../../tenancy/orgs/table.ts'
import { RUN_STATUSES } from '../runs/table.ts'

/**
 * Where the archived runs of an org are: a row for each object and org. An object holds runs that began on one UTC day, one in a
 * line, those of an org together. The batch that deletes the runs writes its rows.
 */
export const runArchives = sqliteTable(
	'run_archives',
	{
		number: integer().primaryKey(),
		org_id: refersTo(() => orgs.id),
		/** The UTC day on which the runs began. */
		day: text().notNull(),
		/** The object. */
		key: text().notNull(),
		sha256: text().notNull(),
		byte_count: integer().notNull(),
		/** Where the org's runs begin in the object. */
		first_line: integer().notNull().default(0),
		run_count: integer().notNull(),
		/** The first and the last of them, as lists order them: `created_at`, then `run_id`. */
		oldest_at: text().notNull(),
		oldest_id: text().notNull(),
		newest_at: text().notNull(),
		newest_id: text().notNull(),
		created_at: createdAt(),
	},
	(table) => [
		index('run_archives_newest').on(table.newest_at, table.newest_id),
		index('run_archives_org').on(table.org_id, table.newest_at, table.newest_id),
	],
)

/**
 * Where each archived run is, and the response to a repeated report. `runs_stay_archived` in `triggers.sql` keeps such a report
 * from creating the run again.
 */
export const archivedRuns = sqliteTable('archived_runs', {
	run_id: text().primaryKey(),
	archive_number: integer().notNull(),
	status: text({ enum: RUN_STATUSES }).notNull(),
	credits_used: integer().notNull(),
	shortfall: integer().notNull(),
})

/** The usage of an org's runs in an object, by the UTC day on which they ended. `usage/verify` adds it to that of the other runs. */
export const archivedUsage = sqliteTable(
	'archived_usage',
	{
		day: text().notNull(),
		archive_number: integer().notNull(),
		org_id: text().notNull(),
		model: text().notNull(),
		input_tokens: integer().notNull(),
		output_tokens: integer().notNull(),
		cost_microusd: integer().notNull(),
		run_count: integer().notNull(),
	},
	(table) => [primaryKey({ columns: [table.day, table.archive_number, table.model] })],
)
