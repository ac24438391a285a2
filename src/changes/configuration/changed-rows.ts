import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { now } from '../../db/columns.ts'
import type { Database } from '../../db/database.ts'
import { type Place, seal, type SealedRow } from '../../secrets/vault.ts'
import type { Touched } from '../../write/undo.ts'
import { entriesOf, textOf } from './canonical.ts'
import type { Plan } from './plan.ts'
import {
	deleteSecrets,
	deleteSecretsOfRows,
	isListed,
	parametersOf,
	putSecrets,
	secretsOfRows,
	upserts,
} from './rows.ts'
import { type SecretIds, secretName } from './secret-ids.ts'
import {
	type Caller,
	type Change,
	hasSecret,
	type Item,
	type Row,
	type Section,
	type Statement,
	type WrittenTable,
} from './section.ts'
import { sectionsOf } from './sections.ts'

/** What an apply writes, by table. */
interface Rows {
	/** The primary keys of every row that is written or deleted. */
	touched: Map<SQLiteTable, unknown[][]>
	/** The rows whose secrets are written or deleted. */
	vaulted: Pick<Place, 'table' | 'row'>[]
	put: Map<SQLiteTable, Row[]>
	/** Values of the last column of the key. */
	gone: Map<SQLiteTable, unknown[]>
	sealed: Promise<SealedRow>[]
	unsealed: Place[]
	/** Rows that lose every secret. */
	emptied: Pick<Place, 'table' | 'row'>[]
	/** Those of the sealed secrets that the document has, by where it has them. */
	fresh: [name: string, sealed: Promise<SealedRow>][]
}

function add<K, V>(map: Map<K, V[]>, key: K, value: V) {
	const list = map.get(key)
	if (list) list.push(value)
	else map.set(key, [value])
}

/** The statements of an apply: deletions, children first, then the rows that differ, parents first, then the secrets. */
export async function statementsOf(c: Caller, { state: { owner }, changes }: Plan) {
	const { db } = c.var
	const at = now()
	const rows: Rows = {
		touched: new Map(),
		put: new Map(),
		gone: new Map(),
		sealed: [],
		unsealed: [],
		emptied: [],
		fresh: [],
		vaulted: [],
	}
	const sections = sectionsOf(owner).filter(({ name }) => changes.has(name))
	for (const section of sections)
		for (const change of changes.get(section.name) ?? [])
			if (change.after === null) remove(rows, section, change)
			// oxlint-disable-next-line no-await-in-loop -- the ids of new rows follow the order of their keys
			else await put(rows, c, { owner, section, change, item: change.after, at })
	const removals = sections.flatMap(({ tables, dependents }): Statement[] =>
		tables
			.toReversed()
			.flatMap(({ table, remove: statement }) =>
				parametersOf(rows.gone.get(table) ?? []).flatMap((ids) => [
					...(dependents && table === tables[0].table ? [deletionOf(db, dependents(ids))] : []),
					statement(db, owner, ids),
				]),
			),
	)
	const written = sections.flatMap(({ tables }) =>
		tables.flatMap((table) => upserts(db, table, rows.put.get(table.table) ?? [])),
	)
	return {
		touched: touchedBy(rows, sections),
		fresh: await idsOf(rows),
		statements: {
			// Before their rows: the count of changes finds the owner of a secret by its row.
			emptied: deleteSecretsOfRows(db, rows.emptied),
			unsealed: deleteSecrets(db, rows.unsealed),
			removals,
			written,
			sealed: putSecrets(db, await Promise.all(rows.sealed)),
		},
	}
}

async function idsOf({ fresh }: Rows): Promise<SecretIds> {
	const named = fresh.map(async ([name, sealed]) => [name, (await sealed).secret_id])
	return Object.fromEntries(await Promise.all(named)) as SecretIds
}

const deletionOf = (db: Database['reader'], { table, where }: Pick<Touched, 'table' | 'where'>) =>
	db.delete(table).where(where)

const touch = ({ touched }: Rows, { table, key }: WrittenTable, row: Row) =>
	add(
		touched,
		table,
		key.map(({ name }) => row[name]),
	)

