import { eq, sql } from 'drizzle-orm'
import { integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { boolean } from '../../ground/db/columns.ts'
import { allOf } from '../../ground/db/state.ts'

/** What's stored for a provider of the catalogue at one layer. `owner` is an org's id, or `platform`. The key is in `secrets`. */
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
		// At most one active provider for each layer and group, whatever caches and objects believe.
		uniqueIndex('tool_providers_active')
			.on(table.owner, table.group_name)
			.where(sql`${table.is_active} = 1`),
	],
)

/** Selects a provider's row at one layer. */
export const rowOf = (owner: string, provider_name: string) =>
	allOf(eq(toolProviders.owner, owner), eq(toolProviders.provider_name, provider_name))

/** Where a provider's key is sealed. */
export const toolKeyPlace = (owner: string, provider_name: string) => ({
	table: 'tool_providers',
	row: `${owner} ${provider_name}`,
	column: 'api_key',
})

/** How often a group changed at a layer (`generation`), and the last change that reached KV. */
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
