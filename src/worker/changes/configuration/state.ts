import { and, desc, eq, gte, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Caller } from '../../context.ts'
import { byCodeUnit, canonical, hashOfText } from '../../ground/db/canonical.ts'
import { PLATFORM } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { shown } from '../../ground/secrets/field.ts'
import { fingerprintOfSecret } from '../../ground/secrets/fingerprint.ts'
import { secrets } from '../../ground/secrets/table.ts'
import { open, type SealedRow } from '../../ground/secrets/vault.ts'
import type { Statement } from '../../ground/write/after-commit.ts'
import { type Configured, secretsOf } from '../../ground/write/configured.ts'
import type { Entries, Item, Row, Stored, StoredSecret } from '../../ground/write/entry.ts'
import { vaultRowOf } from '../../ground/write/kept-rows.ts'
import { keyOf } from '../../ground/write/undo.ts'
import { openOrg } from '../../tenancy/orgs/access.ts'
import { KINDS, kindsOf } from '../kinds.ts'
import { shownEntries } from './access.ts'
import { configurationGenerations, configurationRevisions } from './table.ts'

/** The configuration as one batch read it. */
export interface State {
	/** An org's id, or `platform`. */
	owner: string
	/** How often the configuration had changed. */
	generation: number
	newest: { number: number; hash: string } | undefined
	sections: ReadonlyMap<string, ReadonlyMap<string, Stored>>
	text: string
	hash: string
	/** The existing keys of other kinds, among those that the caller's document names. */
	known: ReadonlySet<string>
	/** The effective limits, by entitlement. */
	limits: Record<string, number>
}

/** Reads an owner's configuration. Undefined for an unknown org. `names` are keys of other kinds to look up. One D1 call. */
export async function readState(c: Caller, owner: string, names: string[] = []): Promise<State | undefined> {
	const { db } = c.var
	const kinds = kindsOf(owner)
	const reads = kinds.map((kind) => rowsOf(db, owner, kind))
	const looked = kinds.flatMap((kind) => (kind.refersTo ? [knownIn(db, kind.refersTo.column, names)] : []))
	const batch: Statement[] = [...ofOwner(c, owner), ...looked, ...reads.flat()]
	const results = (await db.batch(batch as [Statement, ...Statement[]])) as unknown[][]
	const [found, generations, newest, limits, sealed, ...others] = results
	if (found?.length === 0) return undefined
	const known = others.splice(0, looked.length).flat() as { key: string }[]
	const vault = new Map((sealed as SealedRow[]).map((row) => [placeKey(row), row]))
	const stored = new Map<string, Map<string, Stored>>()
	for (const [index, kind] of kinds.entries()) {
		const [rows = [], children = []] = others.splice(0, reads[index]?.length) as Row[][]
		const entries = entriesIn(kind, rows, children, shownEntries(c, kind, owner))
		const opened = entries.map(async (entry) => [entry.key, await toStored(c, owner, kind, entry, vault)])
		// oxlint-disable-next-line no-await-in-loop -- one kind after another keeps few secrets in memory
		stored.set(kind.name, new Map((await Promise.all(opened)) as [string, Stored][]))
	}
	const text = textOfDocument(owner, itemsOf(stored))
	return {
		owner,
		generation: (generations as { generation: number }[])[0]?.generation ?? 0,
		newest: (newest as State['newest'][])[0],
		sections: stored,
		text,
		hash: hashOfText(text),
		known: new Set(known.map(({ key }) => key)),
		limits: (limits as State['limits'][])[0] as State['limits'],
	}
}

/** One row, for expressions that need no table. */
const NOWHERE = sql`json_each('[1]')`

const LIMITS = KINDS.flatMap(({ limits = [] }) => limits)

/** What's read next to the entries: the owner, its count of changes, newest revision, limits and sealed secrets. */
function ofOwner({ var: { db } }: Caller, owner: string): Statement[] {
	const { generation } = configurationGenerations
	const { number, hash } = configurationRevisions
	const isOrg = owner !== PLATFORM
	const limits = LIMITS.flatMap(({ most, value }) =>
		value ? [[most, (isOrg ? value(owner) : sql`0`).as(most as string)] as const] : [],
	)
	return [
		isOrg ? openOrg(db, { org_id: owner }) : db.select({ id: sql<string>`${PLATFORM}`.as('id') }).from(NOWHERE),
		db.select({ generation }).from(configurationGenerations).where(eq(configurationGenerations.owner, owner)).limit(1),
		db
			.select({ number, hash })
			.from(configurationRevisions)
			.where(eq(configurationRevisions.owner, owner))
			.orderBy(desc(number))
			.limit(1),
		db.select(Object.fromEntries(limits) as Record<string, SQL.Aliased>).from(NOWHERE),
		db.select().from(secrets).where(sealedOf(owner)),
	]
}

