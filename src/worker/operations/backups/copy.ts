import { and, asc, eq, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { putLines, type Stored } from '../../ground/bucket/bucket.ts'
import { now } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { ensureChanged } from '../../ground/write/guards.ts'
import { tryWrite } from '../../ground/write/write.ts'
import { folderOf, FORMAT, type Manifest, manifestOf } from './manifest.ts'
import { keyOf, mayHaveMore, pageOf } from './page.ts'
import { backupParts, backups } from './table.ts'
import { type Column, COLUMNS, COPIED } from './tables.ts'

/** How much text a part has before compression. The last read may exceed it. */
const PART_CHARS = 4_000_000

export type Backup = typeof backups.$inferSelect
type Place = Pick<Backup, 'next_table' | 'next_key'>

/** Copies one more part: writes the object, then records it. If another tick already recorded the part, it isn't recorded twice. */
export async function copyPart(
	c: WorkContext,
	bucket: R2Bucket,
	backup: Backup,
	part_chars = PART_CHARS,
): Promise<boolean> {
	const columns = await columnsOf(c.var.db)
	const { lines, rows, place } = await read(c.var.db, columns, backup, part_chars)
	const stored = rows.size > 0 ? await putLines(bucket, folderOf(backup.id), lines) : undefined
	return tryWrite(c, {
		moved: c.var.db
			.update(backups)
			.set({
				...place,
				table_count: place.next_table === null ? COPIED.length : indexOf(place.next_table),
				part_count: backup.part_count + (stored ? 1 : 0),
				row_count: backup.row_count + [...rows.values()].reduce((sum, count) => sum + count, 0),
				byte_count: backup.byte_count + (stored?.byte_count ?? 0),
			})
			.where(stillAt(backup)),
		guard: ensureChanged(c),
		part: stored && c.var.db.insert(backupParts).values(partOf(backup, stored, rows)),
	})
}

const partOf = ({ id, part_count }: Backup, stored: Stored, rows: Map<string, number>) => ({
	backup_id: id,
	number: part_count,
	...stored,
	rows: Object.fromEntries(rows),
})

/** Whether the backup is still where it was when we read it. */
const stillAt = ({ id, part_count, table_count }: Backup) =>
	and(
		eq(backups.id, id),
		eq(backups.status, 'running'),
		eq(backups.part_count, part_count),
		eq(backups.table_count, table_count),
	)

const indexOf = (table: string) => COPIED.indexOf(table)

async function columnsOf(db: Database['reader']): Promise<Map<string, Column[]>> {
	const names = JSON.stringify(COPIED)
	const [before, after] = COLUMNS.split('?') as [string, string]
	const found = await db.all<Column>(sql`${sql.raw(before)}${names}${sql.raw(after)}`)
	return Map.groupBy(found, ({ table_name }) => table_name)
}

/** Reads rows from a place until a part is full, and says where the next part begins. */
async function read(db: Database['reader'], columns: Map<string, Column[]>, from: Place, part_chars: number) {
	const lines: string[] = []
	const rows = new Map<string, number>()
	let chars = 0
	let key = from.next_key
	for (const name of COPIED.slice(from.next_table === null ? 0 : indexOf(from.next_table))) {
		const ofTable = columns.get(name) ?? []
		for (let more = true; more;) {
			if (chars >= part_chars) return { lines, rows, place: { next_table: name, next_key: key } }
			const page = await db.values<(string | number | null)[]>(pageOf(name, ofTable, key))
			const before = chars
			if (page.length > 0 && !rows.has(name))
				lines.push(JSON.stringify({ table: name, columns: ofTable.map((column) => column.name) }))
			for (const row of page) {
				const line = JSON.stringify(row)
				chars += line.length
				lines.push(line)
			}
			if (page.length > 0) rows.set(name, (rows.get(name) ?? 0) + page.length)
			more = mayHaveMore(page.length, chars - before)
			key = more ? keyOf(ofTable, page.at(-1) ?? []) : null
		}
	}
	return { lines, rows, place: { next_table: null, next_key: null } }
}

/** Writes the manifest, which turns the parts into a backup, and then marks the backup as completed. */
export async function complete(c: WorkContext, bucket: R2Bucket, backup: Backup): Promise<boolean> {
	const { db } = c.var
	const completed_at = now()
	const [parts, triggers] = await db.batch([
		db
			.select({
				key: backupParts.key,
				sha256: backupParts.sha256,
				byte_count: backupParts.byte_count,
				rows: backupParts.rows,
			})
			.from(backupParts)
			.where(eq(backupParts.backup_id, backup.id))
			.orderBy(asc(backupParts.number)),
		db
			.select({ name: sql<string>`name`.as('name') })
			.from(sql`sqlite_master`)
			.where(sql`type = 'trigger'`)
			.orderBy(sql`name`),
	])
	const rows: Record<string, number> = Object.fromEntries(COPIED.map((name) => [name, 0]))
	for (const part of parts)
		for (const [name, count] of Object.entries(part.rows)) rows[name] = (rows[name] ?? 0) + count
	const manifest: Manifest = {
		format: FORMAT,
		id: backup.id,
		schema_version: backup.schema_version,
		started_at: backup.created_at,
		completed_at,
		triggers: triggers.map(({ name }) => name),
		rows,
		parts,
	}
	await bucket.put(manifestOf(backup.id), JSON.stringify(manifest))
	return tryWrite(c, {
		completed: db.update(backups).set({ status: 'completed', completed_at }).where(stillAt(backup)),
		guard: ensureChanged(c),
	})
}
