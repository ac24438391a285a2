import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * The dashboard's numbers, kept by triggers and by the batch of a run, so that nothing counts a table. `day` is empty for a
 * total. Users and orgs are counted on the last day on which they were active, and move when they are active again.
 */
export const counters = sqliteTable(
	'counters',
	{ name: text().notNull(), day: text().notNull().default(''), value: integer().notNull() },
	(table) => [primaryKey({ columns: [table.name, table.day] })],
)
