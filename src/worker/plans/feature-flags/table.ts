import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { boolean, createdAt, id, refersTo } from '../../ground/db/columns.ts'
import { orgs } from '../../tenancy/orgs/table.ts'

/** One row per flag, with its value for orgs that have no override. */
export const featureFlags = sqliteTable('feature_flags', {
	id: id(),
	key: text().notNull().unique(),
	description: text().notNull(),
	default_value: boolean().notNull(),
	created_at: createdAt(),
})

/** A flag's value for one org: one row per org and flag. */
export const featureFlagOverrides = sqliteTable(
	'feature_flag_overrides',
	{
		id: id(),
		org_id: refersTo(() => orgs.id),
		flag_key: refersTo(() => featureFlags.key),
		enabled: boolean().notNull(),
		created_at: createdAt(),
	},
	(table) => [
		uniqueIndex('feature_flag_overrides_org').on(table.org_id, table.flag_key),
		index('feature_flag_overrides_flag').on(table.flag_key, table.id),
	],
)
