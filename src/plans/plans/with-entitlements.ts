import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { WorkContext } from '../../context.ts'
import { newId, now } from '../../db/columns.ts'
import type { Database } from '../../db/database.ts'
import { insertFrom } from '../../db/insert-from.ts'
import { jsonObject } from '../../db/state.ts'
import { write } from '../../write/write.ts'
import type { CreatePlan, Entitlement, Plan } from './schema.ts'
import { planEntitlements, plans } from './table.ts'

const { plan_id: _, ...entitlementColumns } = getTableColumns(planEntitlements)

// A subquery, so that one statement reads a page of plans with all their entitlements.
const entitlements = sql<z.infer<typeof Entitlement>[]>`(
	SELECT json_group_array(${jsonObject(entitlementColumns)} ORDER BY ${planEntitlements.key})
	FROM ${planEntitlements} WHERE ${eq(planEntitlements.plan_id, plans.id)}
)`.mapWith(JSON.parse)

/** The columns of a plan with its entitlements, for a select from `plans`. */
export const planWithEntitlements = { ...getTableColumns(plans), entitlements: entitlements.as('entitlements') }

/** Creates a plan with its entitlements and gives the record. Throws 409 for a name that exists. */
export async function createPlan(
	c: WorkContext,
	{ entitlements: wanted, ...names }: z.infer<typeof CreatePlan>,
): Promise<z.infer<typeof Plan>> {
	const { db } = c.var
	const plan = { id: newId('plan'), ...names, created_at: now() }
	const granted = wanted
		.map((entitlement) => ({ id: newId('ent'), ...entitlement }))
		.sort((a, b) => (a.key < b.key ? -1 : 1))
	const answer = { ...plan, entitlements: granted }
	await write(
		c,
		{ plan: db.insert(plans).values(plan), entitlements: insertEntitlements(db, plan.id, granted) },
		{
			audit: {
				action: 'plans.create',
				target: plans,
				target_id: plan.id,
				isNew: true,
				state: stateWithEntitlements(plan.id),
				undo: rowsOfPlan(plan.id),
			},
			answer: { status: 201, body: answer },
			duplicate: 'A plan with this name already exists',
		},
	)
	return answer
}

/** The statement that gives entitlements to a plan. The list is one JSON parameter, because D1 binds at most 100. */
export const insertEntitlements = (db: Database['reader'], plan_id: string, granted: z.infer<typeof Entitlement>[]) =>
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
		// With an ON CONFLICT behind it, SQLite needs the WHERE.
		sql`json_each(${JSON.stringify(granted)}) WHERE true`,
	)

/** The audited state of a plan: the row with its entitlements. */
export const stateWithEntitlements = (id: string): SQL =>
	sql`(SELECT json_set(${jsonObject(getTableColumns(plans))}, '$.entitlements', json(${entitlements})) FROM ${plans} WHERE ${eq(plans.id, id)})`

/** The rows that a change of a plan touches, for a revert. */
export const rowsOfPlan = (id: string) => [
	{ table: plans, where: eq(plans.id, id) },
	{ table: planEntitlements, where: eq(planEntitlements.plan_id, id) },
]
