import { sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { fromNow } from '../../ground/db/columns.ts'
import { purgeWhile } from '../../ground/write/retention.ts'
import { write } from '../../ground/write/write.ts'
import { lastSentToAll } from '../broadcasts/fan-out.ts'
import { broadcastAbsences } from '../broadcasts/table.ts'
import { broadcastMarks, NOTIFICATIONS_KEPT_MS, notifications } from '../notices/table.ts'

/** How many rows a statement deletes. */
const CHUNK = 1_000

/**
 * Deletes notifications that are 180 days old, and the users' read markers and suspension periods for broadcasts to all that are
 * gone. The notifications of a broadcast to an org have no time of their own: they go with the broadcast. Returns whether rows
 * are left.
 */
export function purgeNotifications(c: WorkContext): Promise<boolean> {
	const { db } = c.var
	const before = fromNow(-NOTIFICATIONS_KEPT_MS)
	const old = sql`(user_id, id) IN (SELECT o.user_id, o.id FROM notifications o WHERE o.created_at < ${before} LIMIT ${CHUNK})`
	return purgeWhile(c, async () => {
		const deleted = await write(c, {
			notifications: db.delete(notifications).where(old),
			marks: db.delete(broadcastMarks).where(oldMarks),
			suspensions: db.delete(broadcastAbsences).where(oldAbsences),
		})
		return Object.values(deleted).some(({ meta }) => meta.changes >= CHUNK)
	})
}

/** The lowest number of a broadcast to all that somebody can see, now or later. */
const firstToAll = sql`coalesce((SELECT min(b.sent_number) FROM broadcasts b INDEXED BY broadcasts_to_all
	WHERE b.sent_number IS NOT NULL AND b.deleted_at IS NULL), ${lastSentToAll} + 1)`

const oldMarks = sql`(user_id, covers_earlier, sent_number) IN (SELECT m.user_id, m.covers_earlier, m.sent_number
	FROM broadcast_marks m WHERE m.sent_number < ${firstToAll} LIMIT ${CHUNK})`

const oldAbsences = sql`(user_seq, after_number) IN (SELECT a.user_seq, a.after_number
	FROM broadcast_absences a WHERE a.through_number < ${firstToAll} LIMIT ${CHUNK})`
