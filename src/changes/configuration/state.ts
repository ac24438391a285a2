import { and, desc, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { effectiveInteger } from '../../plans/entitlements/effective.ts'
import { featureFlags } from '../../plans/feature-flags/table.ts'
import { llmProviders } from '../../providers/llm-providers/table.ts'
import { mcpConfigs } from '../../providers/mcp-configs/table.ts'
import { fingerprintOfSecret } from '../../secrets/fingerprint.ts'
import { secrets } from '../../secrets/table.ts'
import { open, type SealedRow } from '../../secrets/vault.ts'
import { PLATFORM, orgs } from '../../tenancy/orgs/table.ts'
import { webhookEndpoints } from '../../webhooks/endpoints/table.ts'
import { byCodeUnit, canonical, hashOfText } from './canonical.ts'
import { LIMIT_KEYS, type LimitKey } from './limits.ts'
import { shown } from './secret.ts'
import type { Caller, Entries, Item, ReadEntry, Section, Statement, Stored, StoredSecret } from './section.ts'
import { sectionsOf } from './sections.ts'
import { configurationGenerations, configurationRevisions } from './table.ts'

/** The configuration as one batch read it. */
export interface State {
	/** An org's id, or `platform`. */
	owner: string
	/** How often it had changed. */
	generation: number
	/** The newest revision. */
	newest: { number: number; hash: string } | undefined
	sections: ReadonlyMap<string, ReadonlyMap<string, Stored>>
	/** The document, and its hash. */
	text: string
	hash: string
	/** Which of the flags that the caller's document names exist. */
	flags: ReadonlySet<string>
	limits: Record<LimitKey, number>
}

/** Reads the configuration of an owner; undefined for an unknown org. `flags` are keys to look up. One D1 call. */
export async function readState(c: Caller, owner: string, flags: string[] = []): Promise<State | undefined> {
	const { db } = c.var
	const sections = sectionsOf(owner)
	const reads = sections.map((section) => section.read(db, owner))
	const batch: Statement[] = [...ofOwner(c, owner, flags), ...reads.flat()]
	const results = (await db.batch(batch as [Statement, ...Statement[]])) as unknown[][]
	const [found, generations, newest, limits, known, sealed, ...rows] = results
	if (found?.length === 0) return undefined
	const vault = new Map((sealed as SealedRow[]).map((row) => [placeKey(row), row]))
	const stored = new Map<string, Map<string, Stored>>()
	for (const [index, section] of sections.entries()) {
		const own = rows.splice(0, reads[index]?.length)
		const entries = section
			.stored(own)
			.map(async (entry) => [entry.key, await toStored(c, owner, section, entry, vault)])
		// oxlint-disable-next-line no-await-in-loop -- one section after another keeps few secrets in memory
		stored.set(section.name, new Map((await Promise.all(entries)) as [string, Stored][]))
	}
	const text = textOfDocument(owner, itemsOf(stored))
	return {
		owner,
		generation: (generations as { generation: number }[])[0]?.generation ?? 0,
		newest: (newest as State['newest'][])[0],
		sections: stored,
		text,
		hash: hashOfText(text),
		flags: new Set((known as { key: string }[]).map(({ key }) => key)),
		limits: (limits as State['limits'][])[0] as State['limits'],
	}
}

/** One row, for expressions that need no table. */
const NOWHERE = sql`json_each('[1]')`

/** What is read next to the sections: the owner, its count of changes, its newest revision, its limits, flags, sealed secrets. */
function ofOwner({ var: { db } }: Caller, owner: string, flags: string[]): Statement[] {
	const { generation } = configurationGenerations
	const { number, hash } = configurationRevisions
	const isOrg = owner !== PLATFORM
	const limits = LIMIT_KEYS.map((key) => [key, isOrg ? effectiveInteger(owner, key).as(key) : sql<number>`0`.as(key)])
	return [
		isOrg
			? db.select({ id: orgs.id }).from(orgs).where(eq(orgs.id, owner)).limit(1)
			: db.select({ id: sql<string>`${PLATFORM}`.as('id') }).from(NOWHERE),
		db.select({ generation }).from(configurationGenerations).where(eq(configurationGenerations.owner, owner)).limit(1),
		db
			.select({ number, hash })
			.from(configurationRevisions)
			.where(eq(configurationRevisions.owner, owner))
			.orderBy(desc(number))
			.limit(1),
		db.select(Object.fromEntries(limits) as Record<LimitKey, SQL.Aliased>).from(NOWHERE),
		db
			.select({ key: featureFlags.key })
			.from(featureFlags)
			.where(inArray(featureFlags.key, sql`(SELECT value FROM json_each(${JSON.stringify(flags)}))`)),
		db
			.select()
			.from(secrets)
			.where(isOrg ? sealedOfOrg(owner) : SEALED_OF_PLATFORM),
	]
}

const { table_name, row_id, column_name } = secrets

/** The rows of tool providers are `<owner> <provider>`. */
const ofToolProviders = (owner: string) =>
	and(eq(table_name, 'tool_providers'), gte(row_id, `${owner} `), lt(row_id, `${owner}!`))

const SEALED_OF_PLATFORM = or(inArray(table_name, ['config_entries', 'email_config']), ofToolProviders(PLATFORM))

const sealedOfOrg = (owner: string) => {
	const ofRows = (table: typeof llmProviders | typeof mcpConfigs | typeof webhookEndpoints, name: string) =>
		and(eq(table_name, name), sql`${row_id} IN (SELECT ${table.id} FROM ${table} WHERE ${eq(table.org_id, owner)})`)
	return or(
		ofToolProviders(owner),
		ofRows(llmProviders, 'llm_providers'),
		ofRows(mcpConfigs, 'mcp_configs'),
		and(ofRows(webhookEndpoints, 'webhook_endpoints'), eq(column_name, 'secret')),
	)
}

const placeKey = ({ table_name, row_id, column_name }: SealedRow) => `${table_name}\n${row_id}\n${column_name}`

async function toStored(
	{ env }: Caller,
	owner: string,
	section: Section,
	{ key, item, row, children = [] }: ReadEntry,
	vault: ReadonlyMap<string, SealedRow>,
): Promise<Stored> {
	const found = new Map<string, StoredSecret>()
	const complete: Item = { ...item }
	if (section.child)
		complete[section.child.field] = Object.fromEntries(children.map((child) => [child.key, child.item]))
	for (const field of section.secrets?.of(key) ?? []) {
		complete[field] = null
		const place = section.secrets?.place(row, field)
		const sealed = place && vault.get(`${place.table}\n${place.row}\n${place.column}`)
		if (!sealed) continue
		// oxlint-disable-next-line no-await-in-loop -- an entry has two secrets at most
		const plaintext = await open(env, sealed).catch(() => undefined)
		found.set(field, { sealed, plaintext })
		complete[field] = shown(
			plaintext === undefined ? null : fingerprintOfSecret(env, [owner, section.name, key, field], plaintext),
		)
	}
	const ordered = canonical(complete)
	return {
		item: ordered,
		text: JSON.stringify(ordered),
		row,
		children: new Map(children.map((child) => [child.key, child.row])),
		secrets: found,
	}
}

/** The entries of all sections as a document shows them. */
export const itemsOf = (sections: State['sections']): Map<string, Entries> =>
	new Map([...sections].map(([name, entries]) => [name, new Map([...entries].map(([key, { item }]) => [key, item]))]))

/** The one text of a document with these entries. */
export function textOfDocument(owner: string, sections: ReadonlyMap<string, Entries>): string {
	const listed = sectionsOf(owner).map(({ name, isSingle }): [string, unknown] => {
		const entries = [...(sections.get(name) ?? [])].sort(([a], [b]) => byCodeUnit(a, b))
		return [name, isSingle ? entries[0]?.[1] : Object.fromEntries(entries)]
	})
	return JSON.stringify(Object.fromEntries([['version', 1], ...listed]))
}
