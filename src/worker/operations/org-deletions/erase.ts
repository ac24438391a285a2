import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { bucketOf, deleteAll } from '../../ground/bucket/bucket.ts'
import { now } from '../../ground/db/columns.ts'
import { errorName, logError } from '../../ground/http/log.ts'
import { ensureChanged } from '../../ground/write/guards.ts'
import { NO_PLACE, type Place } from '../../ground/write/place.ts'
import { purgeWhile } from '../../ground/write/retention.ts'
import { hasStatementBudget } from '../../ground/write/system.ts'
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
export async function eraseOrgs(c: WorkContext, place: Place = NO_PLACE): Promise<boolean> {
	const isBookingBehind = await bookOlder(c, place)
	const areObjectsLeft = await deleteReplaced(c)
	const failed: unknown[] = []
	const due = await nextDue(c)
	const isBehind = await purgeWhile(c, async () => {
		const deletion = due.shift()
		if (!deletion) return false
		try {
			const isLeft = await erase(c, deletion)
			if (isLeft) due.push(isLeft)
		} catch (error) {
			logError({ erasure: deletion.org_id, trace_id: c.var.trace_id, error: errorName(error) })
			failed.push(error)
		}
		return due.length > 0
	})
	if (failed.length > 0) throw failed[0]
	return isBehind || isBookingBehind || areObjectsLeft || due.length === ORGS
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
	return place !== NO_PLACE && found.last - after >= BOOKED
}

/** Begins the erasure of what is due, so that nobody restores it from now on, and returns some of it. */
async function nextDue(c: WorkContext): Promise<Deletion[]> {
	const { db } = c.var
	const { erase_at, erased_at, next_table } = orgDeletions
	const isDue = and(isNull(erased_at), lte(erase_at, now()))
	const { due } = await write(c, {
		begun: db
			.update(orgDeletions)
			.set({ next_table: STEPS[0] ?? null })
			.where(and(isDue, isNull(next_table))),
		due: db.select().from(orgDeletions).where(isDue).orderBy(asc(erase_at)).limit(ORGS),
	})
	return due
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
	for (const { key } of old) {
		if (!hasStatementBudget(c)) return true
		await bucket.delete(key)
		await write(c, { deleted: c.var.db.delete(replacedObjects).where(eq(replacedObjects.key, key)) })
	}
	return old.length === OBJECTS
}
