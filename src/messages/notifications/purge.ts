import { sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { DAY_MS, fromNow } from '../../db/columns.ts'
import { purgeWhile } from '../../write/retention.ts'
import { write } from '../../write/write.ts'
import { notifications } from './table.ts'

/** How long a notification is kept, read or not. A broadcast is kept as long as its notifications. */
export const NOTIFICATIONS_KEPT_MS = 180 * DAY_MS

/** Rows that a statement deletes. */
const CHUNK = 1_000

/**
 * Deletes notifications that are 180 days old. Those of a broadcast have no time of their own: they go with the broadcast. Gives
 * whether rows are left.
 */
export function purgeNotifications(c: WorkContext): Promise<boolean> {
	const before = fromNow(-NOTIFICATIONS_KEPT_MS)
	const old = sql`(user_id, id) IN (SELECT o.user_id, o.id FROM notifications o WHERE o.created_at < ${before} LIMIT ${CHUNK})`
	return purgeWhile(async () => {
		const { deleted } = await write(c, { deleted: c.var.db.delete(notifications).where(old) })
		return deleted.meta.changes === CHUNK
	})
}
