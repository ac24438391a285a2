import { and, desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import * as z from 'zod'
import { commit } from '../../write/commit.ts'
import { newId, now } from '../../db/columns.ts'
import { allOf, jsonObject } from '../../db/state.ts'
import type { App } from '../../context.ts'
import { body, query, returns } from '../../http/contract.ts'
import { invalid, notFound } from '../../http/errors.ts'
import { taggedJson } from '../../http/etag.ts'
import { openPage, PageQuery } from '../../http/page.ts'
import { orgs } from '../../identity/orgs/table.ts'
import { openParts } from './fan-out.ts'
import { Broadcast, CreateBroadcast } from './schema.ts'
import { broadcasts, broadcastShards } from './table.ts'
import { requires } from '../../http/access.ts'
import { ensure, ensureChanged } from '../../write/guards.ts'

const { through_seq: _seq, deleted_at, ...shown } = getTableColumns(broadcasts)
const { body: _body, ...audited } = getTableColumns(broadcasts)

export const broadcastRoutes = new Hono<App>()

broadcastRoutes.post(
	'/',
	requires('platform_admin'),
	body(CreateBroadcast),
	returns(202, Broadcast, 'Notify everyone, or the members of an org'),
	async (c) => {
		const { target, ...content } = c.req.valid('json')
		const target_id = target === 'all' ? null : target
		const record = {
			id: newId('brd'),
			...content,
			target_type: target_id === null ? ('all' as const) : ('org' as const),
			target_id,
			status: 'pending' as const,
			sent_count: 0,
			created_by: c.var.principal.user_id,
			created_at: now(),
		}
		const newest = sql`(SELECT coalesce(max(u.seq), 0) FROM users u)`
		const isOrg = sql`EXISTS (SELECT 1 FROM ${orgs} WHERE ${eq(orgs.id, target)})`
		const known = target_id === null ? [] : [ensure(c, isOrg)]
		await commit(c, [...known, c.var.db.insert(broadcasts).values({ ...record, through_seq: newest })], {
			audit: auditOf('create', record.id),
			answer: { status: 202, body: record },
			otherwise: invalid([{ path: 'target', message: 'Must be all or the id of an org' }]),
		})
		c.executionCtx.waitUntil(start(c.env, record.id))
		return c.json(record, 202)
	},
)

broadcastRoutes.get(
	'/',
	requires('platform_admin'),
	query(PageQuery),
	returns(200, z.array(Broadcast), 'List broadcasts'),
	async (c) => {
		const page = openPage(c, c.req.valid('query'))
		const rows = await c.var.db
			.select(shown)
			.from(broadcasts)
			.where(and(isNull(deleted_at), page.before(broadcasts.id)))
			.orderBy(desc(broadcasts.id))
			.limit(page.limit)
		return c.json(page.close(rows, ({ id }) => id))
	},
)

broadcastRoutes.get(
	'/:broadcast_id',
	requires('platform_admin'),
	returns(200, Broadcast, 'Read a broadcast and how far it has come'),
	async (c) => {
		const [broadcast] = await c.var.db
			.select(shown)
			.from(broadcasts)
			.where(present(c.req.param('broadcast_id')))
			.limit(1)
		if (!broadcast) throw notFound('Broadcast')
		return taggedJson(c, broadcast)
	},
)

broadcastRoutes.delete(
	'/:broadcast_id',
	requires('platform_admin'),
	returns(204, undefined, 'Delete a broadcast: what is not sent never is, and its notifications are hidden'),
	async (c) => {
		const id = c.req.param('broadcast_id')
		const status = sql`iif(${broadcasts.status} IN ('pending', 'sending'), 'cancelled', ${broadcasts.status})`
		const remove = c.var.db.update(broadcasts).set({ deleted_at: now(), status }).where(present(id))
		const rest = c.var.db.delete(broadcastShards).where(openParts(id))
		await commit(c, [remove, ensureChanged(c), rest], {
			audit: auditOf('delete', id),
			otherwise: notFound('Broadcast'),
		})
		return c.body(null, 204)
	},
)

const present = (id: string) => allOf(eq(broadcasts.id, id), isNull(deleted_at))

// The text of a broadcast never changes and may be long, so the log does without it.
const auditOf = (verb: string, id: string) => ({
	action: `broadcasts.${verb}`,
	target: broadcasts,
	target_id: id,
	state: sql`(SELECT ${jsonObject(audited)} FROM ${broadcasts} WHERE ${eq(broadcasts.id, id)})`,
})

/** A message that is lost is no loss: cron finds what is pending. */
const start = (env: Env, broadcast_id: string) =>
	env.BROADCAST_QUEUE.send({ broadcast_id }).then(
		() => undefined,
		() => undefined,
	)
