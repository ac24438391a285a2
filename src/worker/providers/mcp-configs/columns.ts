import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { jsonObject } from '../../ground/db/state.ts'
import { maskedUrlOf } from '../../ground/outbound/masked.ts'
import { mcpConfigs } from './table.ts'

/** How many characters of a command or folder, and of the arguments as JSON, the audit log keeps. */
const KEPT = 256
const KEPT_OF_ARGS = 1024

const cut = (column: SQLiteColumn, length: number) =>
	sql`iif(length(${column}) > ${length}, substr(${column}, 1, ${length}) || '…', ${column})`

/** The state that the audit log keeps: without the values in the URL's query, and with long fields truncated. */
export function keptState(where: SQL): SQL {
	const { url, stdio_url, command, cwd, args } = mcpConfigs
	const keptArgs = sql`json(iif(length(${args}) > ${KEPT_OF_ARGS}, json_array(substr(${args}, 1, ${KEPT_OF_ARGS}) || '…'), ${args}))`
	const { stdio_url: _, ...columns } = getTableColumns(mcpConfigs)
	return sql`(SELECT json_set(${jsonObject(columns)}, '$.url', coalesce(nullif(${maskedUrlOf(url)}, ''), ${maskedUrlOf(stdio_url)}), '$.command', ${cut(command, KEPT)}, '$.cwd', ${cut(cwd, KEPT)}, '$.args', ${keptArgs}) FROM ${mcpConfigs} WHERE ${where})`
}
