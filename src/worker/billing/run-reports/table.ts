import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, id, json } from '../../ground/db/columns.ts'

export const REJECTED_BECAUSE = ['runs.other_org', 'runs.unknown_org', 'runs.not_written'] as const

/** Reports that were accepted for the queue and couldn't be written. */
export const rejectedReports = sqliteTable(
	'rejected_reports',
	{
		/** Generated when the report was accepted, so a message that arrives twice leaves one row. */
		id: id(),
		run_id: text().notNull(),
		/** As in the report. The org may not exist. */
		org_id: text().notNull(),
		reason: text({ enum: REJECTED_BECAUSE }).notNull(),
		/** The report itself. */
		report: json<Record<string, unknown>>().notNull(),
		/** When the report was accepted. */
		created_at: createdAt(),
	},
	(table) => [index('rejected_reports_org').on(table.org_id, table.id)],
)
