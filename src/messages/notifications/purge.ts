import { sql } from 'drizzle-orm'
import { commit } from '../../write/commit.ts'
import { fromNow } from '../../db/columns.ts'
import { notifications } from './table.ts'
import type { WorkContext } from '../../context.ts'

/** How long a notification is kept, whether it was read or not; a broadcast as long as its notifications. */
export const KEPT_MS = 180 * 86_400_000

/** Rows a statement deletes, and statements a run sends: a backlog goes in several runs. */
const CHUNK = 1_000
const CHUNKS = 10

/** Deletes the notifications that have been kept for long enough; those of broadcasts have no time and go with them. */
export async function purgeNotifications(c: WorkContext): Promise<void> {
	const old = sql`(user_id, id) IN (SELECT o.user_id, o.id FROM notifications o WHERE o.created_at < ${fromNow(-KEPT_MS)} LIMIT ${CHUNK})`
	for (let chunk = 0; chunk < CHUNKS; chunk += 1) {
		const [{ meta }] = await commit(c, [c.var.db.delete(notifications).where(old)], {})
		if (meta.changes < CHUNK) return
	}
}
