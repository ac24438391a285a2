import { desc, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import * as z from 'zod'
import type { App } from '../../context.ts'
import { requires, signedIn } from '../../http/access.ts'
import { body, query, returns } from '../../http/contract.ts'
import { notFound } from '../../http/errors.ts'
import { taggedJson } from '../../http/etag.ts'
import { openPage, PageQuery } from '../../http/page.ts'
import { CreatePlan, Plan } from './schema.ts'
import { plans } from './table.ts'
import { createPlan, planWithEntitlements } from './with-entitlements.ts'

export const planRoutes = new Hono<App>()

planRoutes.get(
	'/',
	signedIn(),
	query(PageQuery),
	returns(200, z.array(Plan), 'List plans with their entitlements'),
	async (c) => {
		const page = openPage(c, c.req.valid('query'))
		const rows = await c.var.db
			.select(planWithEntitlements)
			.from(plans)
			.where(page.before(plans.id))
			.orderBy(desc(plans.id))
			.limit(page.limit)
		return c.json(page.close(rows, ({ id }) => id))
	},
)

planRoutes.get('/:id', signedIn(), returns(200, Plan, 'Read a plan with its entitlements'), async (c) => {
	const [plan] = await c.var.db
		.select(planWithEntitlements)
		.from(plans)
		.where(eq(plans.id, c.req.param('id')))
		.limit(1)
	if (!plan) throw notFound('Plan')
	return taggedJson(c, plan)
})

planRoutes.post('/', requires('platform_admin'), body(CreatePlan), returns(201, Plan, 'Create a plan'), async (c) =>
	c.json(await createPlan(c, c.req.valid('json')), 201),
)
