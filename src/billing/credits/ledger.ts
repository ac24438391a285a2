import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { now } from '../../db/columns.ts'
import type { Database } from '../../db/database.ts'
import { insertFrom } from '../../db/insert-from.ts'
import type { openPage } from '../../http/page.ts'
import { creditAccounts, ledgerEntries, type LEDGER_TYPES } from './table.ts'

// The only file that names the ledger's table: every entry is written and read here.

/** The most credits an account can hold: the largest integer that a JSON number keeps exactly. */
export const MAX_BALANCE = Number.MAX_SAFE_INTEGER

interface Entry {
	/** Added to the balance, in credits. As SQL it may be NULL or 0: then nothing moves. */
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
	/** One row per movement, with the `org_id`, `balance` and `entry_count` of its account. Other columns feed the entry. */
	from: SQL
	where?: SQL
	/**
	 * Needed when an org may move more than once: the movement's place among those of its org, from 1, and the sum of its
	 * org's amounts up to and including it. `from` must give the rows in this order: the database posts them one after
	 * another, and refuses an entry that does not follow the one before.
	 */
	series?: { place: SQL; sum: SQL }
}

const asInteger = (amount: number | SQL) => sql`CAST(${amount} AS INTEGER)`

/** Whether `amount`, added to `balance`, is a movement: it is not 0 and the balance stays within 0 and `MAX_BALANCE`. */
export const moves = (amount: SQL, sum = amount) =>
	sql`${amount} <> 0 AND balance + ${sum} BETWEEN 0 AND ${MAX_BALANCE}`

/**
 * The statement that moves an org's balance: its ledger entry, which the database posts to the account. It writes no row
 * when nothing moves, or when the balance would leave 0 to `MAX_BALANCE`. `ensureChanged` makes that a refusal.
 */
export const post = (db: Database['reader'], { org_id, ...entry }: Movement) =>
	postAll(db, { ...entry, from: sql`${creditAccounts}`, where: eq(creditAccounts.org_id, org_id) })

/** The same for many orgs: one ledger entry for each row of `from` that moves its balance. */
export function postAll(db: Database['reader'], { from, where, series, ...entry }: Movements) {
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
			type: entry.type,
			reference_type: entry.reference?.type,
			reference_id: entry.reference?.id,
			note: entry.note,
			actor_user_id: entry.actor_user_id,
			created_at: now(),
		},
		sql`${from} WHERE ${and(where, moves(amount, sum))}`,
	)
}

/** The query of a page of an org's entries, newest first. Its key is their `seq`. */
export function entriesOf(db: Database['reader'], org_id: string, page: ReturnType<typeof openPage>) {
	const { seq } = ledgerEntries
	return db
		.select()
		.from(ledgerEntries)
		.where(and(eq(ledgerEntries.org_id, org_id), page.before(seq)))
		.orderBy(desc(seq))
		.limit(page.limit)
}

/**
 * What follows FROM to read what was just posted: each row of `accounts`, which has `org_id` and `entry_count`, with those of
 * its org's newest `count` entries, `l`, that are of the type. More conditions may follow it.
 */
export const newestOf = (accounts: SQL, count: number, type: (typeof LEDGER_TYPES)[number]) =>
	sql`${accounts} AS newest CROSS JOIN ${ledgerEntries} AS l
		WHERE l.org_id = newest.org_id AND l.seq > newest.entry_count - ${count} AND l.type = ${type}`

/** The first `limit` accounts after `org_id`, as a subquery: what each says, and what the entries of its ledger add up to. */
export const addedUp = (org_id: string, limit: number) =>
	sql`(SELECT a.org_id, a.balance, a.entry_count, coalesce(sum(l.amount), 0) AS ledger_sum, count(l.seq) AS ledger_count
		FROM ${creditAccounts} AS a LEFT JOIN ${ledgerEntries} AS l ON l.org_id = a.org_id
		WHERE a.org_id > ${org_id} GROUP BY a.org_id ORDER BY a.org_id LIMIT ${limit})`
