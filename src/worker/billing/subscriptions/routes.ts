import { and, desc, eq } from 'drizzle-orm'
import * as z from 'zod'
import { requires, signedIn, stepUp } from '../../ground/http/access.ts'
import { body, query, refuses, returns, routes } from '../../ground/http/contract.ts'
import { existing } from '../../ground/http/errors.ts'
import { changedJson, taggedJson } from '../../ground/http/etag.ts'
import { openPage } from '../../ground/http/page.ts'
import { subscriptions } from '../../plans/plans/table.ts'
import type { Principal } from '../../principal.ts'
import { isOrgOpen } from '../../tenancy/orgs/access.ts'
import { asOfNow, hasStatus, isStarting } from './expire.ts'
import { cancel, change, subscribe } from './lifecycle.ts'
import { CreateSubscription, Subscription, SubscriptionQuery, UpdateSubscription } from './schema.ts'

export const subscriptionRoutes = routes()

subscriptionRoutes.post(
	'/',
	requires('people.write', 'money.write'),
	stepUp('value'),
	body(CreateSubscription),
	returns(201, Subscription, 'Subscribe an org to a plan'),
	refuses('subscriptions.overlap'),
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
		const { org_id, plan_id, status, starts, ...paging } = c.req.valid('query')
		const page = openPage(c, paging)
		const rows = await c.var.db
			.select(asOfNow())
			.from(subscriptions)
			.where(
				and(
					visibleTo(c.var.principal),
					org_id === undefined ? isOrgOpen(subscriptions.org_id) : eq(subscriptions.org_id, org_id),
					plan_id === undefined ? undefined : eq(subscriptions.plan_id, plan_id),
					status && hasStatus(status),
					starts && isStarting(starts),
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
	return taggedJson(c, existing(subscription, 'Subscription'))
})

subscriptionRoutes.patch(
	'/:id',
	requires('people.write', 'money.write'),
	stepUp('value'),
	body(UpdateSubscription),
	returns(200, Subscription, 'Change the plan or the end of a subscription at once'),
	refuses('subscriptions.overlap', 'subscription.expired', 'subscription.cancelled'),
	async (c) => changedJson(c, await change(c, c.req.param('id'), c.req.valid('json'))),
)

subscriptionRoutes.delete(
	'/:id',
	requires('people.write', 'money.write'),
	stepUp('value'),
	returns(200, Subscription, 'Cancel a subscription immediately'),
	refuses('subscription.expired'),
	async (c) => c.json(await cancel(c, c.req.param('id'))),
)

// Platform admins see all subscriptions, other callers those of their own org.
const visibleTo = ({ permissions, org_id }: Principal) =>
	permissions.has('platform.read') ? undefined : eq(subscriptions.org_id, org_id)
