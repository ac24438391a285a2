import { and, eq, sql } from 'drizzle-orm'
import { now } from '../../ground/db/columns.ts'
import { allOf, exists, stateOf } from '../../ground/db/state.ts'
import { dear, signedIn } from '../../ground/http/access.ts'
import { query, returns, routes } from '../../ground/http/contract.ts'
import { existing, notFound } from '../../ground/http/errors.ts'
import { taggedJson } from '../../ground/http/etag.ts'
import { Ok } from '../../ground/http/fields.ts'
import { openPage } from '../../ground/http/page.ts'
import { ensure } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import type { Principal } from '../../principal.ts'
import { notifications } from '../notices/table.ts'
import { MarkedRead, Notification, NotificationFilter, NotificationQuery, Notifications } from './schema.ts'
import {
	existsToAll,
	idToAll,
	isToAllOf,
	isUnreadToAll,
	markAll,
	markEach,
	selectCountToAll,
	selectToAll,
	stateToAll,
} from './to-all.ts'
import { countUnread, isNewestOf, isOfType, isOwnOf, isUnreadOf, isVisible, selectNotifications } from './visible.ts'

const { id, read_at } = notifications

export const notificationRoutes = routes()

notificationRoutes.get(
	'/',
	signedIn(),
	query(NotificationQuery),
	returns(
		200,
		Notifications,
		'List your notifications; the header X-Unread-Count gives the number of unread ones, 1,000 at most',
		{
			headers: { 'X-Unread-Count': 'The number of your unread notifications; 1000 stands for a thousand or more' },
		},
	),
	async (c) => {
		const { principal, db } = c.var
		const { unread_only, type, ...paging } = c.req.valid('query')
		const page = openPage(c, paging)
		const isMine = isOwnOf(principal)
		const where = and(isMine, isOfType(type), isVisible, page.before(id))
		const ofType = type !== undefined && and(isMine, isNewestOf(where, page.limit, unread_only))
		const unread = () => and(isMine, isUnreadOf(where, sql`ORDER BY ${id} DESC LIMIT ${page.limit}`))
		const listed = ofType || (unread_only ? unread() : where)
		const isUnread = isUnreadToAll(principal)
		const toAll = and(isToAllOf(principal, type), page.before(idToAll), unread_only ? isUnread : undefined)
		const [rows, rowsToAll, [counted]] = await db.batch([
			selectNotifications(db, listed, page.limit),
			selectToAll(db, toAll, page.limit),
			countUnread(db, isMine, allOf(isToAllOf(principal), isUnread)),
		])
		c.header('X-Unread-Count', String(counted?.unread ?? 0))
		return c.json({ data: page.close(newestFirst([...rows, ...rowsToAll]).slice(0, page.limit), (row) => row.id) })
	},
)

notificationRoutes.patch(
	'/',
	signedIn(),
	dear('user'),
	query(NotificationFilter),
	returns(200, MarkedRead, 'Mark all your notifications as read, or those of one type', {
		isAudited: false,
		isTagged: false,
		isMatched: false,
	}),
	async (c) => {
		const { principal, db } = c.var
		const { type } = c.req.valid('query')
		const isMine = isOwnOf(principal)
		const unread = and(isMine, isUnreadOf(and(isMine, isOfType(type), isVisible)))
		const toAll = allOf(isToAllOf(principal, type), isUnreadToAll(principal))
		const counted = await write(c, {
			toAll: selectCountToAll(db, toAll),
			mark: markAll(db, toAll),
			read: db.update(notifications).set({ read_at: now() }).where(unread),
		})
		return c.json({ ok: true as const, count: counted.read.meta.changes + (counted.toAll[0]?.count ?? 0) })
	},
)

notificationRoutes.get(
	'/:notification_id',
	signedIn(),
	returns(200, Notification, 'Read one of your notifications'),
	async (c) => {
		const { own, toAll } = whichIs(c.var.principal, c.req.param('notification_id'))
		const { db } = c.var
		const [notification] = (await db.batch([selectNotifications(db, own, 1), selectToAll(db, toAll, 1)])).flat()
		return taggedJson(c, existing(notification, 'Notification'))
	},
)

notificationRoutes.patch(
	'/:notification_id',
	signedIn(),
	returns(200, Ok, 'Mark a notification as read', { isAudited: false }),
	async (c) => {
		const notification_id = c.req.param('notification_id')
		const { own, toAll } = whichIs(c.var.principal, notification_id)
		const firstReadAt = sql`coalesce(${read_at}, ${now()})`
		const parts = {
			found: ensure(c, sql`${exists(notifications, own)} OR ${existsToAll(toAll)}`),
			read: c.var.db.update(notifications).set({ read_at: firstReadAt }).where(own),
			mark: markEach(c.var.db, allOf(toAll, isUnreadToAll(c.var.principal))),
		}
		const state = sql`coalesce(${stateOf(notifications, own)}, ${stateToAll(toAll)})`
		await write(c, parts, {
			resource: { target: notifications, target_id: notification_id, state },
			otherwise: notFound('Notification'),
		})
		return c.json({ ok: true as const })
	},
)

/** Match the caller's notification with this id: its row, or its broadcast to all. */
const whichIs = (principal: Principal, notification_id: string) => ({
	own: allOf(isOwnOf(principal), eq(id, notification_id), isVisible),
	toAll: allOf(isToAllOf(principal), sql`${idToAll} = ${notification_id}`),
})

const newestFirst = <Row extends { id: string }>(rows: Row[]) => rows.toSorted((a, b) => (a.id < b.id ? 1 : -1))
