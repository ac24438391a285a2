import { and, desc, eq, isNull, gt } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { bucketOf, DamagedObject, verifyObject } from '../../ground/bucket/bucket.ts'
import { now } from '../../ground/db/columns.ts'
import { hasStatementBudget } from '../../ground/write/system.ts'
import { write } from '../../ground/write/write.ts'
import { manifestIn, Refusal } from './check.ts'
import type { Backup } from './copy.ts'
import { backups } from './table.ts'

/** How long one tick checks. A large backup takes several ticks. */
const TICK_MS = 30_000
/** How many parts are checked between two records of the progress. */
const PARTS = 20

/**
 * The job: checks that the newest backup can be restored. Ends with an error that names the backup if it can't. Returns whether
 * parts are left: the next tick continues.
 */
export async function checkNewest(c: WorkContext): Promise<boolean> {
	const bucket = bucketOf(c.env)
	const backup = bucket && (await toCheck(c))
	if (!bucket || !backup) return false
	const until = Date.now() + TICK_MS
	let done = backup.checked_part_count
	try {
		const { parts } = await manifestIn(bucket, backup.id)
		while (done < parts.length) {
			for (const part of parts.slice(done, done + PARTS)) await verifyObject(bucket, part)
			done = Math.min(done + PARTS, parts.length)
			await note(c, backup, { checked_part_count: done, checked_at: null })
			if (done < parts.length && (Date.now() >= until || !hasStatementBudget(c))) return true
		}
		await note(c, backup, { checked_at: now(), check_error: null })
		return false
	} catch (error) {
		const isDamaged = error instanceof DamagedObject
		if (!isDamaged && !(error instanceof Refusal)) throw error
		const check_error = (isDamaged ? error.name : 'backups.no_manifest') as Backup['check_error']
		await note(c, backup, { checked_at: now(), check_error })
		throw Object.assign(new Error('The backup is damaged'), { name: `backups.damaged:${backup.id}` })
	}
}

/** The backup whose check has begun, or the newest one, whose check begins again. */
async function toCheck(c: WorkContext): Promise<Backup | undefined> {
	const { db } = c.var
	const isCompleted = eq(backups.status, 'completed')
	const hasBegun = and(isNull(backups.checked_at), gt(backups.checked_part_count, 0))
	const [[begun], [newest]] = await db.batch([
		db.select().from(backups).where(and(isCompleted, hasBegun)).orderBy(desc(backups.id)).limit(1),
		db.select().from(backups).where(isCompleted).orderBy(desc(backups.id)).limit(1),
	])
	return begun ?? (newest && { ...newest, checked_part_count: 0 })
}

const note = (c: WorkContext, { id }: Backup, set: Partial<Backup>) =>
	write(c, { noted: c.var.db.update(backups).set(set).where(eq(backups.id, id)) })
