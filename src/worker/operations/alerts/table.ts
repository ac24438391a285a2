import { sql } from 'drizzle-orm'
import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { id, json } from '../../ground/db/columns.ts'

/** What was out of order, and since when. A rule and its subject have one open alert at most. */
export const alerts = sqliteTable(
	'alerts',
	{
		id: id(),
		/** The rule, and after a colon what it's about if there may be several: `job_late:retention`. */
		name: text().notNull(),
		message: text().notNull(),
		/** Those of the message. Null if an older version opened it. */
		values: json<Record<string, unknown>>(),
		opened_at: text().notNull(),
		ended_at: text(),
		/** Identifies the batch that ended it, so the same batch tells people. */
		ended_by: text(),
		/** From when on a mail about its last change may be sent. Null once that's done, or nobody gets mail. */
		mail_at: text(),
	},
	(table) => [
		uniqueIndex('alerts_open')
			.on(table.name)
			.where(sql`${table.ended_at} IS NULL`),
		index('alerts_mail')
			.on(table.mail_at)
			.where(sql`${table.mail_at} IS NOT NULL`),
	],
)
