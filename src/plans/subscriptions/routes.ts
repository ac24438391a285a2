import { and, desc, eq, getTableColumns, gt, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import * as z from 'zod'
import { grantMonthly } from '../../billing/credits/monthly-grant.ts'
import { write } from '../../write/write.ts'
import { newId, now } from '../../db/columns.ts'
import type { Database } from '../../db/database.ts'
import { allOf, jsonObject } from '../../db/state.ts'
import { emit } from '../../webhooks/events/emit.ts'
import type { App, Principal } from '../../context.ts'
import { body, query, returns } from '../../http/contract.ts'
import { invalid, notFound } from '../../http/errors.ts'
import { taggedJson } from '../../http/etag.ts'
import { openPage } from '../../http/page.ts'
import { orgs } from '../../identity/orgs/table.ts'
import { plans } from '../plans/table.ts'
import { lapseOf } from './expire.ts'
import { CreateSubscription, Subscription, SubscriptionQuery } from './schema.ts'
import { subscriptions } from './table.ts'
import { requires, signedIn } from '../../http/access.ts'
import { ensureExists } from '../../write/guards.ts'

const isLive = () => allOf(eq(subscriptions.status, 'active'), gt(subscriptions.current_period_end, now()))

// A period that has ended reads as expired from that moment, whether or not the row has been touched since.
const asOfNow = () => ({
	...getTableColumns(subscriptions),
	status: sql<
		(typeof subscriptions.$inferSelect)['status']
	>`CASE WHEN ${subscriptions.status} = 'active' AND NOT (${isLive()}) THEN 'expired' ELSE ${subscriptions.status} END`.as(
		'status',
	),
})

export const subscriptionRoutes = new Hono<App>()

subscriptionRoutes.post(
	'/',
	requires('platform_admin'),
	body(CreateSubscription),
	returns(201, Subscription, 'Subscribe an org to a plan'),
	async (c) => {
		const subscription = {
			id: newId('sub'),
			...c.req.valid('json'),
			status: 'active' as const,
			cancelled_at: null,
			created_at: now(),
		}
		const { org_id } = subscription
		await write(
			c,
			{
				lapsed: lapseOf(c.var.db, org_id),
				insert: c.var.db.insert(subscriptions).values(subscription),
				grant: grantMonthly(c.var.db, sql`SELECT ${org_id}`),
				event: emit(c.var.db, { org_id, type: 'subscription.created', data: subscription }),
			},
			{
				audit: { action: 'subscriptions.create', target: subscriptions, target_id: subscription.id, org_id },
				answer: { status: 201, body: subscription },
				duplicate: 'This org has an active subscription',
				otherwise: () => referenceRefusal(c.var.db, subscription),
			},
		)
		return c.json(subscription, 201)
	},
)

subscriptionRoutes.get(
	'/',
	signedIn(),
	query(SubscriptionQuery),
	returns(200, z.array(Subscription), 'List subscriptions'),
	async (c) => {
		const { org_id, ...paging } = c.req.valid('query')
		const page = openPage(c, paging)
		const rows = await c.var.db
			.select(asOfNow())
			.from(subscriptions)
			.where(
				and(
					visibleTo(c.var.principal),
					org_id === undefined ? undefined : eq(subscriptions.org_id, org_id),
					page.before(subscriptions.id),
				),
			)
			.orderBy(desc(subscriptions.id))
			.limit(page.limit)
		return c.json(page.close(rows, ({ id }) => id))
	},
)

subscriptionRoutes.get('/:id', signedIn(), returns(200, Subscription, 'Read a subscription'), async (c) => {
	const mine = and(eq(subscriptions.id, c.req.param('id')), visibleTo(c.var.principal))
	const [subscription] = await c.var.db.select(asOfNow()).from(subscriptions).where(mine).limit(1)
	if (!subscription) throw notFound('Subscription')
	return taggedJson(c, subscription)
})

subscriptionRoutes.delete(
	'/:id',
	requires('platform_admin'),
	returns(200, Subscription, 'Cancel a subscription, at once'),
	async (c) => {
		const id = c.req.param('id')
		const target = eq(subscriptions.id, id)
		const cancel = c.var.db
			.update(subscriptions)
			.set({ status: 'cancelled', cancelled_at: now() })
			.where(and(target, isLive()))
		const org_id = sql`(SELECT ${subscriptions.org_id} FROM ${subscriptions} WHERE ${target})`
		const event = emit(c.var.db, {
			org_id,
			type: 'subscription.cancelled',
			data: sql`(SELECT ${jsonObject(getTableColumns(subscriptions))} FROM ${subscriptions} WHERE ${target})`,
			when: sql`changes() > 0`,
		})
		const results = await write(
			c,
			{
				exists: ensureExists(c, subscriptions, target),
				cancel,
				event,
				subscriptions: c.var.db.select(asOfNow()).from(subscriptions).where(target),
			},
			{
				audit: { action: 'subscriptions.cancel', target: subscriptions, target_id: id, org_id },
				otherwise: notFound('Subscription'),
			},
		)
		return c.json(results.subscriptions[0])
	},
)

const visibleTo = ({ permissions, org_id }: Principal) =>
	permissions.has('platform_admin') ? undefined : eq(subscriptions.org_id, org_id)

async function referenceRefusal(db: Database['reader'], { org_id, plan_id }: { org_id: string; plan_id: string }) {
	const [[org], [plan]] = await db.batch([
		db.select({ id: orgs.id }).from(orgs).where(eq(orgs.id, org_id)).limit(1),
		db.select({ id: plans.id }).from(plans).where(eq(plans.id, plan_id)).limit(1),
	])
	return invalid([
		...(org ? [] : [{ path: 'org_id', message: 'Is not an org' }]),
		...(plan ? [] : [{ path: 'plan_id', message: 'Is not a plan' }]),
	])
}
