import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, id } from '../../ground/db/columns.ts'

/** The failed logins of the last ten minutes. `subject` is what `limitsOf` counts them by. */
export const loginFailures = sqliteTable(
	'login_failures',
	{ id: id(), subject: text().notNull(), created_at: createdAt() },
	(table) => [index('login_failures_subject').on(table.subject, table.created_at)],
)

/** What was counted in the last hour. `subject` is a hash of what we count, and for whom. */
export const signInRequests = sqliteTable(
	'sign_in_requests',
	{ id: id(), subject: text().notNull(), created_at: createdAt() },
	(table) => [index('sign_in_requests_subject').on(table.subject, table.created_at)],
)
