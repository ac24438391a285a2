import { getLines, type Readable } from '../../ground/bucket/bucket.ts'
import { packed } from '../../ground/db/packed.ts'
import { checkAll, manifestIn, Refusal } from './check.ts'
import { type Client, deriveAll } from './derive.ts'
import type { Manifest, Statements } from './manifest.ts'
import { type Column, COLUMNS, COPIED, FILLED_BY_MIGRATIONS, quoted } from './tables.ts'

// Restores a backup into an empty instance: `npm run restore`. It runs in Node, against the D1 of an instance that nobody uses
// yet. Every batch is atomic and can be repeated, so if a restore is killed, start it again with the same backup.

export interface Restored {
	rows: Record<string, number>
	/** Rows whose parent was deleted while the backup ran, by table. The restore leaves them out. */
	orphans: Record<string, number>
}

interface Progress {
	/** After each part that was checked, before the first row is written. */
	onCheckedPart?: (done: number, of: number) => void
	/** Once all parts were checked. Says how many secrets each key seals. */
	onChecked?: (keys: ReadonlyMap<string, number>) => void
	/** After each part that was restored. */
	onPart?: (done: number, of: number) => void
}

/** While a restore runs, this is the newest migration's name. So `/readyz` is 503, and nobody can restore another backup on top. */
const marker = (backup_id: string) => `restore of ${backup_id} has not ended`

export async function restore(
	db: Client,
	bucket: Readable,
	backup_id: string,
	schema_version: string,
	{ onPart = () => undefined, onChecked = () => undefined, onCheckedPart }: Progress = {},
): Promise<Restored> {
	const manifest = await manifestIn(bucket, backup_id)
	if (manifest.schema_version !== schema_version)
		throw new Refusal(
			`The backup has the schema ${manifest.schema_version} and this checkout ${schema_version}. Check out the version that made the backup, restore it, and then deploy the newer one.`,
		)
	await requireEmpty(db, manifest)
	onChecked(await checkAll(bucket, manifest, onCheckedPart))
	const tables = new Map<string, Table>()
	for (const name of COPIED) tables.set(name, await tableOf(db, name))
	await db.prepare('INSERT OR IGNORE INTO d1_migrations (name) VALUES (?)').bind(marker(backup_id)).run()
	for (const name of FILLED_BY_MIGRATIONS) await db.prepare(`DELETE FROM ${quoted(name)}`).run()
	const orphans: Record<string, number> = {}
	// The last table was copied last, and the others refer to it.
	for (const [index, part] of manifest.parts.toReversed().entries()) {
		for (const [name, rows] of await sectionsIn(bucket, part)) {
			const table = tables.get(name)
			if (!table) throw new Refusal(`The backup has the table ${name}, which this checkout doesn't know.`)
			const left = await load(db, table, rows)
			if (left > 0) orphans[name] = (orphans[name] ?? 0) + left
		}
		onPart(index + 1, manifest.parts.length)
	}
	await deriveAll(db, manifest.started_at)
	await db.prepare('DELETE FROM d1_migrations WHERE name = ?').bind(marker(backup_id)).run()
	return { rows: manifest.rows, orphans }
}

/** Accepts an empty instance with the backup's schema, and one on which the same restore was cut off. */
async function requireEmpty(db: Client, { id, schema_version, triggers }: Manifest): Promise<void> {
	const [applied, found] = await db.batch<{ name: string }>([
		db.prepare('SELECT name FROM d1_migrations ORDER BY name DESC LIMIT 1'),
		db.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger' ORDER BY name"),
	])
	const newest = applied?.results[0]?.name
	if (newest !== marker(id)) {
		if (newest !== `${schema_version}.sql`)
			throw new Refusal(
				`The instance has the schema ${newest ?? 'none'}, and the backup ${schema_version}. Migrate a new database first.`,
			)
		for (const name of COPIED) {
			if (FILLED_BY_MIGRATIONS.includes(name)) continue
			const row = await db.prepare(`SELECT 1 AS found FROM ${quoted(name)} LIMIT 1`).first()
			if (row) throw new Refusal(`The instance isn't empty: ${name} has rows. Restore into a new database.`)
		}
	}
	if (JSON.stringify(found?.results.map(({ name }) => name)) !== JSON.stringify(triggers))
		throw new Refusal('The instance lacks triggers of its schema. Restore into a new database.')
}

interface Table {
	name: string
	columns: string[]
	triggers: { name: string; sql: string }[]
	parents: { from: string; table: string; to: string }[]
}

async function tableOf(db: Client, name: string): Promise<Table> {
	const [columns, triggers, parents] = await db.batch<Record<string, string>>([
		db.prepare(COLUMNS).bind(JSON.stringify([name])),
		db.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ?").bind(name),
		db.prepare('SELECT "from", "table", "to" FROM pragma_foreign_key_list(?)').bind(name),
	])
	return {
		name,
		columns: ((columns?.results ?? []) as unknown as Column[]).map((column) => column.name),
		triggers: (triggers?.results ?? []) as Table['triggers'],
		parents: (parents?.results ?? []) as Table['parents'],
	}
}

type Row = (string | number | null)[]

interface Section {
	columns: string[]
	rows: Row[]
}

async function sectionsIn(bucket: Readable, part: Statements): Promise<[string, Section][]> {
	const sections: [string, Section][] = []
	for (const line of await getLines(bucket, part)) {
		const value = JSON.parse(line) as Row | { table: string; columns: string[] }
		if (Array.isArray(value)) sections.at(-1)?.[1].rows.push(value)
		else sections.push([value.table, { columns: value.columns, rows: [] }])
	}
	return sections.toReversed()
}

/** How much JSON one statement carries. D1 takes text up to two million bytes. */
const CHUNK_CHARS = 500_000

/** Inserts rows chunk by chunk, with the table's triggers turned off. Returns how many were left out because they had no parent. */
async function load(db: Client, table: Table, { columns, rows }: Section): Promise<number> {
	let left = 0
	const lines = rows.map((row) => JSON.stringify(row))
	for (const chunk of packed(lines, (line) => line.length, CHUNK_CHARS)) {
		// DDL is part of the transaction, so nobody ever sees the table without its triggers.
		const results = await db.batch([
			...table.triggers.map(({ name }) => db.prepare(`DROP TRIGGER ${quoted(name)}`)),
			db.prepare(insertOf(table, columns)).bind(`[${chunk.join(',')}]`),
			db.prepare('SELECT changes() AS inserted'),
			...table.triggers.map(({ sql }) => db.prepare(sql)),
		])
		const counted = results[table.triggers.length + 1]?.results[0] as { inserted: number }
		left += chunk.length - counted.inserted
	}
	return left
}

function insertOf({ name, parents }: Table, columns: string[]): string {
	const value = (column: string) => `r.value ->> ${columns.indexOf(column)}`
	const known = parents.map(
		({ from, table, to }) =>
			`(${value(from)} IS NULL OR EXISTS (SELECT 1 FROM ${quoted(table)} p WHERE p.${quoted(to)} = ${value(from)}))`,
	)
	return `INSERT OR REPLACE INTO ${quoted(name)} (${columns.map(quoted).join(', ')})
		SELECT ${columns.map(value).join(', ')} FROM json_each(?) AS r ${known.length > 0 ? `WHERE ${known.join(' AND ')}` : ''}`
}
