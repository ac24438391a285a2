import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { runArchives } from '../../billing/run-archive/table.ts'
import { type Row, toRun, UNNAMED } from '../../billing/runs/read.ts'
import { getLines } from '../../ground/bucket/bucket.ts'
import type { Database } from '../../ground/db/database.ts'
import type { Key } from '../backups/page.ts'
import type { orgExports } from '../org-rows/table.ts'

// The runs of an org that are in the archive. Runs move there while an export reads the database, oldest first. An export reads them
// in the same order, and notes with each page which object was the newest. So it knows up to which run it had read when an object was
// written, and takes only the later ones from it.

export type Moves = (typeof orgExports.$inferSelect)['run_moves']

export const newestObject = (db: Database['reader']) =>
	db.select({ number: sql<number>`coalesce(max(${runArchives.number}), 0)`.as('number') }).from(runArchives)

/** The notes after a page that was read from `key` on, when `through` was the newest object. */
export const noted = (moves: Moves, through: number, key: Key | null): Moves =>
	moves.at(-1)?.through === through ? moves : [...moves, { through, key }]

const OBJECTS = 20

/** The lines of the org's next objects, until there are `chars` of them. `next` is null after the last object. */
export async function archivedRuns(
	db: Database['reader'],
	bucket: R2Bucket,
	org_id: string,
	{ moves, after, chars }: { moves: Moves; after: Key | null; chars: number },
) {
	const lines: string[] = []
	let [size, last] = [0, Number(after?.[0] ?? 0)]
	const objects = await db
		.select()
		.from(runArchives)
		.where(and(eq(runArchives.org_id, org_id), gt(runArchives.number, last)))
		.orderBy(asc(runArchives.number))
		.limit(OBJECTS)
	for (const object of objects) {
		if (size >= chars) return { lines, next: [last] }
		last = object.number
		const note = moves.find(({ through }) => through >= object.number)
		if (!note) continue
		const all = await getLines(bucket, object)
		for (const text of all.slice(object.first_line, object.first_line + object.run_count)) {
			const { settled_by: _, ...run } = JSON.parse(text) as Row & { settled_by: unknown }
			if (note.key && !isLater(run, note.key)) continue
			const line = JSON.stringify(toRun({ ...UNNAMED, ...run }))
			lines.push(line)
			size += line.length
		}
	}
	return { lines, next: objects.length < OBJECTS ? null : [last] }
}

const isLater = ({ created_at, run_id }: Row, [at, id]: Key) =>
	created_at === at ? run_id > String(id) : created_at > String(at)
