import { and, asc, desc, eq, getTableColumns, gt, type SQL, sql } from 'drizzle-orm'
import { timeOfId } from '../../db/columns.ts'
import type { Builder, Database } from '../../db/database.ts'
import { insertFrom } from '../../db/insert-from.ts'
import { literal } from '../../db/state.ts'
import type { openPage } from '../../http/page.ts'
import type { Period } from '../../http/period.ts'
import { creditAccounts, ledgerEntries, ledgerMarks, type LEDGER_TYPES } from './table.ts'

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
	sql`${amount} <> 0 AND balance + ${sum} BETWEEN 0 AND ${literal(MAX_BALANCE)}`

/**
 * The statement that moves an org's balance: its ledger entry, which the database posts to the account. It writes no row
 * when nothing moves, or when the balance would leave 0 to `MAX_BALANCE`. `ensureChanged` makes that a refusal.
 */
export const post = (db: Builder, { org_id, ...entry }: Movement) =>
	postAll(db, { ...entry, from: sql`${creditAccounts}`, where: eq(creditAccounts.org_id, org_id) })

/** The same for many orgs: one ledger entry for each row of `from` that moves its balance. */
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

/** What a list of entries can be narrowed to. */
export interface LedgerFilters extends Period {
	type?: (typeof LEDGER_TYPES)[number] | undefined
	reference_type?: string | undefined
	reference_id?: string | undefined
}

/** The columns of an entry as it is answered, and its `seq`. */
const { trace_id: _trace, folded_count: _count, ...answered } = getTableColumns(ledgerEntries)

/** The query of a page of an org's entries, newest first. Its key is their `seq`. */
export function entriesOf(
	db: Database['reader'],
	org_id: string,
	filters: LedgerFilters,
	page: ReturnType<typeof openPage>,
) {
	const { seq } = ledgerEntries
	return db
		.select(answered)
		.from(ledgerEntries)
		.where(and(eq(ledgerEntries.org_id, org_id), passing(org_id, filters, page.isFirst), page.before(seq)))
		.orderBy(desc(seq))
		.limit(page.limit)
}

/** Entries are numbered in the order of their commits. Their times may be out of order by less than this. */
const SLACK_S = 10

// SQLite uses a partial index only under the very condition that it was made with. Without the hint it takes the key instead.
const indexed = (conditions: SQL[]) =>
	conditions.map((condition) => sql`unlikely(${condition}) AND ${ledgerEntries.type} <> 'consumption'`)

function passing(org_id: string, filters: LedgerFilters, isFirst: boolean): SQL | undefined {
	const { from, to, type, reference_type, reference_id } = filters
	const { seq, created_at } = ledgerEntries
	const isType = type === undefined ? [] : [eq(ledgerEntries.type, type)]
	const isReference =
		reference_type === undefined || reference_id === undefined
			? []
			: [eq(ledgerEntries.reference_type, reference_type), eq(ledgerEntries.reference_id, reference_id)]
	const isOfRun = reference_type === 'run'
	return and(
		...(type === 'consumption' ? isType : indexed(isType)),
		...(isOfRun ? isReference : indexed(isReference)),
		isOfRun ? chargeOf(org_id, reference_id ?? '') : undefined,
		from === undefined
			? undefined
			: sql`${seq} >= ${seqAt(org_id, shifted(sql`${from}`, -SLACK_S))} AND ${created_at} >= ${from}`,
		// A cursor is within the period already, and SQLite starts to read at one upper bound alone.
		to === undefined || !isFirst ? undefined : sql`${seq} < ${seqAt(org_id, shifted(sql`${to}`, SLACK_S))}`,
		to === undefined ? undefined : sql`${created_at} < ${to}`,
	)
}

/** Where the entry is that charged a run. The id of the report that ended the run holds the time of that entry. */
function chargeOf(org_id: string, run_id: string): SQL {
	const settled = timeOfId(sql`(SELECT r.settled_by FROM runs r WHERE r.run_id = ${run_id} AND r.org_id = ${org_id})`)
	const { seq } = ledgerEntries
	return sql`${seq} >= ${seqAt(org_id, shifted(settled, -SLACK_S))} AND ${seq} < ${seqAt(org_id, shifted(settled, SLACK_S))}`
}

