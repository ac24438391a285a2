import { sql } from 'drizzle-orm'
import { check, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { createdAt, id } from '../../db/columns.ts'

export const VALUE_TYPES = ['integer', 'boolean', 'string'] as const

/** One row per plan. `name` is internal and unique, `display_name` is what customers see. */
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
		plan_id: text()
			.notNull()
			.references(() => plans.id),
		key: text().notNull(),
		value: text().notNull(),
		value_type: text({ enum: VALUE_TYPES }).notNull(),
	},
	(table) => [
		uniqueIndex('plan_entitlements_key').on(table.plan_id, table.key),
		check('plan_entitlements_value_type', sql`${table.value_type} IN ('integer', 'boolean', 'string')`),
	],
)
