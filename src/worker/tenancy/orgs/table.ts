import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, refersTo } from '../../ground/db/columns.ts'
import { ROLES } from '../../principal.ts'
import { users } from '../users/table.ts'

/**
 * One row per org. `seq` is an explicit row number, which the search index points to. The triggers `orgs_search_insert`,
 * `orgs_search_forget` and `orgs_search_update` in `triggers.sql` keep the index.
 */
export const orgs = sqliteTable(
	'orgs',
	{
		seq: integer().primaryKey(),
		id: text().notNull().unique(),
		name: text().notNull(),
		/** The last UTC day that a run of the org began on: `2026-11-21`. */
		last_run_on: text(),
		/** The org's IP rules as `[type, cidr]` pairs in JSON; null if it has none. Triggers of `ip_rules` keep it. */
		ip_rules: text(),
		/** How many members the org has. The triggers `memberships_count_insert` and `memberships_count_delete` keep it. */
		member_count: integer().notNull().default(0),
		created_at: createdAt(),
		/** The user for whom registration made this org; null for any other org. */
		personal_of: text(),
		/** A deleted org keeps its row, for the ledger and runs, but not its name. */
		deleted_at: text(),
	},
	(table) => [
		index('orgs_name').on(sql`lower(${table.name})`),
		index('orgs_personal_of')
			.on(table.personal_of)
			.where(sql`${table.personal_of} IS NOT NULL`),
	],
)

/**
 * The deleted orgs. Until the erasure begins, one that was deleted on its own can be restored; one that went with its user can't. The
 * row stays after the erasure.
 */
export const orgDeletions = sqliteTable(
	'org_deletions',
	{
		org_id: text()
			.primaryKey()
			.references(() => orgs.id),
		/** The org's name, for a restore. Null for an org that was deleted with its user, and after the erasure. */
		name: text(),
		/** Null for an org that was deleted with its user. */
		deleted_by_user_id: text(),
		deleted_at: text().notNull(),
		/** When the erasure may begin. */
		erase_at: text().notNull(),
		/** The table that the erasure works on; null before it begins and after it ends. */
		next_table: text(),
		/** Where it is in that table, if the table has an order. */
		next_key: integer(),
		erased_at: text(),
	},
	(table) => [
		index('org_deletions_due')
			.on(table.erase_at)
			.where(sql`${table.erased_at} IS NULL`),
		index('org_deletions_listed').on(table.deleted_at, table.org_id),
	],
)

/** Who belongs to which org, and with which role. */
export const memberships = sqliteTable(
	'memberships',
	{
		org_id: refersTo(() => orgs.id),
		user_id: refersTo(() => users.id),
		role: text({ enum: ROLES }).notNull(),
		/** The role that a person gave, by hand or invitation; null if a provider or a directory did. No claim takes it away. */
		given_role: text({ enum: ROLES }),
		created_at: createdAt(),
	},
	(table) => [
		primaryKey({ columns: [table.org_id, table.user_id] }),
		index('memberships_user').on(table.user_id, table.created_at),
		check('memberships_role', sql`${table.role} IN ('owner', 'admin', 'member')`),
	],
)
