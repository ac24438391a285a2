import { eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { now } from '../../db/columns.ts'
import { creditAccounts, ledgerEntries, type LEDGER_TYPES } from './table.ts'

/** The most credits an account can hold: what a JSON number keeps exactly. */
export const MAX_BALANCE = Number.MAX_SAFE_INTEGER

interface Movement {
	org_id: string | SQL
	/** Added to the balance. Judged by the database as an expression, it may be NULL or 0: then nothing moves. */
	amount: number | SQL
	type: (typeof LEDGER_TYPES)[number]
	reference?: { type: string; id: string | SQL }
	note?: string | null
	actor_user_id?: string | null
	/** Nothing moves unless it holds. */
	when?: SQL
}

/**
 * The one statement that moves an org's balance: its ledger entry, which the database posts to the account. Writes no row
 * when there is nothing to move, or when the balance would leave 0 to `MAX_BALANCE`; `ensureChanged` makes that a refusal.
 */
export function post(db: Database['reader'], movement: Movement) {
	const { org_id, reference, note = null, actor_user_id = null, when } = movement
	const amount = sql`CAST(${movement.amount} AS INTEGER)`
	const after = sql`balance + ${amount}`
	return db.insert(ledgerEntries).select(
		sql`SELECT org_id, entry_count + 1, ${amount}, ${after}, ${movement.type}, ${reference?.type ?? null}, ${reference?.id ?? null},
			${note}, ${actor_user_id}, ${now()} FROM ${creditAccounts}
			WHERE ${eq(creditAccounts.org_id, org_id)} AND ${amount} <> 0 AND ${after} BETWEEN 0 AND ${MAX_BALANCE}${when && sql` AND (${when})`}`,
	)
}
