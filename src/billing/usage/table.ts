import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The usage of one model on a UTC day: by each org, and by all orgs under the scope `platform`. */
export const usageDays = sqliteTable(
	'usage_days',
	{
		scope: text().notNull(),
		/** The UTC day on which the runs ended, as `2026-11-21`. */
		day: text().notNull(),
		model: text().notNull(),
		input_tokens: integer().notNull(),
		output_tokens: integer().notNull(),
		/** Millionths of a US dollar. */
		cost_microusd: integer().notNull(),
		run_count: integer().notNull(),
	},
	(table) => [primaryKey({ columns: [table.scope, table.day, table.model] }), index('usage_days_day').on(table.day)],
)
