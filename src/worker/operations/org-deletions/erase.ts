import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { bucketOf, deleteAll } from '../../ground/bucket/bucket.ts'
import { now } from '../../ground/db/columns.ts'
import { eachPart } from '../../ground/write/each.ts'
import { ensureChanged } from '../../ground/write/guards.ts'
import { nextRows, type Place, twoPlaces } from '../../ground/write/place.ts'
import { purgeEach } from '../../ground/write/retention.ts'
import { tryWrite, write } from '../../ground/write/write.ts'
import { bookDeletions } from '../../tenancy/orgs/deletions.ts'
import { orgDeletions } from '../../tenancy/orgs/table.ts'
import { folderOf } from '../org-exports/part.ts'
import { replacedObjects } from '../org-rows/table.ts'
import { anonymiseObject, CHUNK, erasing, forgetTools, STEPS } from './steps.ts'

/** How many orgs one query books or takes. */
const BOOKED = 5_000
const ORGS = 20
const OBJECTS = 20

type Deletion = typeof orgDeletions.$inferSelect

/**
 * The job: erases the rows of orgs that were deleted 30 days ago, a chunk of a table at a time. Where it is stands in D1, so any tick
 * continues. One org's trouble delays no other. Returns whether work is left.
 */
export function eraseOrgs(c: WorkContext, place: Place): Promise<boolean> {
	const [booking, erasing] = twoPlaces(place)
	return eachPart(c, {
		book: () => bookOlder(c, booking),
		erase: () => eraseDue(c, erasing),
		objects: () => deleteReplaced(c),
	})
}

async function eraseDue(c: WorkContext, place: Place): Promise<boolean> {
	const due = await nextDue(c, place)
	const isBehind = await purgeEach(c, due, 'org_id', (deletion) => erase(c, deletion))
	return isBehind || due.length === ORGS
}

/** Books the deletions of older versions, which only marked the org. Walks each org once. */
async function bookOlder(c: WorkContext, place: Place): Promise<boolean> {
	const { db } = c.var
	const after = Number(place.at ?? 0)
	const range = sql`SELECT seq FROM orgs WHERE seq > ${after} ORDER BY seq LIMIT ${BOOKED}`
	const last = sql`(SELECT max(seq) FROM (${range}))`
	const [found] = await db.select({ last: sql<number | null>`${last}` }).from(sql`(SELECT 1)`)
	if (found?.last == null) return false
	await write(c, {
		booked: bookDeletions(db, sql`o.seq > ${after} AND o.seq <= ${found.last}`),
		moved: place.move(String(found.last)),
	})
	return found.last - after >= BOOKED
}

/** Begins the erasure of what is due, so that nobody restores it from now on, and returns some of it. */
async function nextDue(c: WorkContext, place: Place): Promise<Deletion[]> {
	const { db } = c.var
	const { erase_at, erased_at, next_table, org_id } = orgDeletions
	const isDue = and(isNull(erased_at), lte(erase_at, now()))
	await write(c, {
		begun: db
			.update(orgDeletions)
			.set({ next_table: STEPS[0] ?? null })
			.where(and(isDue, isNull(next_table))),
	})
	return nextRows(c, place, [erase_at, org_id], ORGS, (isNext) =>
		db.select().from(orgDeletions).where(and(isDue, isNext)),
	)
}

/** One step of an erasure. Returns where it is then; undefined once it's done, or if another tick was faster. */
async function erase(c: WorkContext, at: Deletion): Promise<Deletion | undefined> {
	const { db } = c.var
	const { org_id, next_table: name } = at
	if (name === null) return undefined
	const next = STEPS[STEPS.indexOf(name) + 1]
	const isStill = and(eq(orgDeletions.org_id, org_id), eq(orgDeletions.next_table, name))
	const toNext = next
		? { next_table: next, next_key: null }
		: { next_table: null, next_key: null, name: null, erased_at: now() }
	const bucket = bucketOf(c.env)
	if (name === 'run_archives') {
		const object = await anonymiseObject(c, org_id, at.next_key ?? 0)
		const set = object ? { next_key: object.number } : toNext
		const isMoved = await tryWrite(c, {
			moved: db
				.update(orgDeletions)
				.set(set)
				.where(and(isStill, sql`${orgDeletions.next_key} IS ${at.next_key}`)),
			guard: ensureChanged(c),
			recorded: object?.statements,
		})
		return isMoved && (object || next) ? { ...at, ...set } : undefined
	}
	if (name === 'tool_groups') await forgetTools(c, org_id)
	if (name === 'org_exports' && bucket) await deleteAll(bucket, folderOf({ org_id }))
	const { moved } = await write(c, {
		erased: erasing(c, name, org_id),
		moved: db
			.update(orgDeletions)
			.set(toNext)
			.where(and(isStill, sql`changes() < ${CHUNK}`))
			.returning({ org_id: orgDeletions.org_id }),
	})
	if (moved.length === 0) return at
	return next ? { ...at, next_table: next, next_key: null } : undefined
}

/** Deletes the objects that no backup names any longer. Returns whether some are left. */
async function deleteReplaced(c: WorkContext): Promise<boolean> {
	const bucket = bucketOf(c.env)
	if (!bucket) return false
	const old = await c.var.db
		.select()
		.from(replacedObjects)
		.where(lte(replacedObjects.delete_at, now()))
		.orderBy(asc(replacedObjects.delete_at))
		.limit(OBJECTS)
	const keys = old.map(({ key }) => key)
	if (keys.length === 0) return false
	await bucket.delete(keys)
	await write(c, { deleted: c.var.db.delete(replacedObjects).where(inArray(replacedObjects.key, keys)) })
	return keys.length === OBJECTS
}