function dropChild(rows: Rows, table: WrittenTable, row: Row) {
	add(rows.gone, table.table, row.id)
	touch(rows, table, row)
}

/** What a revert of the apply must know: every row that it writes or deletes, and the secrets of these rows. */
function touchedBy({ touched, vaulted, gone }: Rows, sections: Section[]): Touched[] {
	const rows = sections.flatMap(({ tables }) =>
		tables.flatMap(({ table, key }) =>
			parametersOf(touched.get(table) ?? []).map((json) => ({ table, where: isListed(key, json) })),
		),
	)
	const others = sections.flatMap(({ tables: [{ table }], dependents }) =>
		dependents ? parametersOf(gone.get(table) ?? []).map((ids) => dependents(ids)) : [],
	)
	const places = new Set(vaulted.map(({ table, row }) => JSON.stringify([table, row])))
	const kept = parametersOf([...places].map((place) => JSON.parse(place) as string[])).map(secretsOfRows)
	return [...rows, ...others, ...kept]
}

function remove(rows: Rows, section: Section, change: Change) {
	const { stored } = change
	if (!stored) return
	const [own, inside] = section.tables
	add(rows.gone, own.table, stored.row[own.key.at(-1)?.name ?? ''])
	touch(rows, own, stored.row)
	if (inside) for (const child of stored.children.values()) dropChild(rows, inside, child)
	if (section.secrets) {
		const place = section.secrets.ofRow(stored.row)
		rows.emptied.push(place)
		rows.vaulted.push(place)
	}
}

interface Put {
	owner: string
	section: Section
	change: Change
	item: Item
	at: string
}

async function put(rows: Rows, c: Caller, { owner, section, change, item, at }: Put) {
	const { key, before, stored, plaintexts } = change
	const [own, inside] = section.tables
	const sealed = (place: Place, plaintext: string) => {
		rows.vaulted.push(place)
		const row = seal(c.env, place, plaintext)
		rows.sealed.push(row)
		return row
	}
	const isOwnChange = !stored || differs(section, before, item) || plaintexts.size > 0
	const row = isOwnChange
		? await section.toRow({ c, owner, key, item, stored, plaintexts, at, seal: (...it) => void sealed(...it) })
		: stored.row
	if (isOwnChange) {
		add(rows.put, own.table, row)
		touch(rows, own, row)
	}
	for (const [field, plaintext] of plaintexts)
		rows.fresh.push([
			secretName(section.name, key, field),
			sealed(section.secrets?.place(row, field) as Place, plaintext),
		])
	for (const field of stored?.secrets.keys() ?? []) {
		if (plaintexts.has(field) || hasSecret(item, field)) continue
		const place = section.secrets?.place(row, field) as Place
		rows.unsealed.push(place)
		rows.vaulted.push(place)
	}
	if (section.child && inside) putChildren(rows, { section, item, before, row, stored: stored?.children ?? new Map() })
}

/** Whether an entry differs, apart from the entries inside it. */
const differs = ({ child }: Section, before: Item | null, after: Item) => {
	const own = (item: Item) => Object.entries(item).filter(([field]) => field !== child?.field)
	return before === null || textOf(own(before)) !== textOf(own(after))
}

interface Children {
	section: Section
	item: Item
	before: Item | null
	/** The row that they belong to. */
	row: Row
	stored: ReadonlyMap<string, Row>
}

function putChildren(rows: Rows, { section: { child, tables, toChildRow }, item, before, row, stored }: Children) {
	const table = tables[1]
	if (!child || !table || !toChildRow) return
	const after = new Map(entriesOf(item[child.field]))
	const known = new Map(entriesOf(before?.[child.field]))
	for (const [key, one] of after)
		if (textOf(one) !== textOf(known.get(key))) {
			const childRow = toChildRow(row, key, one as Item, stored.get(key))
			add(rows.put, table.table, childRow)
			touch(rows, table, childRow)
		}
	for (const [key, one] of stored) if (!after.has(key)) dropChild(rows, table, one)
}
