import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { createdAt, id, refersTo } from '../../ground/db/columns.ts'
import { orgs } from '../../tenancy/orgs/table.ts'

export const RULE_TYPES = ['allowlist', 'blocklist'] as const
export type RuleType = (typeof RULE_TYPES)[number]

/**
 * The rules of each org, in canonical form. The triggers `ip_rules_compile_insert` and `ip_rules_compile_delete` in
 * `triggers.sql` keep `orgs.ip_rules`: an org's rules as one text, which the middleware reads on every request.
 */
export const ipRules = sqliteTable(
	'ip_rules',
	{
		id: id(),
		org_id: refersTo(() => orgs.id),
		type: text({ enum: RULE_TYPES }).notNull(),
		cidr: text().notNull(),
		/** Null in old rows; `toRule` shows that as empty. */
		note: text(),
		created_at: createdAt(),
	},
	(table) => [
		uniqueIndex('ip_rules_cidr').on(table.org_id, table.type, table.cidr),
		index('ip_rules_org').on(table.org_id, table.id),
		check('ip_rules_type', sql`${table.type} IN ('allowlist', 'blocklist')`),
	],
)

/** A rule as it's returned. */
export const toRule = (row: typeof ipRules.$inferSelect) => ({ ...row, note: row.note ?? '' })
