import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { createdAt, id, refersTo } from '../../ground/db/columns.ts'
import { orgs } from '../../tenancy/orgs/table.ts'
import { VALUE_TYPES } from '../entitlement-keys/catalogue.ts'

/** Entitlements set for a single org: one row per org and key. */
export const entitlementOverrides = sqliteTable(
	'entitlement_overrides',
	{
		id: id(),
		org_id: refersTo(() => orgs.id),
		key: text().notNull(),
		value: text().notNull(),
		value_type: text({ enum: VALUE_TYPES }).notNull(),
		/** Empty when none was given. It's never NULL, but SQLite can't add NOT NULL to an existing column. */
		reason: text(),
		expires_at: text(),
		created_by_user_id: text().notNull(),
		created_at: createdAt(),
	},
	(table) => [
		uniqueIndex('entitlement_overrides_key').on(table.org_id, table.key),
		index('entitlement_overrides_org').on(table.org_id, table.id),
		check('entitlement_overrides_value_type', sql`${table.value_type} IN ('integer', 'boolean', 'string')`),
	],
)
