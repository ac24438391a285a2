import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../ground/db/database.ts'
import { creditAccounts, ledgerEntries, ledgerMarks } from './table.ts'

// Adds up ledgers from a checkpoint to verify them, and finds old entries to compact.

/** The query of an org's first `limit` entries after a `seq`, of any type. */
export function entriesAfter(db: Database['reader'], org_id: string, after: number, limit: number) {
	const { seq, type, created_at } = ledgerEntries
	return db
		.select({ seq, type, created_at })
		.from(ledgerEntries)
		.where(and(eq(ledgerEntries.org_id, org_id), gt(seq, after)))
		.orderBy(asc(seq))
		.limit(limit)
}

/**
 * The query of the next `limit` accounts after `org_id`: how far compaction has got in each ledger, and whether the next entry
 * there is older than `time`.
 */
export const compactable = (org_id: string, time: string, limit: number) =>
	sql`SELECT org_id, folded_through, created_at < ${time} AS is_due FROM (SELECT a.org_id, a.folded_through, (SELECT l.created_at
		FROM ${ledgerEntries} l WHERE l.org_id = a.org_id AND l.seq > a.folded_through ORDER BY l.seq LIMIT 1) AS created_at
		FROM ${creditAccounts} a WHERE a.org_id > ${org_id} ORDER BY a.org_id LIMIT ${limit})`

/** A checkpoint in a ledger: the sum of its entries up to `seq`. */
export interface Checkpoint {
	org_id: string
	seq: number
	ledger_sum: number
	/** The number of those entries. It equals `seq` unless some are missing. */
	ledger_count: number
}

/** What an account says, and the entries that a read added up: their rows, sum, count and last `seq`, as a JSON array. */
export interface Added {
	balance: number
	entry_count: number
	added: string
}

const ADDED = sql`json_array(count(*), coalesce(sum(amount), 0), coalesce(sum(folded_count), 0), max(seq))`

/**
 * True while the entry at the checkpoint exists. Compacting past a checkpoint deletes that entry, and then a stored sum would be
 * stale.
 */
const holds = (org_id: SQL, seq: SQL) =>
	sql`EXISTS (SELECT 1 FROM ${ledgerEntries} h WHERE h.org_id = ${org_id} AND h.seq = ${seq})`

/**
 * The query of the next accounts after `org_id`, with the sum of each ledger after its mark. It stops before it would read more
 * than `entries` entries in all. If the first account alone has more, that account is the only row, and `added` is null.
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

/** The query of one account with the sum of the next `entries` entries after a checkpoint, and whether the checkpoint is still valid. */
export const addedUpFrom = ({ org_id, seq }: Checkpoint, entries: number) =>
	sql`SELECT a.balance, a.entry_count, (SELECT ${ADDED} FROM (SELECT amount, folded_count, seq FROM ${ledgerEntries} l
		WHERE l.org_id = a.org_id AND l.seq > ${seq} ORDER BY l.seq LIMIT ${entries})) AS added,
		${seq} = 0 OR ${holds(sql`a.org_id`, sql`${seq}`)} AS holds
	FROM ${creditAccounts} a WHERE a.org_id = ${org_id}`
