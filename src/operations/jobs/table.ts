import { sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const jobs = sqliteTable('jobs', {
	name: text().primaryKey(),
	/** While it lies ahead, one tick holds the job and no other may start it. */
	leased_until: text().notNull(),
	next_run_at: text().notNull(),
	last_started_at: text(),
	last_finished_at: text(),
	last_error: text(),
})
