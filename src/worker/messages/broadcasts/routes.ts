import { and, desc, eq, getTableColumns, isNotNull, isNull, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Caller, WorkContext } from '../../context.ts'
import { newId, now } from '../../ground/db/columns.ts'
import { allOf, jsonObject } from '../../ground/db/state.ts'
import { lacking, requires, stepUp } from '../../ground/http/access.ts'
import { body, query, returns, routes } from '../../ground/http/contract.ts'
import { existing, invalid, notFound } from '../../ground/http/errors.ts'
import { taggedJson } from '../../ground/http/etag.ts'
import { must } from '../../ground/http/must.ts'
import { openPage, PageQuery } from '../../ground/http/page.ts'
import type { VerbOf } from '../../ground/write/actions.ts'
import { afterwards } from '../../ground/write/afterwards.ts'
import type { Effect } from '../../ground/write/effects.ts'
import { ensureChanged, ensureExists } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import type { Principal } from '../../principal.ts'
import { isOpen } from '../../tenancy/orgs/access.ts'
import { orgs } from '../../tenancy/orgs/table.ts'
import { actorOf } from '../../tenancy/principals/actor.ts'
import { countRecipients, openShards } from './fan-out.ts'
import { start } from './queue.ts'
import { Broadcast, CreateBroadcast } from './schema.ts'
import { broadcasts, broadcastShards } from './table.ts'

const { through_seq: _seq, sent_number: _number, deleted_at, ...columns } = getTableColumns(broadcasts)
const { body: _body, ...audited } = getTableColumns(broadcasts)

export const broadcastRoutes = routes()

broadcastRoutes.post(
	'/',
	requires('people.write', 'platform.write'),
	body(CreateBroadcast),
	returns(202, Broadcast, 'Notify all users, or the members of one org', { isInParts: true }),
	async (c) => {
		const broadcast = newBroadcast(c.req.valid('json'), actorOf(c.var.principal))
		const { id, target_id } = broadcast
		if (target_id === null) requireToAll(c.var.principal)
		const parts = {
			org: target_id !== null && ensureExists(c, orgs, isOpen(target_id)),
			broadcast: c.var.db.insert(broadcasts).values({ ...broadcast, through_seq: newestUser }),
		}
		await write(c, parts, {
			audit: auditOf('create', id),
			response: { status: 202, body: broadcast },
			otherwise: invalid([{ path: 'target', message: must.all_or_org }]),
		})
		await afterwards(
			c,
			() => effectOf(c, target_id),
			() => c.executionCtx.waitUntil(start(c, id)),
		)
		return c.json(broadcast, 202)
	},
)

broadcastRoutes.get(
	'/',
	requires('platform.read'),
	query(PageQuery),
	returns(200, z.array(Broadcast), 'List broadcasts'),
	async (c) => {
		const page = openPage(c, c.req.valid('query'))
		const rows = await c.var.db
			.select(columns)
			.from(broadcasts)
			.where(and(isNull(deleted_at), page.before(broadcasts.id)))
			.orderBy(desc(broadcasts.id))
			.limit(page.limit)
		return c.json(page.close(rows, ({ id }) => id))
	},
)

broadcastRoutes.get(
	'/:broadcast_id',
	requires('platform.read'),
	returns(200, Broadcast, 'Read a broadcast with its status and the number of notifications sent'),
	async (c) => {
		const [broadcast] = await c.var.db
			.select(columns)
			.from(broadcasts)
			.where(broadcastOf(c.req.param('broadcast_id')))
			.limit(1)
		return taggedJson(c, existing(broadcast, 'Broadcast'))
	},
)

broadcastRoutes.delete(
	'/:broadcast_id',
	requires('people.write', 'platform.write'),
	stepUp('value'),
	returns(204, undefined, "Delete a broadcast: cancel what isn't sent yet and hide its notifications"),
	async (c) => {
		const id = c.req.param('broadcast_id')
		const status = sql`iif(${broadcasts.status} IN ('pending', 'sending'), 'cancelled', ${broadcasts.status})`
		const parts = {
			broadcast: c.var.db
				.update(broadcasts)
				.set({ deleted_at: now(), status })
				.where(and(broadcastOf(id), mayWriteToAll(c.var.principal) ? undefined : isNotNull(columns.target_id))),
			found: ensureChanged(c),
			shards: c.var.db.delete(broadcastShards).where(openShards(id)),
		}
		await write(c, parts, { audit: auditOf('delete', id), otherwise: () => deletionRefusal(c, id) })
		return c.body(null, 204)
	},
)

const mayWriteToAll = ({ permissions }: Principal) => permissions.has('platform.write')

/** Who only writes people may notify one org, and not everybody. */
function requireToAll(principal: Principal) {
	if (!mayWriteToAll(principal)) throw lacking('platform.write')
}

async function deletionRefusal(c: Caller, id: string) {
	const [toAll] = await c.var.db.select({ id: broadcasts.id }).from(broadcasts).where(broadcastOf(id)).limit(1)
	return toAll ? lacking('platform.write') : notFound('Broadcast')
}

/** What a dry run says about a broadcast. */
async function effectOf(c: WorkContext, org_id: string | null): Promise<Effect> {
	return { code: 'notifies_users', values: { count: await countRecipients(c, org_id) } }
}

const newestUser = sql`(SELECT coalesce(max(u.seq), 0) FROM users u)`

function newBroadcast({ target, ...content }: z.infer<typeof CreateBroadcast>, created_by: string) {
	const target_id = target === 'all' ? null : target
	return {
		id: newId('brd'),
		...content,
		target_type: target_id === null ? ('all' as const) : ('org' as const),
		target_id,
		status: 'pending' as const,
		sent_count: 0,
		recipient_count: null,
		created_by,
		created_at: now(),
	}
}

/** Matches one broadcast that isn't deleted. */
const broadcastOf = (id: string) => allOf(eq(broadcasts.id, id), isNull(deleted_at))

// The body never changes and may be long, so the audit log leaves it out.
const auditOf = (verb: VerbOf<'broadcasts'>, id: string) => ({
	action: `broadcasts.${verb}` as const,
	target: broadcasts,
	target_id: id,
	isNew: verb === 'create',
	state: sql`(SELECT ${jsonObject(audited)} FROM ${broadcasts} WHERE ${eq(broadcasts.id, id)})`,
})
