import { eq, SQL, sql } from 'drizzle-orm'
import type { IdempotentCall, WorkContext } from '../context.ts'
import { now } from '../db/columns.ts'
import type { Database } from '../db/database.ts'
import { conflict } from '../http/errors.ts'
import type { Stored } from '../http/replay.ts'
import { idempotencyKeys } from './table.ts'

// The records of `Idempotency-Key`: the first answer to a POST, written in the batch of its effect. So a killed request has
// left both or neither.

/** What a POST answers. As SQL where only the database knows it. */
export interface Answer {
	status: number | SQL
	body: object | SQL
}

/** The stored answer to a call; undefined before the first one. One D1 call. */
export async function findStored(db: Database['reader'], { id }: IdempotentCall): Promise<Stored | undefined> {
	const { fingerprint, status, body } = idempotencyKeys
	const [stored] = await db
		.select({ fingerprint, status, body })
		.from(idempotencyKeys)
		.where(eq(idempotencyKeys.id, id))
		.limit(1)
	return stored
}

/** Throws the 409 when the key was first used for another request. */
export function requireSameRequest(stored: Pick<Stored, 'fingerprint'>, call: IdempotentCall) {
	if (stored.fingerprint !== call.fingerprint)
		throw conflict('This idempotency key was used with another request', { reason: 'idempotency.key_reused' })
}

/**
 * The statements that keep an answer. The key is claimed first, so a twin fails before it has an effect. It is answered
 * last, when the answer is known.
 */
export function keptAnswer(
	{ var: { db } }: WorkContext,
	{ id, fingerprint }: IdempotentCall,
	{ status, body }: Answer,
) {
	return {
		claim: db.insert(idempotencyKeys).values({ id, fingerprint, status: 0, body: '', created_at: now() }),
		answered: db
			.update(idempotencyKeys)
			.set({ status: asSql(status), body: asSql(body) })
			.where(eq(idempotencyKeys.id, id)),
	}
}

const asSql = (value: object | number | SQL): SQL =>
	value instanceof SQL ? value : sql`${typeof value === 'number' ? value : JSON.stringify(value)}`
