import { and, eq, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { putText } from '../../ground/bucket/bucket.ts'
import { now } from '../../ground/db/columns.ts'
import { ensureChanged } from '../../ground/write/guards.ts'
import { tryWrite } from '../../ground/write/write.ts'
import { keyOf, mayHaveMore, pageOf } from '../backups/page.ts'
import { of } from '../org-rows/decision.ts'
import { orgExportParts, orgExports } from '../org-rows/table.ts'
import { archivedRuns, newestObject, noted } from './archived.ts'
import { ARCHIVE, type Kind, KINDS, STEPS } from './kinds.ts'

/**
 * How much text a part has. The last read adds a megabyte and one row at most, and a character takes up to three bytes, so a part stays
 * below 32 MB.
 */
const PART_CHARS = 8_000_000

export type Export = typeof orgExports.$inferSelect

export const folderOf = ({ org_id, id }: Pick<Export, 'org_id'> & { id?: string }) =>
	`exports/${org_id}/${id === undefined ? '' : `${id}/`}`

/** Writes one more part: first the object, then its record. If another tick already recorded the part, it isn't recorded twice. */
export async function writePart(c: WorkContext, bucket: R2Bucket, at: Export): Promise<boolean> {
	const { lines, kind, ...place } = await read(c, bucket, at)
	const stored = lines.length > 0 ? await putText(bucket, folderOf(at), `${lines.join('\n')}\n`) : undefined
	const { db } = c.var
	return tryWrite(c, {
		moved: db
			.update(orgExports)
			.set({
				...place,
				table_count: place.next_table === null ? STEPS.length : STEPS.indexOf(place.next_table),
				part_count: at.part_count + (stored ? 1 : 0),
				row_count: at.row_count + lines.length,
				byte_count: at.byte_count + (stored?.byte_count ?? 0),
				moved_at: now(),
			})
			.where(stillAt(at)),
		guard: ensureChanged(c),
		part:
			stored &&
			db
				.insert(orgExportParts)
				.values({ export_id: at.id, number: at.part_count, kind, rows: lines.length, ...stored }),
	})
}

/** Whether the export is still where it was when we read it. */
export const stillAt = ({ id, table_count, part_count, moved_at }: Export) =>
	and(
		eq(orgExports.id, id),
		eq(orgExports.status, 'running'),
		eq(orgExports.table_count, table_count),
		eq(orgExports.part_count, part_count),
		eq(orgExports.moved_at, moved_at),
	)

interface Taken extends Pick<Export, 'next_table' | 'next_key' | 'run_moves'> {
	kind: string
	lines: string[]
}

/** The lines of the next part, which all have one kind, and where the part after it begins. Tables without rows are passed over. */
async function read(c: WorkContext, bucket: R2Bucket, at: Export): Promise<Taken> {
	let run_moves = at.run_moves
	let after = at.next_key
	for (const kind of KINDS.slice(STEPS.indexOf(at.next_table ?? ''))) {
		const taken = await readRows(c, kind, { ...at, next_key: after, run_moves })
		if (taken.lines.length > 0) return taken
		;({ run_moves } = taken)
		after = null
	}
	const { lines, next } = await archivedRuns(c.var.db, bucket, at.org_id, {
		moves: run_moves,
		after,
		chars: PART_CHARS,
	})
	return { kind: 'runs', lines, run_moves, next_table: next && ARCHIVE, next_key: next }
}

async function readRows({ var: { db } }: WorkContext, kind: Kind, at: Export): Promise<Taken> {
	const lines: string[] = []
	const where = of(kind.rows, at.org_id)
	let { next_key: key, run_moves } = at
	let chars = 0
	do {
		const [page, [newest]] = await db.batch([
			db.select(kind.fields).from(sql`(${pageOf(kind.name, kind.columns, key, where)})`),
			newestObject(db),
		])
		if (kind.name === 'runs') run_moves = noted(run_moves, newest?.number ?? 0, key)
		const before = chars
		for (const row of page) {
			const line = kind.line(row)
			chars += line.length
			lines.push(line)
		}
		const last = page.at(-1)
		key =
			last && mayHaveMore(page.length, chars - before)
				? keyOf(
						kind.columns,
						kind.columns.map(({ name }) => last[name] ?? null),
					)
				: null
	} while (key !== null && chars < PART_CHARS)
	const next_table = key === null ? (STEPS[STEPS.indexOf(kind.name) + 1] ?? null) : kind.name
	return { kind: kind.kind, lines, run_moves, next_table, next_key: key }
}
