import { sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const jobs = sqliteTable('jobs', {
	name: text().primaryKey(),
	/** One tick holds the job until this time, and no other tick starts it. */
	leased_until: text().notNull(),
	next_run_at: text().notNull(),
	last_started_at: text(),
	last_finished_at: text(),
	last_error: text(),
	/** Since when every run has left work that was due; null once a run leaves none. */
	behind_since: text(),
	/** Where a walk continues, in the job's own words; null at its beginning. */
	place: text(),
})