const knownIn = (db: Database['reader'], column: SQLiteColumn, names: string[]) =>
	db
		.select({ key: column })
		.from(column.table)
		.where(inArray(column, sql`(SELECT value FROM json_each(${JSON.stringify(names)}))`))

/** The statements that read a kind's rows and those of its children. */
function rowsOf(db: Database['reader'], owner: string, { rows, child }: Configured): Statement[] {
	const { table, owner: column, exists, among, order } = rows
	const isOwned = column && eq(column, owner)
	const own = db
		.select()
		.from(table)
		.where(and(isOwned, exists, among))
	const [id] = keyOf(table) as [SQLiteColumn]
	const parents = db.select({ id }).from(table).where(isOwned)
	return [
		order ? own.orderBy(order) : own,
		...(child
			? [
					db
						.select()
						.from(child.table)
						.where(isOwned && inArray(child.parent, parents)),
				]
			: []),
	]
}

const { table_name, row_id, column_name } = secrets

/** The sealed secrets that the owner's document shows. */
const sealedOf = (owner: string) =>
	or(
		...kindsOf(owner).flatMap(({ name, secrets, rows }) => {
			if (!secrets) return []
			const [id, ...others] = keyOf(rows.table) as [SQLiteColumn, ...SQLiteColumn[]]
			const isOf = and(eq(table_name, name), inArray(column_name, [...secrets.fields]))
			// Rows whose keys begin with their owner.
			if (others.length > 0) return [and(isOf, gte(row_id, `${owner} `), lt(row_id, `${owner}!`))]
			const isOwned = rows.owner && sql`${row_id} IN (SELECT ${id} FROM ${rows.table} WHERE ${eq(rows.owner, owner)})`
			return [and(isOf, isOwned)]
		}),
	) ?? isNull(row_id)

const placeKey = ({ table_name, row_id, column_name }: Pick<SealedRow, 'table_name' | 'row_id' | 'column_name'>) =>
	`${table_name}\n${row_id}\n${column_name}`

interface ReadEntry {
	key: string
	item: Item
	row: Row
	children: Map<string, Row>
}

function entriesIn(
	kind: Configured,
	rows: Row[],
	children: Row[],
	shown: ReturnType<typeof shownEntries>,
): ReadEntry[] {
	const { isSingle, child } = kind
	const inside = Map.groupBy(children, (row) => (child ? row[child.parent.name] : ''))
	return (isSingle ? [rows[0]] : rows).map((row) => {
		const { key, item } = shown(kind.stored(row))
		const own = (inside.get(row?.id) ?? []).map((one) => ({ one, ...child?.stored(one) }))
		return {
			key,
			item: child ? { ...item, [child.field]: Object.fromEntries(own.map((one) => [one.key, one.item])) } : item,
			row: row ?? {},
			children: new Map(own.map(({ key = '', one }) => [key, one])),
		}
	})
}

async function toStored(
	{ env }: Caller,
	owner: string,
	kind: Configured,
	{ key, item, row, children }: ReadEntry,
	vault: ReadonlyMap<string, SealedRow>,
): Promise<Stored> {
	const found = new Map<string, StoredSecret>()
	const complete: Item = { ...item }
	for (const field of secretsOf(kind, key)) {
		complete[field] = null
		const row_id = vaultRowOf(kind.rows.table, row)
		const sealed = vault.get(placeKey({ table_name: kind.name, row_id, column_name: field }))
		if (!sealed) continue
		// oxlint-disable-next-line no-await-in-loop -- an entry has two secrets at most
		const plaintext = await open(env, sealed).catch(() => undefined)
		found.set(field, { sealed, plaintext })
		complete[field] = shown(
			plaintext === undefined ? null : fingerprintOfSecret(env, [owner, kind.name, key, field], plaintext),
		)
	}
	const ordered = canonical(complete)
	return { item: ordered, text: JSON.stringify(ordered), row, children, secrets: found }
}

/** The entries of all sections, as a document shows them. */
export const itemsOf = (sections: State['sections']): Map<string, Entries> =>
	new Map([...sections].map(([name, entries]) => [name, new Map([...entries].map(([key, { item }]) => [key, item]))]))

/** The one text of a document with these entries. */
export function textOfDocument(owner: string, sections: ReadonlyMap<string, Entries>): string {
	const listed = kindsOf(owner).map(({ name, isSingle }): [string, unknown] => {
		const entries = [...(sections.get(name) ?? [])].sort(([a], [b]) => byCodeUnit(a, b))
		return [name, isSingle ? entries[0]?.[1] : Object.fromEntries(entries)]
	})
	return JSON.stringify(Object.fromEntries([['version', 1], ...listed]))
}
