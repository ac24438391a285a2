import { and, desc, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import * as z from 'zod'
import type { App, Principal } from '../../context.ts'
import { requires, signedIn } from '../../http/access.ts'
import { body, query, refuses, returns } from '../../http/contract.ts'
import { notFound } from '../../http/errors.ts'
import { taggedJson } from '../../http/etag.ts'
import { openPage } from '../../http/page.ts'
import { subscriptions } from '../../plans/plans/table.ts'
import { asOfNow } from './expire.ts'
import { cancel, subscribe } from './lifecycle.ts'
import { CreateSubscription, Subscription, SubscriptionQuery } from './schema.ts'

export const subscriptionRoutes = new Hono<App>()

subscriptionRoutes.post(
	'/',
	requires('platform_admin'),
	body(CreateSubscription),
	returns(201, Subscription, 'Subscribe an org to a plan'),
	refuses(409),
	async (c) => {
		const subscription = await subscribe(c, c.req.valid('json'))
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
	returns(200, Subscription, 'Cancel a subscription immediately'),
	refuses('subscription.expired'),
	async (c) => c.json(await cancel(c, c.req.param('id'))),
)

// Platform admins see all subscriptions, other callers those of their own org.
const visibleTo = ({ permissions, org_id }: Principal) =>
	permissions.has('platform_admin') ? undefined : eq(subscriptions.org_id, org_id)
