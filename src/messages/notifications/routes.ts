import { and, eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { App } from '../../context.ts'
import { now } from '../../db/columns.ts'
import { allOf } from '../../db/state.ts'
import { signedIn } from '../../http/access.ts'
import { query, returns } from '../../http/contract.ts'
import { notFound } from '../../http/errors.ts'
import { taggedJson } from '../../http/etag.ts'
import { Ok } from '../../http/fields.ts'
import { openPage } from '../../http/page.ts'
import { ensureChanged } from '../../write/guards.ts'
import { write } from '../../write/write.ts'
import { MarkedRead, Notification, NotificationFilter, NotificationQuery, Notifications } from './schema.ts'
import { notifications } from './table.ts'
import { countUnread, isOfType, isOwnOf, isUnreadOf, isVisible, selectNotifications } from './visible.ts'

const { id, read_at } = notifications

export const notificationRoutes = new Hono<App>()

notificationRoutes.get(
	'/',
	signedIn(),
	query(NotificationQuery),
	returns(200, Notifications, 'List your notifications; the header X-Unread-Count gives the number of unread ones'),
	async (c) => {
		const { unread_only, type, ...paging } = c.req.valid('query')
		const page = openPage(c, paging)
		const isMine = isOwnOf(c.var.principal)
		const where = and(isMine, isOfType(type), isVisible, page.before(id))
		const firstUnread = isUnreadOf(where, sql`ORDER BY ${id} DESC LIMIT ${page.limit}`)
		const [rows, [counted]] = await c.var.db.batch([
			selectNotifications(c.var.db, unread_only ? and(isMine, firstUnread) : where, page.limit),
			countUnread(c.var.db, isMine),
		])
		c.header('X-Unread-Count', String(counted?.unread ?? 0))
		return c.json({ data: page.close(rows, (row) => row.id) })
	},
)

notificationRoutes.patch(
	'/',
	signedIn(),
	query(NotificationFilter),
	returns(200, MarkedRead, 'Mark all your notifications as read, or those of one type'),
	async (c) => {
		const { type } = c.req.valid('query')
		const isMine = isOwnOf(c.var.principal)
		const unread = and(isMine, isUnreadOf(and(isMine, isOfType(type), isVisible)))
		const { read } = await write(c, {
			read: c.var.db.update(notifications).set({ read_at: now() }).where(unread),
		})
		return c.json({ ok: true as const, count: read.meta.changes })
	},
)

notificationRoutes.get(
	'/:notification_id',
	signedIn(),
	returns(200, Notification, 'Read one of your notifications'),
	async (c) => {
		const where = and(isOwnOf(c.var.principal), eq(id, c.req.param('notification_id')), isVisible)
		const [notification] = await selectNotifications(c.var.db, where, 1)
		if (!notification) throw notFound('Notification')
		return taggedJson(c, notification)
	},
)

notificationRoutes.patch(
	'/:notification_id',
	signedIn(),
	returns(200, Ok, 'Mark a notification as read'),
	async (c) => {
		const notification_id = c.req.param('notification_id')
		const where = allOf(isOwnOf(c.var.principal), eq(id, notification_id), isVisible)
		const firstReadAt = sql`coalesce(${read_at}, ${now()})`
		const parts = {
			read: c.var.db.update(notifications).set({ read_at: firstReadAt }).where(where),
			found: ensureChanged(c),
		}
		await write(c, parts, {
			resource: { target: notifications, target_id: notification_id, where },
			otherwise: notFound('Notification'),
		})
		return c.json({ ok: true as const })
	},
)
