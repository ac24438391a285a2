import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Builder } from '../../ground/db/database.ts'
import { insertFrom } from '../../ground/db/insert-from.ts'
import { literal } from '../../ground/db/state.ts'
import { creditAccounts, ledgerEntries, type LEDGER_TYPES } from './table.ts'

// The only file that writes ledger entries. A trigger then moves the balance.

/** The most credits an account can hold: the largest integer that a JSON number keeps exactly. */
export const MAX_BALANCE = Number.MAX_SAFE_INTEGER

interface Entry {
	/** Credits to add to the balance. If SQL evaluates to NULL or 0, no entry is written. */
	amount: number | SQL
	type: (typeof LEDGER_TYPES)[number] | SQL
	/** What the entry is for. */
	reference?: { type: string; id: string | SQL }
	note?: string | SQL | null
	actor_user_id?: string | SQL | null
}

interface Movement extends Entry {
	org_id: string | SQL
}

interface Movements extends Entry {
	/** One row per entry, with the `org_id`, `balance` and `entry_count` of the account. The entry may use other columns too. */
	from: SQL
	where?: SQL
	/**
	 * Needed if an org may get several entries: the entry's place among those of its org, from 1, and the sum of the org's amounts
	 * up to and including it. `from` must return the rows in this order, because the database refuses an entry that doesn't
	 * follow the one before.
	 */
	series?: { place: SQL; sum: SQL }
}

const asInteger = (amount: number | SQL) => sql`CAST(${amount} AS INTEGER)`

/** Whether `amount` can be posted: it isn't 0, and the new balance is between 0 and `MAX_BALANCE`. */
export const moves = (amount: SQL, sum = amount) =>
	sql`${amount} <> 0 AND balance + ${sum} BETWEEN 0 AND ${literal(MAX_BALANCE)}`

/**
 * The statement that moves an org's balance: it inserts a ledger entry, and a trigger posts it to the account. It inserts nothing
 * if the amount can't be posted. Put `ensureChanged` behind it to refuse the batch then.
 */
export const post = (db: Builder, { org_id, ...entry }: Movement) =>
	postAll(db, { ...entry, from: sql`${creditAccounts}`, where: eq(creditAccounts.org_id, org_id) })

/** The statement that moves many balances: one ledger entry for each row of `from` whose amount can be posted. */
export function postAll(db: Builder, { from, where, series, ...entry }: Movements) {
	const amount = asInteger(entry.amount)
	const sum = series ? series.sum : amount
	return insertFrom(
		db,
		ledgerEntries,
		{
			org_id: sql`org_id`,
			seq: sql`entry_count + ${series ? series.place : sql`1`}`,
			amount,
			balance_after: sql`balance + ${sum}`,
			type: typeof entry.type === 'string' ? literal(entry.type) : entry.type,
			reference_type: entry.reference && literal(entry.reference.type),
			reference_id: entry.reference?.id,
			note: entry.note,
			actor_user_id: entry.actor_user_id,
			trace_id: db.trace_id,
			created_at: db.now(),
		},
		sql`${from} WHERE ${and(where, moves(amount, sum))}`,
	)
}

/**
 * What follows FROM to read entries that were just posted: each row of `accounts` (which has `org_id` and `entry_count`) with its
 * org's newest `count` entries, `l`, as far as they have the type. You may append conditions.
 */
export const newestOf = (accounts: SQL, count: SQL, type: (typeof LEDGER_TYPES)[number]) =>
	sql`${accounts} AS newest CROSS JOIN ${ledgerEntries} AS l
		WHERE l.org_id = newest.org_id AND l.seq > newest.entry_count - ${count} AND l.type = ${literal(type)}`
