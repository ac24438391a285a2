import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { createdAt, id } from '../../db/columns.ts'
import { orgs } from '../../identity/orgs/table.ts'

export const RULE_TYPES = ['allowlist', 'blocklist'] as const
export type RuleType = (typeof RULE_TYPES)[number]

/** The rules of an org, each in canonical form. `orgs.ip_rules` has them in one text, which every request is judged by. */
export const ipRules = sqliteTable(
	'ip_rules',
	{
		id: id(),
		org_id: text()
			.notNull()
			.references(() => orgs.id),
		type: text({ enum: RULE_TYPES }).notNull(),
		cidr: text().notNull(),
		note: text(),
		created_at: createdAt(),
	},
	(table) => [
		uniqueIndex('ip_rules_cidr').on(table.org_id, table.type, table.cidr),
		index('ip_rules_org').on(table.org_id, table.id),
		check('ip_rules_type', sql`${table.type} IN ('allowlist', 'blocklist')`),
	],
)
