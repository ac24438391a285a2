import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { broadcasts } from '../broadcasts/table.ts'
import { commit } from '../../write/commit.ts'
import { now } from '../../db/columns.ts'
import type { App } from '../../context.ts'
import { query, returns } from '../../http/contract.ts'
import { notFound } from '../../http/errors.ts'
import { Ok } from '../../http/fields.ts'
import { openPage } from '../../http/page.ts'
import { MarkedRead, NotificationFilter, NotificationQuery, Notifications } from './schema.ts'
import { notifications } from './table.ts'
import { isOfType, isUnreadOf, isVisible, shown, unreadRows } from './visible.ts'
import { signedIn } from '../../http/access.ts'
import { ensureChanged } from '../../write/guards.ts'

const { id, user_id, read_at, broadcast_id } = notifications

export const notificationRoutes = new Hono<App>()

notificationRoutes.get(
	'/',
	signedIn(),
	query(NotificationQuery),
	returns(200, Notifications, 'List your notifications; X-Unread-Count says how many are not read'),
	async (c) => {
		const { unread_only, type, ...paging } = c.req.valid('query')
		const page = openPage(c, paging)
		const mine = eq(user_id, c.var.principal.user_id)
		const meant = and(mine, isOfType(type), isVisible, page.before(id))
		const firstUnread = isUnreadOf(meant, sql`ORDER BY ${id} DESC LIMIT ${page.limit}`)
		const [rows, [counted]] = await c.var.db.batch([
			c.var.db
				.select(shown)
				.from(notifications)
				.leftJoin(broadcasts, eq(broadcasts.id, broadcast_id))
				.where(unread_only ? and(mine, firstUnread) : meant)
				.orderBy(desc(id))
				.limit(page.limit),
			c.var.db
				.select({ unread: sql<number>`count(*)`.as('unread') })
				.from(unreadRows)
				.where(and(mine, isNull(read_at), isVisible)),
		])
		c.header('X-Unread-Count', String(counted?.unread ?? 0))
		return c.json({ data: page.close(rows, (row) => row.id) })
	},
)

notificationRoutes.patch(
	'/',
	signedIn(),
	query(NotificationFilter),
	returns(200, MarkedRead, 'Mark all your notifications as read, or those of a type'),
	async (c) => {
		const { type } = c.req.valid('query')
		const mine = eq(user_id, c.var.principal.user_id)
		const read = c.var.db
			.update(notifications)
			.set({ read_at: now() })
			.where(and(mine, isUnreadOf(and(mine, isOfType(type), isVisible))))
		const [{ meta }] = await commit(c, [read], {})
		return c.json({ ok: true as const, count: meta.changes })
	},
)

notificationRoutes.patch(
	'/:notification_id',
	signedIn(),
	returns(200, Ok, 'Mark a notification as read'),
	async (c) => {
		const mine = and(eq(user_id, c.var.principal.user_id), eq(id, c.req.param('notification_id')), isVisible)
		const read = c.var.db
			.update(notifications)
			.set({ read_at: sql`coalesce(${read_at}, ${now()})` })
			.where(mine)
		await commit(c, [read, ensureChanged(c)], { otherwise: notFound('Notification') })
		return c.json({ ok: true as const })
	},
)
