import { asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { commit } from '../../write/commit.ts'
import { newId, now } from '../../db/columns.ts'
import { conflict } from '../../http/errors.ts'
import { MAX_BALANCE } from './ledger.ts'
import { creditOperations, ledgerEntries } from './table.ts'
import type { WorkContext } from '../../context.ts'
import { requireSameRequest } from '../../write/idempotency.ts'

// A change of every org's balance (spec 4.7) in chunks of orgs, each one batch, so that no statement grows with the number of
// orgs. The operation is a row: whoever finds it open goes on with it, the request that asked, its repeat, or cron. Each chunk
// moves the row and the balances together, so no org is changed twice or left out, and two drivers only share the work.
// Operations are carried out one after another, in the order they were asked for.

const ORGS_PER_CHUNK = 5_000

type Operation = typeof creditOperations.$inferSelect
export type Change = Pick<Operation, 'type' | 'amount' | 'note'>

// The oldest open operation, with the last org of its next chunk.
const next = sql`(SELECT o.*, (SELECT max(org_id) FROM (SELECT b.org_id FROM credit_accounts b
	WHERE b.org_id > o.cursor AND b.org_id <= o.through ORDER BY b.org_id LIMIT ${sql.raw(String(ORGS_PER_CHUNK))})) AS chunk_end
	FROM credit_operations o WHERE o.completed_at IS NULL ORDER BY o.id LIMIT 1)`

// What really moves: a balance stays within 0 and the most it can hold.
const moved = sql`CASE o.type WHEN 'admin_reset' THEN -a.balance
	ELSE min(max(o.amount, -a.balance), ${sql.raw(String(MAX_BALANCE))} - a.balance) END`

/** The statements that carry the oldest open operation one chunk further. */
function oneChunk(db: WorkContext['var']['db']) {
	const entries = db.insert(ledgerEntries).select(
		sql`SELECT a.org_id, a.entry_count + 1, ${moved}, a.balance + ${moved}, o.type, 'credit_operation', o.id, o.note, o.actor_user_id, ${now()}
			FROM ${next} o JOIN credit_accounts a ON a.org_id > o.cursor AND a.org_id <= o.chunk_end WHERE ${moved} <> 0`,
	)
	const progress = (column: SQL) => sql`(SELECT ${column} FROM ${next} n)`
	const advance = db
		.update(creditOperations)
		.set({
			affected: sql`affected + changes()`,
			cursor: progress(sql`coalesce(n.chunk_end, n.through)`),
			completed_at: progress(sql`iif(coalesce(n.chunk_end, n.through) >= n.through, ${now()}, NULL)`),
		})
		.where(eq(creditOperations.id, sql`(SELECT id FROM ${next})`))
	return [entries, advance] as const
}

/** Carries a change out and gives the number of orgs whose balance moved. Repeated under one `Idempotency-Key`, it goes on. */
export async function changeEveryBalance(c: WorkContext, actor_user_id: string, change: Change): Promise<number> {
	const call = c.var.idempotent_call
	// The operation itself is what a repeat finds until the answer is known.
	const own: WorkContext = {
		...c,
		env: c.env,
		executionCtx: c.executionCtx,
		var: { ...c.var, idempotent_call: undefined },
		req: c.req,
	}
	const { db } = c.var
	const operation = {
		id: newId('cop'),
		...change,
		actor_user_id,
		call_hash: call?.id ?? null,
		fingerprint_hash: call?.fingerprint ?? null,
		through: sql`coalesce((SELECT max(org_id) FROM credit_accounts), '')`,
		created_at: now(),
	}
	const started = conflict('The operation has started')
	const mine = (by: SQL) => db.select().from(creditOperations).where(by).limit(1)
	let state: Operation | undefined
	try {
		const [, , , rows] = await commit(
			own,
			[db.insert(creditOperations).values(operation), ...oneChunk(db), mine(eq(creditOperations.id, operation.id))],
			{
				audit: { action: `credits.${ACTIONS[change.type]}`, target: creditOperations, target_id: operation.id },
				duplicate: () => started,
			},
		)
		state = rows[0]
	} catch (error) {
		if (error !== started || !call) throw error
		state = (await mine(eq(creditOperations.call_hash, call.id)))[0]
		if (state) requireSameRequest({ fingerprint: state.fingerprint_hash ?? '' }, call)
	}
	while (state && state.completed_at === null) {
		state = (await commit(own, [...oneChunk(db), mine(eq(creditOperations.id, state.id))], {}))[2][0]
	}
	if (!state) throw new Error('The operation is gone')
	return state.affected
}

const ACTIONS = { admin_bulk_adjustment: 'bulk_adjust', admin_reset: 'reset_all' }

/** Finishes the operations whose request was cut off. */
export async function finishOperations(c: WorkContext): Promise<void> {
	const { db } = c.var
	const open = () =>
		db
			.select({ id: creditOperations.id })
			.from(creditOperations)
			.where(isNull(creditOperations.completed_at))
			.orderBy(asc(creditOperations.id))
			.limit(1)
	for (let left = await open(); left.length > 0;) {
		const [, , rows] = await commit(c, [...oneChunk(db), open()], {})
		left = rows
	}
}