const shifted = (time: SQL, seconds: number) =>
	sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${time}, ${`${seconds > 0 ? '+' : ''}${seconds} seconds`})`

/**
 * A number below which every entry of an org is before a time, and from which on none is. Numbers rise with the times, so halving
 * finds it: the millionth entry costs 20 rows. A fold leaves gaps, so the next entry stands for a number without one. An index
 * by time would cost each run one more row written.
 */
const seqAt = (org_id: string | SQL, time: SQL) =>
	sql`(WITH RECURSIVE half(low, high) AS (
		SELECT 1, a.entry_count + 1 FROM credit_accounts a WHERE a.org_id = ${org_id}
		UNION ALL SELECT iif(l.created_at < ${time}, l.seq + 1, half.low), iif(l.created_at < ${time}, half.high, (half.low + half.high) / 2)
		FROM half CROSS JOIN ledger_entries l
		WHERE half.low < half.high AND l.org_id = ${org_id}
		AND l.seq = (SELECT min(n.seq) FROM ledger_entries n WHERE n.org_id = ${org_id} AND n.seq >= (half.low + half.high) / 2)
	) SELECT low FROM half WHERE low >= high)`

/**
 * The query of the entries that a request left, at most `limit`, in no order. `places` is a query of where they can be: `org_id`, and the
 * times `since` and `until`. Without it the ledger would need an index, and each run would write one more row.
 */
export function entriesOfTrace(db: Database['reader'], trace_id: string, places: SQL, limit: number) {
	const { org_id, seq } = ledgerEntries
	const found = sql`SELECT l.org_id, l.seq FROM (${places}) AS place CROSS JOIN ledger_entries AS l
		WHERE l.org_id = place.org_id AND l.seq >= ${seqAt(sql`place.org_id`, sql`place.since`)}
		AND l.seq < ${seqAt(sql`place.org_id`, sql`place.until`)} AND l.trace_id = ${trace_id}`
	return db
		.select(answered)
		.from(ledgerEntries)
		.where(sql`(${org_id}, ${seq}) IN (${found})`)
		.limit(limit)
}

/**
 * What follows FROM to read what was just posted: each row of `accounts`, which has `org_id` and `entry_count`, with those of
 * its org's newest `count` entries, `l`, that are of the type. More conditions may follow it.
 */
export const newestOf = (accounts: SQL, count: SQL, type: (typeof LEDGER_TYPES)[number]) =>
	sql`${accounts} AS newest CROSS JOIN ${ledgerEntries} AS l
		WHERE l.org_id = newest.org_id AND l.seq > newest.entry_count - ${count} AND l.type = ${literal(type)}`

/** The first `limit` entries of an org after a number, of any kind. */
export function entriesAfter(db: Database['reader'], org_id: string, after: number, limit: number) {
	const { seq, type, created_at } = ledgerEntries
	return db
		.select({ seq, type, created_at })
		.from(ledgerEntries)
		.where(and(eq(ledgerEntries.org_id, org_id), gt(seq, after)))
		.orderBy(asc(seq))
		.limit(limit)
}

/** Of the first `limit` accounts after `org_id`, those with an entry before `time` that no fold has looked at, and the last of all. */
export const foldable = (org_id: string, time: string, limit: number) =>
	sql`SELECT org_id, folded_through, created_at < ${time} AS is_due FROM (SELECT a.org_id, a.folded_through, (SELECT l.created_at
		FROM ${ledgerEntries} l WHERE l.org_id = a.org_id AND l.seq > a.folded_through ORDER BY l.seq LIMIT 1) AS created_at
		FROM ${creditAccounts} a WHERE a.org_id > ${org_id} ORDER BY a.org_id LIMIT ${limit})`

/** How far a ledger is added up: the entries up to `seq`. */
export interface Place {
	org_id: string
	seq: number
	ledger_sum: number
	/** The number of those entries. It is `seq` unless the ledger lacks some. */
	ledger_count: number
}

/** What an account says, and what a read adds to a place of its ledger: rows, their two sums, and the last `seq`, as JSON. */
export interface Added {
	balance: number
	entry_count: number
	added: string
}

const ADDED = sql`json_array(count(*), coalesce(sum(amount), 0), coalesce(sum(folded_count), 0), max(seq))`

/** Whether nothing but entries after a place can change what was added up to it: a fold that goes past it takes its entry. */
const holds = (org_id: SQL, seq: SQL) =>
	sql`EXISTS (SELECT 1 FROM ${ledgerEntries} h WHERE h.org_id = ${org_id} AND h.seq = ${seq})`

/**
 * The query of the next accounts after `org_id`, each at its mark, with what the entries after it add. It ends before these are
 * more than `entries` together. If the first account has more than that, it comes alone, and `added` is null.
 */
export const addedUpAfter = (org_id: string, accounts: number, entries: number, from_start: boolean) =>
	sql`WITH RECURSIVE walk AS (
		SELECT ${org_id} AS org_id, 0 AS seq, 0 AS ledger_sum, 0 AS entries, 0 AS place
		UNION ALL SELECT a.org_id, coalesce(m.seq, 0), coalesce(m.ledger_sum, 0), walk.entries - coalesce(m.seq, 0)
			+ coalesce((SELECT max(l.seq) FROM ${ledgerEntries} l WHERE l.org_id = a.org_id), 0), place + 1
		FROM walk CROSS JOIN ${creditAccounts} a LEFT JOIN ${ledgerMarks} m
			ON m.org_id = a.org_id AND ${from_start ? 0 : 1} AND ${holds(sql`m.org_id`, sql`m.seq`)}
		WHERE a.org_id = (SELECT min(n.org_id) FROM ${creditAccounts} n WHERE n.org_id > walk.org_id)
			AND walk.entries <= ${entries} AND place < ${accounts}
	) SELECT w.org_id, w.seq, w.ledger_sum, w.seq AS ledger_count, a.balance, a.entry_count, iif(w.entries <= ${entries},
		(SELECT ${ADDED} FROM ${ledgerEntries} l WHERE l.org_id = w.org_id AND l.seq > w.seq), NULL) AS added
	FROM walk w CROSS JOIN ${creditAccounts} a
	WHERE a.org_id = w.org_id AND place > 0 AND (w.entries <= ${entries} OR place = 1)`

/** The query of one account with what the next `entries` after a place add, and whether the place still holds. */
export const addedUpFrom = ({ org_id, seq }: Place, entries: number) =>
	sql`SELECT a.balance, a.entry_count, (SELECT ${ADDED} FROM (SELECT amount, folded_count, seq FROM ${ledgerEntries} l
		WHERE l.org_id = a.org_id AND l.seq > ${seq} ORDER BY l.seq LIMIT ${entries})) AS added,
		${seq} = 0 OR ${holds(sql`a.org_id`, sql`${seq}`)} AS holds
	FROM ${creditAccounts} a WHERE a.org_id = ${org_id}`
