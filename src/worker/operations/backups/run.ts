import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { bucketOf, deleteAll } from '../../ground/bucket/bucket.ts'
import { DAY_MS, fromNow, newId, now } from '../../ground/db/columns.ts'
import { insertFrom } from '../../ground/db/insert-from.ts'
import { SCHEMA_VERSION } from '../../ground/db/schema-version.ts'
import { eachOf, eachPart } from '../../ground/write/each.ts'
import { hasStatementBudget } from '../../ground/write/system.ts'
import { tryWrite, write } from '../../ground/write/write.ts'
import { type Backup, complete, copyPart } from './copy.ts'
import { folderOf, manifestOf } from './manifest.ts'
import { backupParts, backups } from './table.ts'
import { COPIED } from './tables.ts'

/** How long one tick copies. A larger database takes several ticks. */
const TICK_MS = 30_000
/** A backup that takes longer has failed, because moving runs to the archive waits for it. */
const MAX_MS = DAY_MS

export const newBackup = (kind: Backup['kind'], created_by: string | null) => ({
	id: newId('bkp'),
	kind,
	status: 'running' as const,
	error: null,
	schema_version: SCHEMA_VERSION,
	next_table: COPIED[0] ?? null,
	next_key: null,
	table_count: 0,
	part_count: 0,
	row_count: 0,
	byte_count: 0,
	day: kind === 'daily' ? now().slice(0, 10) : null,
	created_by,
	created_at: now(),
	completed_at: null,
	checked_part_count: 0,
	checked_at: null,
	check_error: null,
})

/** The job: starts the daily backup, continues a running one, and deletes old ones. Without a bucket it does nothing. */
export async function backUp(c: WorkContext, part_chars?: number): Promise<void> {
	const bucket = bucketOf(c.env)
	if (!bucket || !(await hasOwnSchema(c))) return
	await giveUp(c)
	// An index refuses this if the day already has its backup, or if another one is running.
	const begun = insertFrom(
		c.var.db,
		backups,
		newBackup('daily', null),
		sql`(SELECT 1) WHERE EXISTS (SELECT 1 FROM users)`,
	)
	await tryWrite(c, { begun })
	await eachPart(c, { copy: () => carryOn(c, bucket, part_chars), old: () => deleteOld(c, bucket) })
}

/** A backup waits between a migration and its deployment: its rows wouldn't match the schema that it names. */
async function hasOwnSchema({ var: { db } }: WorkContext): Promise<boolean> {
	const newest = await db.get<{ name: string }>(sql`SELECT name FROM d1_migrations ORDER BY name DESC LIMIT 1`)
	return newest.name === `${SCHEMA_VERSION}.sql`
}

async function carryOn(c: WorkContext, bucket: R2Bucket, part_chars?: number): Promise<void> {
	const until = Date.now() + TICK_MS
	for (let first = true; first || (Date.now() < until && hasStatementBudget(c)); first = false) {
		const [backup] = await c.var.db.select().from(backups).where(eq(backups.status, 'running')).limit(1)
		if (!backup) return
		if (backup.next_table === null) await complete(c, bucket, backup)
		else await copyPart(c, bucket, backup, part_chars)
	}
}

/** Fails backups that can't complete: those that took too long, and those that began under another schema. */
async function giveUp(c: WorkContext): Promise<void> {
	const { db } = c.var
	const [running] = await db.select().from(backups).where(eq(backups.status, 'running')).limit(1)
	if (!running) return
	const isOld = running.created_at < fromNow(-MAX_MS)
	if (!isOld && running.schema_version === SCHEMA_VERSION) return
	const error = isOld ? 'backups.took_too_long' : 'backups.schema_changed'
	await write(c, { failed: db.update(backups).set({ status: 'failed', error }).where(eq(backups.id, running.id)) })
}

/** Keeps every backup of the last seven days, the newest of each of the four weeks before, and failed ones for a day. */
async function deleteOld(c: WorkContext, bucket: R2Bucket): Promise<void> {
	const { db } = c.var
	const ended = await db
		.select({ id: backups.id, status: backups.status, created_at: backups.created_at })
		.from(backups)
		.where(and(inArray(backups.status, ['completed', 'failed']), lt(backups.created_at, fromNow(-DAY_MS))))
		.orderBy(desc(backups.created_at))
	const old = outdated(ended).map((id) => ({ id }))
	await eachOf(c, old, 'id', async ({ id }) => {
		// Without its manifest it no longer counts as a backup, so the manifest goes first.
		await bucket.delete(manifestOf(id))
		await deleteAll(bucket, folderOf(id))
		await write(c, {
			parts: db.delete(backupParts).where(eq(backupParts.backup_id, id)),
			backup: db.delete(backups).where(eq(backups.id, id)),
		})
	})
}

const DAYS = 7
const WEEKS = 4

/** The ids to delete among backups older than a day, newest first. For a calendar week we keep the newest one. */
export function outdated(ended: Pick<Backup, 'id' | 'status' | 'created_at'>[]): string[] {
	const weeks = new Set<number>()
	return ended.flatMap(({ id, status, created_at }) => {
		if (status === 'failed') return [id]
		const made = Date.parse(created_at)
		const age_days = (Date.now() - made) / DAY_MS
		if (age_days < DAYS) return []
		const week = Math.floor(made / (7 * DAY_MS))
		if (age_days >= DAYS + 7 * WEEKS || weeks.has(week)) return [id]
		weeks.add(week)
		return []
	})
}
