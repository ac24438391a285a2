import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { boolean, createdAt, id, json } from '../../ground/db/columns.ts'

export const TRANSPORTS = ['stdio', 'http_sse', 'streamable_http'] as const

/** An MCP server that agents may use. `org_id` is an org's id, or `platform`. Its token and its environment are in `secrets`. */
export const mcpConfigs = sqliteTable(
	'mcp_configs',
	{
		id: id(),
		org_id: text().notNull(),
		name: text().notNull(),
		transport: text({ enum: TRANSPORTS }).notNull(),
		/** Null for stdio, and for nothing else. Empty for an HTTP transport whose URL was removed. */
		url: text(),
		/** The URL of a stdio config, which has no effect. */
		stdio_url: text(),
		has_auth: boolean().notNull(),
		command: text().notNull(),
		args: json<string[]>().notNull(),
		cwd: text(),
		inherit_parent_env: boolean().notNull(),
		call_timeout_ms: integer().notNull(),
		is_active: boolean().notNull(),
		created_at: createdAt(),
		updated_at: text().notNull(),
		/** Which boolean entitlement an org needs for a config of the platform; null for none, and for an org's own config. */
		entitlement: text(),
	},
	(table) => [
		uniqueIndex('mcp_configs_name').on(table.org_id, table.name),
		index('mcp_configs_org').on(table.org_id, table.id),
		index('mcp_configs_any_name').on(sql`lower(${table.name})`),
		check('mcp_configs_transport', sql`(${table.transport} = 'stdio') = (${table.url} IS NULL)`),
		check('mcp_configs_call_timeout_ms', sql`${table.call_timeout_ms} BETWEEN 100 AND 600000`),
	],
)

/** A config as it's returned, with one URL whatever its transport. */
export const toConfig = ({ stdio_url, ...row }: typeof mcpConfigs.$inferSelect) => ({
	...row,
	url: (row.url || null) ?? stdio_url,
})

/** The columns that store a new config's URL. */
export const urlsOf = ({ transport, url }: Pick<typeof mcpConfigs.$inferSelect, 'transport' | 'url'>) =>
	transport === 'stdio' ? { url: null, stdio_url: url } : { url: url ?? '', stdio_url: null }

/** Where a config's token or environment is sealed. */
export const mcpSecretPlace = (id: string, column: 'bearer_token' | 'env') => ({
	table: 'mcp_configs',
	row: id,
	column,
})
