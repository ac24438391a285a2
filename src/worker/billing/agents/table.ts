import { sql } from 'drizzle-orm'
import { check, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The runs of one agent of an org that ended on a UTC day. `WITHOUT ROWID`, so each write is one row. */
export const agentDays = sqliteTable(
	'agent_days',
	{
		org_id: text().notNull(),
		/** What the runs named. Empty for the names beyond the first: see `add.ts`. */
		agent_id: text().notNull(),
		day: text().notNull(),
		run_count: integer().notNull(),
		failed_run_count: integer().notNull(),
		/** Millionths of a US dollar. */
		cost_microusd: integer().notNull(),
		credits_used: integer().notNull(),
		/** When the last run ended, and the last one that failed. */
		last_run_at: text().notNull(),
		last_failed_at: text(),
		last_failed_run_id: text(),
	},
	(table) => [
		// By name before day: the list goes from name to name, and a page of it reads the days of its own names.
		primaryKey({ columns: [table.org_id, table.agent_id, table.day] }),
		check('agent_days_counts', sql`${table.failed_run_count} BETWEEN 0 AND ${table.run_count}`),
	],
)
