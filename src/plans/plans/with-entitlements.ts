import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../db/database.ts'
import { insertFrom } from '../../db/insert-from.ts'
import { jsonObject } from '../../db/state.ts'
import type { Entitlement } from './schema.ts'
import { planEntitlements, plans } from './table.ts'

const { plan_id: _, ...entitlementColumns } = getTableColumns(planEntitlements)

// A subquery, so that one statement reads a page of plans with all their entitlements.
const entitlements = sql<z.infer<typeof Entitlement>[]>`(
	SELECT json_group_array(${jsonObject(entitlementColumns)} ORDER BY ${planEntitlements.key})
	FROM ${planEntitlements} WHERE ${eq(planEntitlements.plan_id, plans.id)}
)`.mapWith(JSON.parse)

/** The columns of a plan with its entitlements, for a select from `plans`. */
export const planWithEntitlements = { ...getTableColumns(plans), entitlements: entitlements.as('entitlements') }

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
