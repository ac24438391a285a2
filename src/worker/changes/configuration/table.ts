import { sql } from 'drizzle-orm'
import { check, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt } from '../../ground/db/columns.ts'

/**
 * How often the configuration of the platform or of an org changed. `owner` is an org's id, or `platform`. The triggers
 * `configuration_*` in `triggers.sql` count every change, no matter who makes it. No row means 0.
 */
export const configurationGenerations = sqliteTable('configuration_generations', {
	owner: text().primaryKey(),
	generation: integer().notNull(),
})

export const REVISION_KINDS = ['found', 'apply', 'restore'] as const

/** The applied documents. `found` is a state that single calls made, stored because an apply replaced it. */
export const configurationRevisions = sqliteTable(
	'configuration_revisions',
	{
		owner: text().notNull(),
		number: integer().notNull(),
		kind: text({ enum: REVISION_KINDS }).notNull(),
		hash: text().notNull(),
		/** How many entries the apply created, updated or deleted. Null for a found state. */
		change_count: integer(),
		restored_from: integer(),
		actor_user_id: text(),
		actor_api_key_id: text(),
		/** The document with fingerprints instead of secrets: gzip, base64. */
		document: text().notNull(),
		/** The ids of the secrets in the document, by their place in it: JSON, gzip, base64. */
		secret_ids: text().notNull(),
		created_at: createdAt(),
		/** The bytes of the owner's revisions before this one, and its own. Null for those of an earlier version. */
		start: integer(),
		size: integer(),
	},
	(table) => [
		primaryKey({ columns: [table.owner, table.number] }),
		check('configuration_revisions_kind', sql`${table.kind} IN ('found', 'apply', 'restore')`),
	],
)
