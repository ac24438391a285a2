import { asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { newId, now } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { literal } from '../../ground/db/state.ts'
import { requireSameRequest } from '../../ground/write/idempotency.ts'
import { hasStatementBudget } from '../../ground/write/system.ts'
import { write } from '../../ground/write/write.ts'
import { isOrgOpen } from '../../tenancy/orgs/access.ts'
import { MAX_BALANCE, postAll } from './post.ts'
import { creditOperations } from './table.ts'

// A change of every org's balance (spec 4.7), in chunks of orgs. Each chunk is one batch, so no statement grows with the number
// of orgs. The operation is a row with a cursor. The request that asked for it, a repeat of that request, or cron can all
// continue from there. A chunk moves the cursor and the balances together, so no org is changed twice or left out. Operations
// run one after another, in the order of the requests.

/** How many orgs one batch changes. The tests change fewer. */
export const chunk = { orgs: 5_000 }

type Operation = typeof creditOperations.$inferSelect
export type Change = Pick<Operation, 'type' | 'amount' | 'note'>

const ACTIONS = { admin_bulk_adjustment: 'bulk_adjust', admin_reset: 'reset_all' } as const

// The oldest open operation, with the last org of its next chunk.
const next = () => sql`(SELECT o.*, (SELECT max(org_id) FROM (SELECT b.org_id FROM credit_accounts b
	WHERE b.org_id > o.cursor AND b.org_id <= o.through ORDER BY b.org_id LIMIT ${literal(chunk.orgs)})) AS chunk_end
	FROM credit_operations o WHERE o.completed_at IS NULL ORDER BY o.id LIMIT 1)`

// What an account really moves by: its balance stays between 0 and the maximum.
const moved = sql`CASE o.type WHEN 'admin_reset' THEN -a.balance
	ELSE min(max(o.amount, -a.balance), ${literal(MAX_BALANCE)} - a.balance) END`

/** The statements that advance the oldest open operation by one chunk. */
function oneChunk(db: Database['reader']) {
	const entries = postAll(db, {
		from: sql`(SELECT a.org_id, a.balance, a.entry_count, ${moved} AS moved, o.type, o.id AS operation_id, o.note, nullif(o.actor_user_id, '') AS actor_user_id
			FROM ${next()} o JOIN credit_accounts a ON a.org_id > o.cursor AND a.org_id <= o.chunk_end WHERE ${isOrgOpen(sql`a.org_id`)})`,
		amount: sql`moved`,
		type: sql`type`,
		reference: { type: 'credit_operation', id: sql`operation_id` },
		note: sql`note`,
		actor_user_id: sql`actor_user_id`,
	})
	const progress = (column: SQL) => sql`(SELECT ${column} FROM ${next()} n)`
	const advance = db
		.update(creditOperations)
		.set({
			affected: sql`affected + changes()`,
			cursor: progress(sql`coalesce(n.chunk_end, n.through)`),
			completed_at: progress(sql`iif(coalesce(n.chunk_end, n.through) >= n.through, ${now()}, NULL)`),
		})
		.where(eq(creditOperations.id, sql`(SELECT id FROM ${next()})`))
	return [entries, advance] as const
}

const operation = (db: Database['reader'], where: SQL) => db.select().from(creditOperations).where(where).limit(1)

/**
 * Changes every balance and returns how many balances moved. A repeat under the same `Idempotency-Key` continues the operation
 * of the first call. Error: 409 if the first call was a different request.
 */
export async function changeEveryBalance(
	c: WorkContext,
	actor_user_id: string | null,
	change: Change,
): Promise<number> {
	let state = await startOperation(c, actor_user_id, change)
	while (state?.completed_at === null && !c.var.dry_run) state = await continueOperation(c, state.id)
	if (!state) throw new Error('The operation is gone')
	if (state.completed_at === null) await noteRest(c, state)
	return state.affected
}

/** Says what a dry run leaves out. It only simulates the first chunk, because the second one couldn't see its rows. */
async function noteRest(
	{ var: { db, dry_run } }: WorkContext,
	{ type, amount, cursor, through }: Operation,
): Promise<void> {
	if (!dry_run) return
	const { orgs, count, sum } = await db.get<Record<'orgs' | 'count' | 'sum', number>>(
		sql`SELECT count(*) AS orgs, count(*) FILTER (WHERE amount <> 0) AS count, total(amount) AS sum FROM (SELECT ${moved} AS amount
			FROM (SELECT ${type} AS type, ${amount} AS amount) o CROSS JOIN credit_accounts a WHERE a.org_id > ${cursor} AND a.org_id <= ${through} AND ${isOrgOpen(sql`a.org_id`)})`,
	)
	dry_run.credits_total.count += count
	dry_run.credits_total.amount += sum
	dry_run.effects.push({ code: 'continues_with_orgs', values: { count: orgs, first: chunk.orgs } })
}

// No response is stored until the last chunk is done. Until then a repeat finds the operation by the call's hash.
const response = { none: 'a repeat finds the operation; the route stores the response after the last chunk' }

/** Starts an operation with its first chunk, or finds the one that an earlier call under this key started. */
async function startOperation(
	c: WorkContext,
	actor_user_id: string | null,
	change: Change,
): Promise<Operation | undefined> {
	const { db, idempotent_call: call } = c.var
	const id = newId('cop')
	const row = {
		id,
		...change,
		actor_user_id: actor_user_id ?? '',
		call_hash: call?.id ?? null,
		fingerprint_hash: call?.fingerprint ?? null,
		through: sql`coalesce((SELECT max(org_id) FROM credit_accounts), '')`,
		created_at: now(),
	}
	const started = new Error('The operation has started')
	try {
		const { state } = await write(
			c,
			{
				operation: db.insert(creditOperations).values(row),
				chunk: oneChunk(db),
				state: operation(db, eq(creditOperations.id, id)),
			},
			{
				audit: { action: `credits.${ACTIONS[change.type]}` as const, target: creditOperations, target_id: id },
				response,
				duplicate: () => started,
			},
		)
		return state[0]
	} catch (error) {
		if (error !== started || !call) throw error
		const [state] = await operation(db, eq(creditOperations.call_hash, call.id))
		if (state) requireSameRequest({ fingerprint: state.fingerprint_hash ?? '' }, call)
		return state
	}
}

async function continueOperation(c: WorkContext, id: string): Promise<Operation | undefined> {
	const { db } = c.var
	const parts = { chunk: oneChunk(db), state: operation(db, eq(creditOperations.id, id)) }
	const { state } = await write(c, parts, { response })
	return state[0]
}

/** The job: continues operations whose request was cut off. Returns whether one is left. */
export async function finishOperations(c: WorkContext): Promise<boolean> {
	const { db } = c.var
	const open = () =>
		db
			.select({ id: creditOperations.id })
			.from(creditOperations)
			.where(isNull(creditOperations.completed_at))
			.orderBy(asc(creditOperations.id))
			.limit(1)
	let left = await open()
	while (left.length > 0 && hasStatementBudget(c)) left = (await write(c, { chunk: oneChunk(db), left: open() })).left
	return left.length > 0
}
