import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * The usage of one model on a UTC day: by each org, and by all orgs under the scope `platform`. A new row
 * may count its org as active: `usage_days_count_org` in `triggers.sql`.
 */
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
		/** Null in rows that were counted before this column existed. It stays null there. */
		failed_run_count: integer(),
		/** The histogram of durations: `{bucket: run_count}`. Null as above. See `durations.ts`. */
		durations: text(),
		/** The sums of what runs reported, and of what the prices of their models come to. Null as above, as all below. */
		reported_cost_microusd: integer(),
		priced_cost_microusd: integer(),
		/** Runs without a reported cost, those whose model has no price, and those with tokens that counted nothing. */
		unreported_run_count: integer(),
		unpriced_run_count: integer(),
		uncounted_run_count: integer(),
		/** Those of the sums that are of orgs' own models. */
		own_run_count: integer(),
		own_cost_microusd: integer(),
	},
	(table) => [primaryKey({ columns: [table.scope, table.day, table.model] }), index('usage_days_day').on(table.day)],
)

/**
 * How many users and orgs were active on a UTC day: in each org, and on the platform. Only the scope `platform` counts orgs.
 * The row with the empty scope has the first day on which users were counted.
 * Kept by `usage_days_count_org`, `user_activity_count_new` and `user_activity_count_day` in `triggers.sql`.
 */
export const activityDays = sqliteTable(
	'activity_days',
	{
		scope: text().notNull(),
		day: text().notNull(),
		active_users: integer().notNull().default(0),
		active_orgs: integer().notNull().default(0),
	},
	(table) => [primaryKey({ columns: [table.scope, table.day] })],
)

/**
 * The last UTC day on which a user was active in an org, and on the platform. So each user counts once a day. Kept by
 * `sessions_activity_new` and `sessions_activity_use` in `triggers.sql`.
 */
export const userActivity = sqliteTable(
	'user_activity',
	{ scope: text().notNull(), user_id: text().notNull(), day: text().notNull() },
	(table) => [primaryKey({ columns: [table.scope, table.user_id] })],
)
