import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

// Tables of several slices, of which none is below all the others.

/**
 * The dashboard's numbers, so that nothing counts a table. `day` is empty for a total. A user or an org counts on the last day of
 * their activity, and moves to a later day when they're active again. Kept by the triggers `users_count_insert`,
 * `users_count_login`, `runs_last_of_org` and `orgs_count_run` in `triggers.sql` of the dashboard, and by its `totals.ts`.
 */
export const counters = sqliteTable(
	'counters',
	{ name: text().notNull(), day: text().notNull().default(''), value: integer().notNull() },
	(table) => [primaryKey({ columns: [table.name, table.day] })],
)

/** The platform's plain settings. The value of a write-only key is in `secrets`, and null here. */
export const configEntries = sqliteTable('config_entries', {
	key: text().primaryKey(),
	value: text(),
	updated_at: text().notNull(),
})

/** Where the value of a write-only entry is sealed. */
export const entryPlace = (key: string) => ({ table: 'config_entries', row: key, column: 'value' })
