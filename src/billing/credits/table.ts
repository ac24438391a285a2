import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, id } from '../../db/columns.ts'
import { orgs } from '../../identity/orgs/table.ts'

export const LEDGER_TYPES = [
	'admin_adjustment',
	'admin_bulk_adjustment',
	'admin_reset',
	'consumption',
	'monthly_grant',
	'redemption',
	'initial_grant',
	'referral_reward',
	'invitee_reward',
] as const

/** One account for each org, opened by a trigger with the org. A ledger entry moves the balance, by a trigger as well. */
export const creditAccounts = sqliteTable(
	'credit_accounts',
	{
		org_id: text()
			.primaryKey()
			.references(() => orgs.id),
		balance: integer().notNull().default(0),
		/** How many ledger entries the org has: the last one's `seq`. */
		entry_count: integer().notNull().default(0),
		/** The last month, as `2026-11`, for which `credits.monthly_grant` was granted. */
		granted_month: text(),
	},
	(table) => [check('credit_accounts_balance', sql`${table.balance} BETWEEN 0 AND 9007199254740991`)],
)

/** Append-only. `seq` counts an org's entries without a gap, so the order of entries is the order of their commits. */
export const ledgerEntries = sqliteTable(
	'ledger_entries',
	{
		id: text().generatedAlwaysAs(sql`'led_' || substr(org_id, 5) || printf('_%08d', seq)`, { mode: 'virtual' }),
		org_id: text()
			.notNull()
			.references(() => orgs.id),
		seq: integer().notNull(),
		amount: integer().notNull(),
		balance_after: integer().notNull(),
		type: text({ enum: LEDGER_TYPES }).notNull(),
		reference_type: text(),
		reference_id: text(),
		note: text(),
		actor_user_id: text(),
		created_at: createdAt(),
	},
	(table) => [
		primaryKey({ columns: [table.org_id, table.seq] }),
		check('ledger_entries_amount', sql`${table.amount} <> 0`),
	],
)

/** A change of every org's balance, made in chunks: orgs up to `cursor` have it, those up to `through` will. */
export const creditOperations = sqliteTable(
	'credit_operations',
	{
		id: id(),
		type: text({ enum: ['admin_bulk_adjustment', 'admin_reset'] }).notNull(),
		/** What is added to each balance; null sets it to 0. */
		amount: integer(),
		note: text(),
		actor_user_id: text().notNull(),
		/** The idempotent call that asked for it, so that a repeat goes on instead of starting another one. */
		call_hash: text().unique(),
		fingerprint_hash: text(),
		cursor: text().notNull().default(''),
		through: text().notNull(),
		affected: integer().notNull().default(0),
		completed_at: text(),
		created_at: createdAt(),
	},
	(table) => [
		index('credit_operations_open')
			.on(table.id)
			.where(sql`${table.completed_at} IS NULL`),
	],
)
