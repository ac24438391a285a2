import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, json } from '../../ground/db/columns.ts'

/** The deleted users whose names are still in the audit log, with the ids of their personal orgs. A job works them off. */
export const userErasures = sqliteTable('user_erasures', {
	user_id: text().primaryKey(),
	org_ids: json<string[]>().notNull(),
	created_at: createdAt(),
})
