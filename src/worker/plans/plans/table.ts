import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { createdAt, id, refersTo } from '../../ground/db/columns.ts'
import { orgs } from '../../tenancy/orgs/table.ts'
import { VALUE_TYPES } from '../entitlement-keys/catalogue.ts'

/** One row per plan. `name` is internal and unique. `display_name` is what customers see. */
export const plans = sqliteTable('plans', {
	id: id(),
	name: text().notNull().unique(),
	display_name: text().notNull(),
	created_at: createdAt(),
})

/** What a plan grants: one row per key. */
export const planEntitlements = sqliteTable(
	'plan_entitlements',
	{
		id: id(),
		plan_id: refersTo(() => plans.id),
		key: text().notNull(),
		value: text().notNull(),
		value_type: text({ enum: VALUE_TYPES }).notNull(),
	},
	(table) => [
		uniqueIndex('plan_entitlements_key').on(table.plan_id, table.key),
		check('plan_entitlements_value_type', sql`${table.value_type} IN ('integer', 'boolean', 'string')`),
	],
)

export const SUBSCRIPTION_STATUSES = ['active', 'cancelled', 'expired'] as const

/** Which org has which plan, and for which period. The triggers `subscriptions_*_alone` refuse active rows of an org that overlap. */
export const subscriptions = sqliteTable(
	'subscriptions',
	{
		id: id(),
		org_id: refersTo(() => orgs.id),
		plan_id: refersTo(() => plans.id),
		// The status as last written. The period may have ended since, so reads go through `asOfNow`.
		status: text({ enum: SUBSCRIPTION_STATUSES }).notNull().default('active'),
		current_period_start: text().notNull(),
		current_period_end: text().notNull(),
		cancelled_at: text(),
		created_at: createdAt(),
	},
	(table) => [
		// All that says which plan an org has now, so nobody reads the row for it.
		index('subscriptions_current')
			.on(table.org_id, table.current_period_start, table.current_period_end, table.plan_id)
			.where(sql`${table.status} = 'active'`),
		index('subscriptions_due')
			.on(table.current_period_end)
			.where(sql`${table.status} = 'active'`),
		index('subscriptions_org').on(table.org_id, table.id),
		// The list's filters.
		index('subscriptions_of_plan').on(table.plan_id, table.id),
		index('subscriptions_cancelled')
			.on(table.id)
			.where(sql`${table.status} = 'cancelled'`),
		index('subscriptions_start').on(table.current_period_start),
		// For counting a plan's subscribers.
		index('subscriptions_plan').on(table.plan_id, table.status, table.current_period_end),
		check('subscriptions_status', sql`${table.status} IN ('active', 'cancelled', 'expired')`),
		check('subscriptions_period', sql`${table.current_period_end} > ${table.current_period_start}`),
	],
)
