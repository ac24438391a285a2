import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, id, refersTo } from '../../ground/db/columns.ts'
import { orgs } from '../../tenancy/orgs/table.ts'

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

/** One account for each org. Kept by the triggers `credit_accounts_open` and `ledger_entries_post` in `triggers.sql`. */
export const creditAccounts = sqliteTable(
	'credit_accounts',
	{
		org_id: text()
			.primaryKey()
			.references(() => orgs.id),
		balance: integer().notNull().default(0),
		/** The number of the org's ledger entries, and the `seq` of the last one. */
		entry_count: integer().notNull().default(0),
		/** The last UTC month with a grant of `credits.monthly_grant`, as `2026-11`. */
		granted_month: text(),
		/** What was granted in that month. Null if that was before this column or a restore; then the ledger says. */
		granted_amount: integer(),
		/** How far old consumption is compacted: see `compact.ts`. */
		folded_through: integer().notNull().default(0),
		/** What live runs count for. The triggers of `../holds` keep it, so lapsed holds may still be in it: see `held.ts` there. */
		held: integer().notNull().default(0),
	},
	(table) => [
		index('credit_accounts_by_balance').on(table.balance, table.org_id),
		check('credit_accounts_balance', sql`${table.balance} BETWEEN 0 AND 9007199254740991`),
	],
)

/**
 * Every movement of a balance. `seq` numbers an org's entries in the order of their commits. Compaction keeps the last entry of those
 * that it merges, so it leaves gaps. Otherwise the table is append-only. The triggers `ledger_entries_post`, `ledger_entries_keep` and
 * `ledger_entries_hold` in `triggers.sql` see to that.
 */
export const ledgerEntries = sqliteTable(
	'ledger_entries',
	{
		id: text().generatedAlwaysAs(sql`'led_' || substr(org_id, 5) || printf('_%08d', seq)`, { mode: 'virtual' }),
		org_id: refersTo(() => orgs.id),
		seq: integer().notNull(),
		amount: integer().notNull(),
		balance_after: integer().notNull(),
		type: text({ enum: LEDGER_TYPES }).notNull(),
		reference_type: text(),
		reference_id: text(),
		note: text(),
		actor_user_id: text(),
		/** The trace of the request that moved the balance. Null for entries from before this column. */
		trace_id: text(),
		/** How many entries this one stands for: more than one after compaction. */
		folded_count: integer().notNull().default(1),
		created_at: createdAt(),
	},
	(table) => [
		primaryKey({ columns: [table.org_id, table.seq] }),
		// Nearly all entries are consumption. Only the primary key has them: another index would cost each run one more row.
		index('ledger_entries_type')
			.on(table.org_id, table.type, table.seq)
			.where(sql`${table.type} <> 'consumption'`),
		index('ledger_entries_reference')
			.on(table.org_id, table.reference_type, table.reference_id, table.seq)
			.where(sql`${table.type} <> 'consumption'`),
		check('ledger_entries_amount', sql`${table.amount} <> 0`),
	],
)

/**
 * The only way to change the ledger. Inserting a row merges the consumption from `first_seq` to `last_seq` into one entry: the trigger
 * `ledger_folds_fold` in `triggers.sql` checks the range, adds it up, and deletes what it merged. It deletes the row too, so the table
 * is always empty.
 */
export const ledgerFolds = sqliteTable(
	'ledger_folds',
	{ org_id: text().notNull(), first_seq: integer().notNull(), last_seq: integer().notNull(), day: text().notNull() },
	(table) => [primaryKey({ columns: [table.org_id, table.first_seq] })],
)

/**
 * What a batch has moved of balances so far, if it says so by a row, which it deletes at its end. So the table is always empty. The
 * trigger `ledger_entries_count` in `triggers.sql` adds to it.
 */
export const countedCredits = sqliteTable('counted_credits', {
	count: integer().notNull(),
	amount: integer().notNull(),
})

/**
 * How far a ledger is verified, so the next verification starts there. A mark counts while its entry exists: compacting past the entry
 * deletes it. You may delete marks; then a verification starts at the first entry.
 */
export const ledgerMarks = sqliteTable('ledger_marks', {
	org_id: text().primaryKey(),
	seq: integer().notNull(),
	/** The sum of the entries up to `seq`. There were `seq` of them. */
	ledger_sum: integer().notNull(),
})

/** A change of every org's balance, in chunks by org id. It's done for orgs up to `cursor`, and will be for those up to `through`. */
export const creditOperations = sqliteTable(
	'credit_operations',
	{
		id: id(),
		type: text({ enum: ['admin_bulk_adjustment', 'admin_reset'] }).notNull(),
		/** Added to each balance, in credits. Null sets the balance to 0. */
		amount: integer(),
		note: text(),
		/** Empty for a service account: the column is NOT NULL. */
		actor_user_id: text().notNull(),
		/** The idempotent call that started it. A repeat of the call continues it instead of starting another. */
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
