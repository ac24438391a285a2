import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Caller } from '../../context.ts'
import { textOf } from '../../ground/db/canonical.ts'
import { now } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { entriesOf } from '../../ground/http/json-input.ts'
import { type Place, seal, type SealedRow } from '../../ground/secrets/vault.ts'
import type { Statement } from '../../ground/write/after-commit.ts'
import type { Configured, ConfiguredTable } from '../../ground/write/configured.ts'
import { type Change, hasSecret, type Item, type Row } from '../../ground/write/entry.ts'
import { vaultRowOf } from '../../ground/write/kept-rows.ts'
import { keyOf, type Touched } from '../../ground/write/undo.ts'
import { kindsOf, tablesOf } from '../kinds.ts'
import type { Plan } from './plan.ts'
import {
	deleteSecrets,
	deleteSecretsOfRows,
	isListed,
	parametersOf,
	type Put,
	putSecrets,
	secretsOfRows,
	upserts,
} from './rows.ts'
import { type SecretIds, secretName } from './secret-ids.ts'

interface Rows {
	/** The primary keys of all rows that are written or deleted. */
	touched: Map<SQLiteTable, unknown[][]>
	/** The rows whose secrets are written or deleted. */
	vaulted: Pick<Place, 'table' | 'row'>[]
	put: Map<SQLiteTable, Put[]>
	gone: Map<SQLiteTable, unknown[][]>
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

/** The statements of an apply: deletions (children first), then the rows that differ (parents first), then the secrets. */
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
	const kinds = kindsOf(owner).filter(({ name }) => changes.has(name))
	for (const kind of kinds)
		for (const change of changes.get(kind.name) ?? [])
			if (change.after === null || kind.isNone?.(change.after)) remove(rows, kind, change)
			// oxlint-disable-next-line no-await-in-loop -- the ids of new rows follow the order of their keys
			else await put(rows, c, { owner, kind, change, item: change.after, at })
	const removals = kinds.flatMap((kind) =>
		tablesOf(kind)
			.toReversed()
			.flatMap((table) =>
				parametersOf(rows.gone.get(table.table) ?? []).flatMap((json) => deletionsOf(db, kind, table, json)),
			),
	)
	const written = kinds.flatMap((kind) =>
		tablesOf(kind).flatMap((table) => upserts(db, table, rows.put.get(table.table) ?? [])),
	)
	return {
		touched: touchedBy(rows, kinds),
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

/** The statements that delete rows and their dependents. `json` has their primary keys. */
function deletionsOf(db: Database['reader'], { rows, dependents }: Configured, written: ConfiguredTable, json: string) {
	const { table, deletes } = written
	const where = isListed(keyOf(table), json)
	const others = written === rows && dependents?.of(json)
	const deletion: Statement = deletes ? deletes(db, where) : db.delete(table).where(where)
	return others ? [db.delete(others.table).where(others.where), deletion] : [deletion]
}

const keyIn = ({ table }: ConfiguredTable, row: Row) => keyOf(table).map(({ name }) => row[name])

const touch = ({ touched }: Rows, written: ConfiguredTable, row: Row) =>
	add(touched, written.table, keyIn(written, row))

function drop(rows: Rows, written: ConfiguredTable, row: Row) {
	add(rows.gone, written.table, keyIn(written, row))
	touch(rows, written, row)
}

/** What reverting the apply needs to know: every row that it writes or deletes, and the secrets of these rows. */
function touchedBy({ touched, vaulted, gone }: Rows, kinds: Configured[]): Touched[] {
	const rows = kinds.flatMap((kind) =>
		tablesOf(kind).flatMap(({ table, exists }) =>
			parametersOf(touched.get(table) ?? []).map((json) => ({
				table,
				where: isListed(keyOf(table), json),
				...(exists && { exists }),
			})),
		),
	)
	const others = kinds.flatMap(({ rows: { table }, dependents }) =>
		dependents ? parametersOf(gone.get(table) ?? []).map((json) => dependents.of(json)) : [],
	)
	const places = new Set(vaulted.map(({ table, row }) => JSON.stringify([table, row])))
	const kept = parametersOf([...places].map((place) => JSON.parse(place) as string[])).map(secretsOfRows)
	return [...rows, ...others, ...kept]
}

function remove(rows: Rows, kind: Configured, { stored }: Change) {
	if (!stored) return
	drop(rows, kind.rows, stored.row)
	if (kind.child) for (const child of stored.children.values()) drop(rows, kind.child, child)
	if (kind.secrets) {
		const place = { table: kind.name, row: vaultRowOf(kind.rows.table, stored.row) }
		rows.emptied.push(place)
		rows.vaulted.push(place)
	}
}

interface Entry {
	owner: string
	kind: Configured
	change: Change
	item: Item
	at: string
}

async function put(rows: Rows, c: Caller, { owner, kind, change, item, at }: Entry) {
	const { key, before, stored, plaintexts } = change
	const sealed = (place: Place, plaintext: string) => {
		rows.vaulted.push(place)
		const row = seal(c.env, place, plaintext)
		rows.sealed.push(row)
		return row
	}
	const isOwnChange = !stored || differs(kind, before, item) || plaintexts.size > 0
	const row = isOwnChange
		? await kind.toRow({ c, owner, key, item, stored, plaintexts, at, seal: (...it) => void sealed(...it) })
		: stored.row
	if (isOwnChange) {
		add(rows.put, kind.rows.table, { row, before: stored?.row })
		touch(rows, kind.rows, row)
	}
	const placeOf = (column: string) => ({ table: kind.name, row: vaultRowOf(kind.rows.table, row), column })
	for (const [field, plaintext] of plaintexts)
		rows.fresh.push([secretName(kind.name, key, field), sealed(placeOf(field), plaintext)])
	for (const field of stored?.secrets.keys() ?? []) {
		if (plaintexts.has(field) || hasSecret(item, field)) continue
		rows.unsealed.push(placeOf(field))
		rows.vaulted.push(placeOf(field))
	}
	if (kind.child) putChildren(rows, kind.child, { item, before, row, stored: stored?.children ?? new Map() })
}

/** Whether an entry differs, apart from the entries inside it. */
const differs = ({ child }: Configured, before: Item | null, after: Item) => {
	const own = (item: Item) => Object.entries(item).filter(([field]) => field !== child?.field)
	return before === null || textOf(own(before)) !== textOf(own(after))
}

interface Children {
	item: Item
	before: Item | null
	row: Row
	stored: ReadonlyMap<string, Row>
}

function putChildren(rows: Rows, child: NonNullable<Configured['child']>, { item, before, row, stored }: Children) {
	const after = new Map(entriesOf(item[child.field]))
	const known = new Map(entriesOf(before?.[child.field]))
	for (const [key, one] of after)
		if (textOf(one) !== textOf(known.get(key))) {
			const childRow = child.toRow(row, key, one as Item, stored.get(key))
			add(rows.put, child.table, { row: childRow, before: stored.get(key) })
			touch(rows, child, childRow)
		}
	for (const [key, one] of stored) if (!after.has(key)) drop(rows, child, one)
}
