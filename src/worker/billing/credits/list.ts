import { and, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { timeOfId } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import type { openPage } from '../../ground/http/page.ts'
import type { Period } from '../../ground/http/period.ts'
import { LEDGER_TYPES, ledgerEntries } from './table.ts'

// Finds ledger entries: by page, time, run or trace.

/** The filters of a list of entries. */
interface LedgerFilters extends Period {
	type?: (typeof LEDGER_TYPES)[number] | undefined
	reference_type?: string | undefined
	reference_id?: string | undefined
}

/** The columns of an entry in a response, and its `seq`. */
const { trace_id: _trace, folded_count: _count, ...columns } = getTableColumns(ledgerEntries)
const { note, type } = columns

/** Old entries of an admin have no note where it's empty by now. */
const answered = {
	...columns,
	note: sql<string | null>`coalesce(${note}, iif(${type} GLOB 'admin_*', '', NULL))`.as('note'),
}

/** The query of a page of an org's entries, newest first. The page's key is `seq`. */
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

/** What an org was granted in a month, added up from its ledger. */
export const grantedIn = (org_id: SQL, month: SQL) =>
	sql`(SELECT coalesce(sum(l.amount), 0) FROM ledger_entries l WHERE l.org_id = ${org_id} AND l.reference_type = 'month'
		AND l.reference_id = ${month} AND l.type <> 'consumption')`

/**
 * What an org's runs used since a time, without reading what each of them used: what the balance fell by, and what else moved it.
 * `org_id` is that of a row of `credit_accounts`.
 */
export const usedSince = (since: SQL): SQL<number> => {
	const org_id = sql.raw('credit_accounts.org_id')
	return sql`(SELECT coalesce((SELECT l.balance_after FROM ledger_entries l WHERE l.org_id = ${org_id} AND l.seq < place.seq
		ORDER BY l.seq DESC LIMIT 1), 0) - credit_accounts.balance + coalesce((SELECT sum(l.amount) FROM ledger_entries l
		INDEXED BY ledger_entries_type WHERE l.org_id = ${org_id} AND l.type <> 'consumption' AND l.type IN ${MOVERS} AND l.seq >= place.seq), 0)
		FROM (SELECT ${seqAt(org_id, since)} AS seq) AS place)`
}

/** Every type of entry but consumption. */
const MOVERS = sql.raw(`('${LEDGER_TYPES.filter((type) => type !== 'consumption').join("', '")}')`)

/** Entries are numbered in the order of their commits. Their times are out of order by less than this. */
const SLACK_S = 10

// SQLite uses a partial index only if the query repeats the index's condition. Without the hint it prefers the primary key.
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

/** Narrows the search to the entry that charged a run. The id of the report that ended the run holds the time of that entry. */
function chargeOf(org_id: string, run_id: string): SQL {
	const settled = timeOfId(sql`(SELECT r.settled_by FROM runs r WHERE r.run_id = ${run_id} AND r.org_id = ${org_id})`)
	const { seq } = ledgerEntries
	return sql`${seq} >= ${seqAt(org_id, shifted(settled, -SLACK_S))} AND ${seq} < ${seqAt(org_id, shifted(settled, SLACK_S))}`
}

const shifted = (time: SQL, seconds: number) =>
	sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${time}, ${`${seconds > 0 ? '+' : ''}${seconds} seconds`})`

/**
 * The `seq` of an org's first entry at or after a time, by binary search: numbers rise with the times, so it costs 20 rows among a
 * million entries. Compaction leaves gaps, so the next entry stands in for a missing one. An index by time would cost each run one
 * more row written.
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
 * The query of the entries that a request wrote, at most `limit`, in no order. `places` is a query of where to look: `org_id`,
 * and the times `since` and `until`. An index by trace would cost each run one more row written.
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
