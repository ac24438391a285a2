import { sql } from 'drizzle-orm'
import { check, index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, PLATFORM } from '../../ground/db/columns.ts'

/** Widest first: a refusal names the first that applies. */
export const PAUSE_SCOPES = ['platform', 'org', 'user', 'agent', 'model', 'provider', 'api_key'] as const

/** Who or what may not begin runs, or continue them. */
export const pauses = sqliteTable(
	'pauses',
	{
		/** The org that paused, or `platform`. */
		owner: text().notNull().default(PLATFORM),
		scope: text({ enum: PAUSE_SCOPES }).notNull(),
		/** An id or a name; `all` for the platform. */
		subject: text().notNull(),
		reason: text().notNull(),
		/** When it ends by itself. Null for never. */
		until: text(),
		set_by_user_id: text().notNull(),
		created_at: createdAt(),
		updated_at: text().notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.owner, table.scope, table.subject] }),
		index('pauses_listed').on(table.owner, table.created_at),
		check(
			'pauses_platform',
			sql`${table.scope} <> 'platform' OR ${table.owner} = 'platform' AND ${table.subject} = 'all'`,
		),
	],
)
