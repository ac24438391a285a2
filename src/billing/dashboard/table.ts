import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * The dashboard's numbers: nothing counts a table. `day` is empty for a total. A user or an org counts on the last day on
 * which it was active, and moves when it is active again. Kept by the triggers `users_count_insert`, `users_count_login`,
 * `runs_last_of_org` and `orgs_count_run` in `triggers.sql`, and by the batch of a report of runs.
 */
export const counters = sqliteTable(
	'counters',
	{ name: text().notNull(), day: text().notNull().default(''), value: integer().notNull() },
	(table) => [primaryKey({ columns: [table.name, table.day] })],
)
