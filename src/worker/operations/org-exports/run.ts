import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { bucketOf, DamagedObject, deleteAll } from '../../ground/bucket/bucket.ts'
import { DAY_MS, fromNow, now } from '../../ground/db/columns.ts'
import { eachOf, eachPart } from '../../ground/write/each.ts'
import { ensureChanged } from '../../ground/write/guards.ts'
import { nextRows, type Place } from '../../ground/write/place.ts'
import { hasStatementBudget } from '../../ground/write/system.ts'
import { tryWrite, write } from '../../ground/write/write.ts'
import { orgExportParts, orgExports } from '../org-rows/table.ts'
import { type Export, folderOf, stillAt, writePart } from './part.ts'

/** How long one tick writes. A larger export takes several ticks. */
const TICK_MS = 30_000
/** An export that takes longer has failed. */
const MAX_MS = DAY_MS
const KEPT_MS = 7 * DAY_MS
const PURGED = 20

/**
 * The job: continues the running exports, each by a part in turn, and deletes the objects of those that expired or failed. Without a
 * bucket it does nothing. Returns whether work is left.
 */
export async function exportOrgs(c: WorkContext, place: Place): Promise<boolean> {
	const bucket = bucketOf(c.env)
	if (!bucket) return false
	return eachPart(c, { purge: () => purge(c, bucket, place), continue: () => carryOn(c, bucket) })
}

async function carryOn(c: WorkContext, bucket: R2Bucket): Promise<boolean> {
	const until = Date.now() + TICK_MS
	const failed = new Set<string>()
	let isLeft = true
	const running = async function* () {
		while (isLeft && Date.now() < until && hasStatementBudget(c)) {
			const isLeftOut = sql`${orgExports.id} IN (SELECT value FROM json_each(${JSON.stringify([...failed])}))`
			const [next] = await c.var.db
				.select()
				.from(orgExports)
				.where(and(eq(orgExports.status, 'running'), isNull(orgExports.purged_at), sql`NOT ${isLeftOut}`))
				.orderBy(asc(orgExports.moved_at))
				.limit(1)
			if (next) yield next
			else isLeft = false
		}
	}
	await eachOf(c, running(), 'id', async (at) => {
		failed.add(at.id)
		await step(c, bucket, at)
		failed.delete(at.id)
	})
	return isLeft
}

async function step(c: WorkContext, bucket: R2Bucket, at: Export): Promise<void> {
	try {
		if (at.created_at < fromNow(-MAX_MS)) await end(c, at, 'failed', 'exports.took_too_long')
		else if (at.next_table === null) await end(c, at, 'completed', null)
		else await writePart(c, bucket, at)
	} catch (error) {
		if (error instanceof DamagedObject) return void (await end(c, at, 'failed', error.name))
		// Its next turn is after those of all others, in the next ticks too.
		await write(c, {
			moved: c.var.db.update(orgExports).set({ moved_at: now() }).where(stillAt(at)),
		})
		throw error
	}
}

const end = (c: WorkContext, at: Export, status: 'completed' | 'failed', error: string | null) =>
	tryWrite(c, {
		ended: c.var.db
			.update(orgExports)
			.set({ status, error, completed_at: now(), expires_at: fromNow(KEPT_MS) })
			.where(stillAt(at)),
		guard: ensureChanged(c),
	})

/** Expires exports, and deletes the objects of those that nobody can read. Returns whether some are left. */
async function purge(c: WorkContext, bucket: R2Bucket, place: Place): Promise<boolean> {
	const { db } = c.var
	const { id, org_id, status, purged_at } = orgExports
	const isKept = isNull(purged_at)
	const isOver = and(isKept, eq(status, 'completed'), lte(orgExports.expires_at, now()))
	await write(c, { expired: db.update(orgExports).set({ status: 'expired' }).where(isOver) })
	const gone = await nextRows(c, place, [id], PURGED, (isNext) =>
		db
			.select({ id, org_id })
			.from(orgExports)
			.where(and(isKept, inArray(status, ['expired', 'failed']), isNext)),
	)
	await eachOf(c, gone, 'id', async (one) => {
		await deleteAll(bucket, folderOf(one))
		await write(c, {
			parts: db.delete(orgExportParts).where(eq(orgExportParts.export_id, one.id)),
			purged: db.update(orgExports).set({ purged_at: now() }).where(eq(id, one.id)),
		})
	})
	return gone.length === PURGED
}

/** The statement that ends all exports of an org. The job deletes their objects. */
export const expireExports = ({ var: { db } }: WorkContext, org_id: string) =>
	db
		.update(orgExports)
		.set({ status: 'expired', expires_at: now() })
		.where(and(eq(orgExports.org_id, org_id), inArray(orgExports.status, ['running', 'completed'])))
