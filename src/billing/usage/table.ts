import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** What was used on a UTC day with a model, by an org, and by all of them under the scope `platform`. */
export const usageDays = sqliteTable(
	'usage_days',
	{
		scope: text().notNull(),
		/** `2026-11-21`: the day on which the runs ended. */
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
