import { sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { DAY_MS, fromNow } from '../../db/columns.ts'
import { write } from '../../write/write.ts'
import { notifications } from './table.ts'

/** How long a notification is kept, read or not. A broadcast is kept as long as its notifications. */
export const NOTIFICATIONS_KEPT_MS = 180 * DAY_MS

/** Rows that a statement deletes, and statements that a run sends: a backlog takes several runs. */
const CHUNK = 1_000
const CHUNKS = 10

/** Deletes notifications that are 180 days old. Those of a broadcast have no time of their own: they go with the broadcast. */
export async function purgeNotifications(c: WorkContext): Promise<void> {
	const before = fromNow(-NOTIFICATIONS_KEPT_MS)
	const old = sql`(user_id, id) IN (SELECT o.user_id, o.id FROM notifications o WHERE o.created_at < ${before} LIMIT ${CHUNK})`
	for (let chunk = 0; chunk < CHUNKS; chunk += 1) {
		const { deleted } = await write(c, { deleted: c.var.db.delete(notifications).where(old) })
		if (deleted.meta.changes < CHUNK) return
	}
}
