import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { WorkContext } from '../../context.ts'
import { PLATFORM } from '../../ground/db/columns.ts'
import { literal } from '../../ground/db/state.ts'
import { type ApiError, conflict } from '../../ground/http/errors.ts'
import { entriesOf } from '../../ground/http/json-input.ts'
import type { Limit } from '../../ground/write/configured.ts'
import type { Item } from '../../ground/write/entry.ts'
import { ensure } from '../../ground/write/guards.ts'
import { auditStates } from '../../ground/write/table.ts'
import { limitedBy, type Limit as Entitled } from '../../plans/entitlements/limits.ts'

// How much each layer may have. How many entries an org may have is an entitlement. The platform's limits are constants: every isolate
// keeps all of its entries, and reads them at once. So is the limit of bytes for both: a provider with all of its models is read
// as one row, and D1 returns none above 2 MB.

const MAX_SETTINGS_BYTES = 1_000_000

const keyOf = (owner: string) => (owner === PLATFORM ? 'platform.settings_bytes' : 'org.settings_bytes')

const reached = (key: string, limit: number) => conflict('limit.reached', { key, limit })

interface Counted {
	/** The entitlement that limits an org. */
	org: Entitled['key']
	/** What the platform's limit is called, and how high it is. */
	platform: [key: `platform.${string}`, most: number]
	table: SQLiteTable
	/** How many rows an owner has. */
	count: (owner: string) => SQL
}

/** A limit on how many rows a layer has. */
export function limitOfLayer({ org, platform: [key, most], table, count }: Counted): Limit {
	const ofOrg = limitedBy(org, table, count)
	return {
		...ofOrg,
		ofPlatform: most,
		holds: (owner, more) =>
			owner === PLATFORM ? sql`(${count(owner)} + ${more} <= ${literal(most)})` : ofOrg.holds(owner, more),
		refusal: (c, owner, effective) => (owner === PLATFORM ? reached(key, most) : ofOrg.refusal(c, owner, effective)),
	}
}

/** The texts that count, as their rows have them. */
const TEXTS = ['base_url', 'advanced_json', 'tags', 'when', 'entitlement', 'url', 'command', 'args', 'cwd']

const bytesOf = (columns: string) => sql.raw(`length(CAST(concat(${columns}) AS BLOB))`)

const settingsBytes = (owner: string) => sql`(SELECT coalesce(sum(bytes), 0) FROM (
	SELECT ${bytesOf('name, base_url, advanced_json')} AS bytes FROM llm_providers WHERE org_id = ${owner}
	UNION ALL SELECT ${bytesOf('m.model, m.tags, m."when", m.advanced_json, m.entitlement')} FROM llm_providers p JOIN llm_models m ON m.provider_id = p.id WHERE p.org_id = ${owner}
	UNION ALL SELECT ${bytesOf('name, url, stdio_url, command, args, cwd, entitlement')} FROM mcp_configs WHERE org_id = ${owner}))`

const settingsFit = (owner: string, more: SQL) =>
	sql`(${settingsBytes(owner)} + ${more} <= ${literal(MAX_SETTINGS_BYTES)})`

const settingsReached = (owner: string) => reached(keyOf(owner), MAX_SETTINGS_BYTES)

function sizeOf(key: string, item: Item): number {
	const texts = TEXTS.flatMap((field) => {
		const value = item[field]
		return value == null ? [] : [typeof value === 'string' ? value : JSON.stringify(value)]
	})
	const own = Buffer.byteLength(key + texts.join(''))
	return entriesOf(item.models).reduce((sum, [name, model]) => sum + sizeOf(name, model as Item), own)
}

const LIMITED = ['llm_providers', 'llm_models', 'mcp_configs']
const COLUMNS = [...TEXTS, 'name', 'model', 'stdio_url']

const bytesIn = (state: SQLWrapper) =>
	sql`length(CAST(concat(${sql.join(
		COLUMNS.map((column) => sql`${state} ->> ${literal(column)}`),
		sql`, `,
	)}) AS BLOB))`

/** How many bytes more these settings have after a revert of a change. Its states hold what it altered of each row. */
const grownBy = (id: string): SQL =>
	sql`(SELECT coalesce(sum(${bytesIn(auditStates.before)} - ${bytesIn(auditStates.after)}), 0) FROM ${auditStates}
		WHERE ${auditStates.audit_id} = ${id} AND ${auditStates.table_name} IN (${sql.join(LIMITED.map(literal), sql`, `)}))`

/** How many bytes the settings of all LLM providers, models and MCP configs of an owner have together. */
export const limitOfSettings = (table: SQLiteTable): Limit => ({
	most: MAX_SETTINGS_BYTES,
	ofPlatform: MAX_SETTINGS_BYTES,
	sizeOf,
	growth: grownBy,
	name: 'settings_bytes',
	table,
	holds: settingsFit,
	refusal: (_c, owner) => settingsReached(owner),
})

type Caller = Pick<WorkContext, 'var'> & { var: { owner: string } }

/** Refuses the batch if the owner's settings are too large after its change. */
export const ensureSettingsFit = (c: WorkContext & Caller) => ensure(c, settingsFit(c.var.owner, sql`0`))

/** The 409 of the settings, if they are what refused a batch that creates nothing. */
export const settingsRefusal = ({ var: { owner } }: Caller): ApiError => settingsReached(owner)

/** The 409 of a creation: of the settings if there is room for one more row. */
export async function creationRefusal(c: WorkContext & Caller, limit: Limit): Promise<ApiError> {
	const { owner, db } = c.var
	const { has_room } = await db.get<{ has_room: number }>(sql`SELECT ${limit.holds(owner, sql`1`)} AS has_room`)
	return has_room === 1 ? settingsReached(owner) : limit.refusal(c, owner)
}
