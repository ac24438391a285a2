import { sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Where the run of an org's newest call stands, as the statements of its batch read it. The next call replaces the row. */
export const runStandings = sqliteTable('run_standings', {
	org_id: text().primaryKey(),
	call_id: text().notNull(),
	run_id: text().notNull(),
	/** JSON: who the run is, what it asks for, and whether it may have it. */
	stands: text().notNull(),
	/** JSON: the budgets that apply. */
	budgets: text().notNull(),
})
