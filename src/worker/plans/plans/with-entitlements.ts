import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../ground/db/database.ts'
import { insertFrom } from '../../ground/db/insert-from.ts'
import { jsonObject } from '../../ground/db/state.ts'
import { withValidity } from '../entitlement-keys/fit.ts'
import type { Entitlement } from './schema.ts'
import { planEntitlements, plans } from './table.ts'

const { plan_id: _, ...entitlementColumns } = getTableColumns(planEntitlements)

// A subquery, so one statement reads a page of plans with all their entitlements.
const entitlements = sql<z.infer<typeof Entitlement>[]>`(
	SELECT json_group_array(${jsonObject(entitlementColumns)} ORDER BY ${planEntitlements.key})
	FROM ${planEntitlements} WHERE ${eq(planEntitlements.plan_id, plans.id)}
)`.mapWith((rows: string) => JSON.parse(rows).map(withValidity))

/** The columns of a plan with its entitlements, to select from `plans`. */
export const planWithEntitlements = { ...getTableColumns(plans), entitlements: entitlements.as('entitlements') }

type Granted = Omit<z.infer<typeof Entitlement>, 'is_valid'>

/** The statement that inserts a plan's entitlements. The list is one JSON parameter, because D1 binds at most 100. */
export const insertEntitlements = (db: Database['reader'], plan_id: string, granted: Granted[]) =>
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
		// SQLite can't parse an INSERT … SELECT with ON CONFLICT unless the SELECT has a WHERE.
		sql`json_each(${JSON.stringify(granted)}) WHERE true`,
	)

/** A plan's state for the audit log: the row with its entitlements. */
export const stateWithEntitlements = (id: string): SQL =>
	sql`(SELECT json_set(${jsonObject(getTableColumns(plans))}, '$.entitlements', json(${entitlements})) FROM ${plans} WHERE ${eq(plans.id, id)})`

/** The rows that a change of a plan touches, kept for a revert. */
export const rowsOfPlan = (id: string) => [
	{ table: plans, where: eq(plans.id, id) },
	{ table: planEntitlements, where: eq(planEntitlements.plan_id, id) },
]
