import { desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import * as z from 'zod'
import type { App } from '../../context.ts'
import { newId, now } from '../../db/columns.ts'
import { insertFrom } from '../../db/insert-from.ts'
import { jsonObject } from '../../db/state.ts'
import { requires, signedIn } from '../../http/access.ts'
import { body, query, returns } from '../../http/contract.ts'
import { notFound } from '../../http/errors.ts'
import { taggedJson } from '../../http/etag.ts'
import { openPage, PageQuery } from '../../http/page.ts'
import { write } from '../../write/write.ts'
import { CreatePlan, type Entitlement, Plan } from './schema.ts'
import { planEntitlements, plans } from './table.ts'

const { plan_id: _, ...entitlementColumns } = getTableColumns(planEntitlements)

// A subquery, so that one statement reads a page of plans with all their entitlements.
const entitlements = sql<z.infer<typeof Entitlement>[]>`(
	SELECT json_group_array(${jsonObject(entitlementColumns)} ORDER BY ${planEntitlements.key})
	FROM ${planEntitlements} WHERE ${eq(planEntitlements.plan_id, plans.id)}
)`.mapWith(JSON.parse)

const planWithEntitlements = { ...getTableColumns(plans), entitlements: entitlements.as('entitlements') }

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

planRoutes.post('/', requires('platform_admin'), body(CreatePlan), returns(201, Plan, 'Create a plan'), async (c) => {
	const { entitlements: wanted, ...names } = c.req.valid('json')
	const plan = { id: newId('plan'), ...names, created_at: now() }
	const granted = wanted
		.map((entitlement) => ({ id: newId('ent'), ...entitlement }))
		.sort((a, b) => (a.key < b.key ? -1 : 1))
	const answer = { ...plan, entitlements: granted }
	await write(
		c,
		{
			plan: c.var.db.insert(plans).values(plan),
			entitlements: insertEntitlements(c.var.db, plan.id, granted),
		},
		{
			audit: { action: 'plans.create', target: plans, target_id: plan.id, state: stateWithEntitlements(plan.id) },
			answer: { status: 201, body: answer },
			duplicate: 'A plan with this name already exists',
		},
	)
	return c.json(answer, 201)
})

// The list is one JSON parameter, because D1 binds at most 100.
const insertEntitlements = (db: App['Variables']['db'], plan_id: string, granted: z.infer<typeof Entitlement>[]) =>
	insertFrom(
		db,
		planEntitlements,
		{
			id: sql`value ->> 'id'`,
			plan_id,
			key: sql`value ->> 'key'`,
			value: sql`value ->> 'value'`,
			value_type: sql`value ->> 'value_type'`,
		},
		sql`json_each(${JSON.stringify(granted)})`,
	)

/** The audited state of a plan: the row with its entitlements. */
const stateWithEntitlements = (id: string): SQL =>
	sql`(SELECT json_set(${jsonObject(getTableColumns(plans))}, '$.entitlements', json(${entitlements})) FROM ${plans} WHERE ${eq(plans.id, id)})`
