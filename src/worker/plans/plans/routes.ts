import { and, desc, eq, lt, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import * as z from 'zod'
import type { SignedIn } from '../../context.ts'
import { now } from '../../ground/db/columns.ts'
import { prepared } from '../../ground/db/prepared.ts'
import { isAsked, requires, signedIn, stepUp } from '../../ground/http/access.ts'
import { body, query, refuses, returns, routes } from '../../ground/http/contract.ts'
import { existing } from '../../ground/http/errors.ts'
import { changedJson, taggedJson } from '../../ground/http/etag.ts'
import { Ok } from '../../ground/http/fields.ts'
import { openPage, PageQuery } from '../../ground/http/page.ts'
import { isOrgOpen } from '../../tenancy/orgs/access.ts'
import { givesCredits } from '../entitlement-keys/catalogue.ts'
import { changePlan, createPlan, deletePlan } from './change.ts'
import { CreatePlan, Plan, SubscriberCount, SubscriberCountQuery, UpdatePlan } from './schema.ts'
import { plans } from './table.ts'
import { planWithEntitlements } from './with-entitlements.ts'

export const planRoutes = routes()

/** Whether the entitlements of a plan give credits. */
const grants = ({ entitlements = [] }: Pick<z.infer<typeof UpdatePlan>, 'entitlements'>) =>
	entitlements.some(({ key }) => givesCredits(key))

/** Whether a plan's entitlements give credits, or gave them: without a bound of theirs a plan may give more. */
async function changesGrants(body: z.infer<typeof UpdatePlan>, c: Context<SignedIn>) {
	if (grants(body) || body.entitlements === undefined || !isAsked(c, 'value')) return grants(body)
	const [plan] = await planById(c.var.db, { id: c.req.param('id') ?? '' })
	return plan !== undefined && grants(plan)
}

const plansBefore = prepared(['id', 'limit'], (db, { id, limit }) =>
	db.select(planWithEntitlements).from(plans).where(lt(plans.id, id)).orderBy(desc(plans.id)).limit(limit),
)

const planById = prepared(['id'], (db, { id }) => db.select(planWithEntitlements).from(plans).where(eq(plans.id, id)))

planRoutes.get(
	'/',
	signedIn(),
	query(PageQuery),
	returns(200, z.array(Plan), 'List plans with their entitlements'),
	async (c) => {
		const page = openPage(c, c.req.valid('query'))
		const rows = await plansBefore(c.var.db, { id: page.idBefore, limit: page.limit })
		return c.json(page.close(rows, ({ id }) => id))
	},
)

planRoutes.get(
	'/subscriber-counts',
	requires('platform.read'),
	query(SubscriberCountQuery),
	returns(200, z.array(SubscriberCount), 'Count the active subscriptions of each plan'),
	async (c) => {
		const { plan_id, ...paging } = c.req.valid('query')
		const page = openPage(c, paging)
		const rows = await c.var.db
			.select(counts())
			.from(plans)
			.where(and(plan_id === undefined ? undefined : eq(plans.id, plan_id), page.before(plans.id)))
			.orderBy(desc(plans.id))
			.limit(page.limit)
		return c.json(page.close(rows, (row) => row.plan_id))
	},
)

planRoutes.get('/:id', signedIn(), returns(200, Plan, 'Read a plan with its entitlements'), async (c) => {
	const [plan] = await planById(c.var.db, { id: c.req.param('id') })
	return taggedJson(c, existing(plan, 'Plan'))
})

planRoutes.post(
	'/',
	requires('money.write'),
	body(CreatePlan),
	stepUp('value', grants),
	returns(201, Plan, 'Create a plan'),
	refuses('name.taken'),
	async (c) => c.json(await createPlan(c, c.req.valid('json')), 201),
)

planRoutes.patch(
	'/:id',
	requires('money.write'),
	body(UpdatePlan),
	stepUp('value', changesGrants),
	returns(200, Plan, 'Change the display name or the entitlements of a plan'),
	async (c) => changedJson(c, await changePlan(c, c.req.param('id'), c.req.valid('json'))),
)

planRoutes.delete(
	'/:id',
	requires('money.write'),
	returns(200, Ok, 'Delete a plan that no subscription refers to'),
	refuses('plans.subscribed'),
	async (c) => {
		await deletePlan(c, c.req.param('id'))
		return c.json({ ok: true as const })
	},
)

/**
 * How many subscriptions of the plan are active now, and how many will be later, without those of deleted orgs. A status changes some time after its period ends,
 * so this compares both. One index has all active ones of a plan. Few start later, and another index has those: the plus makes
 * SQLite use it.
 */
function counts() {
	const at = now()
	const isOfOpen = isOrgOpen(sql`s.org_id`)
	const later = sql<number>`(SELECT count(*) FROM subscriptions s WHERE s.current_period_start > ${at} AND +s.plan_id = plans.id AND +s.status = 'active' AND ${isOfOpen})`
	const active = sql`(SELECT count(*) FROM subscriptions s WHERE s.plan_id = plans.id AND s.status = 'active' AND s.current_period_end > ${at} AND ${isOfOpen})`
	return {
		plan_id: plans.id,
		subscriber_count: sql<number>`${active} - ${later}`.as('subscriber_count'),
		later_count: later.as('later_count'),
	}
}
