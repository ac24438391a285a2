import { sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The lease and the last run of each job. */
export const jobs = sqliteTable('jobs', {
	name: text().primaryKey(),
	/** Until this time one tick holds the job, and no other tick starts it. */
	leased_until: text().notNull(),
	next_run_at: text().notNull(),
	last_started_at: text(),
	last_finished_at: text(),
	last_error: text(),
	/** Since when each run has left work that was due; null once a run has left none. */
	behind_since: text(),
})
