import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * The dashboard's numbers, so that nothing counts a table. `day` is empty for a total. A user or an org counts on the last day of
 * their activity, and moves to a later day when they're active again. Kept by the triggers `users_count_insert`,
 * `users_count_login`, `runs_last_of_org` and `orgs_count_run` in `triggers.sql`, and by `totals.ts`.
 */
export const counters = sqliteTable(
	'counters',
	{ name: text().notNull(), day: text().notNull().default(''), value: integer().notNull() },
	(table) => [primaryKey({ columns: [table.name, table.day] })],
)
