import { sql } from 'drizzle-orm'
import { integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { boolean } from '../../db/columns.ts'

/** What is stored for a provider of the catalogue at one layer. `owner` is an org's id, or `platform`. */
export const toolProviders = sqliteTable(
	'tool_providers',
	{
		owner: text().notNull(),
		group_name: text().notNull(),
		provider_name: text().notNull(),
		is_active: boolean().notNull().default(false),
		key_prefix: text(),
		base_url: text(),
		updated_at: text().notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.owner, table.provider_name] }),
		// The last word on "at most one active per scope and group", whatever caches and objects believe.
		uniqueIndex('tool_providers_active')
			.on(table.owner, table.group_name)
			.where(sql`${table.is_active} = 1`),
	],
)

/** How often a group has changed at a layer, and which change KV was last told of. */
export const toolGroups = sqliteTable(
	'tool_groups',
	{
		owner: text().notNull(),
		group_name: text().notNull(),
		generation: integer().notNull(),
		published_generation: integer().notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.owner, table.group_name] }),
		uniqueIndex('tool_groups_unpublished')
			.on(table.owner, table.group_name)
			.where(sql`${table.published_generation} < ${table.generation}`),
	],
)
