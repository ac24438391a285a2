import { eq, SQL, sql } from 'drizzle-orm'
import type { IdempotentCall, WorkContext } from '../../context.ts'
import { now } from '../db/columns.ts'
import type { Database } from '../db/database.ts'
import { conflict } from '../http/errors.ts'
import type { Stored } from '../http/replay.ts'
import { idempotencyKeys } from './table.ts'

// The records of `Idempotency-Key`. The first response to a POST is written in the batch of its effect, so a killed request
// leaves both or neither.

/**
 * Whether an operation takes the header; others ignore it. The responses of `/v1/auth` are credentials, which are never stored. Runs
 * have a key of their own, their `run_id`: only the reports of several runs in one call may be repeated under another.
 */
export const takesIdempotencyKey = ({ method, path }: { method: string; path: string }) =>
	method === 'POST' &&
	path.startsWith('/v1/') &&
	!path.startsWith('/v1/auth/') &&
	(!path.startsWith('/v1/runtime/') || path === '/v1/runtime/runs')

/** The response to a POST. It's SQL where only the database knows it: an integer, and JSON text. */
export interface StoredResponse {
	status: number | SQL
	body: object | SQL
}

/** The stored response to a call, and whether it's about a deleted org; undefined if there is none yet. One D1 call. */
export async function findStored(
	db: Database['reader'],
	{ id }: IdempotentCall,
	is_of_deleted = sql<number>`0`,
): Promise<(Stored & { is_of_deleted: number }) | undefined> {
	const { fingerprint, status, body, audit_id } = idempotencyKeys
	const [stored] = await db
		.select({ fingerprint, status, body, audit_id, is_of_deleted: is_of_deleted.as('is_of_deleted') })
		.from(idempotencyKeys)
		.where(eq(idempotencyKeys.id, id))
		.limit(1)
	return stored
}

/** Throws the 409 if the key was first used for another request. */
export function requireSameRequest(stored: Pick<Stored, 'fingerprint'>, call: IdempotentCall) {
	if (stored.fingerprint !== call.fingerprint) throw conflict('idempotency.key_reused')
}

/**
 * The statements that store a response. `claim` is the first of its batch, so the batch of a concurrent duplicate fails
 * before it has any effect. `answered` is the last one, when the database knows the response.
 */
export function keptResponse(
	{ var: { db } }: WorkContext,
	{ id, fingerprint }: IdempotentCall,
	{ status, body }: StoredResponse,
	audit_id: string | undefined,
) {
	return {
		claim: db.insert(idempotencyKeys).values({ id, fingerprint, status: 0, body: '', audit_id, created_at: now() }),
		answered: db
			.update(idempotencyKeys)
			.set({ status: asSql(status), body: asSql(body) })
			.where(eq(idempotencyKeys.id, id)),
	}
}

const asSql = (value: object | number | SQL): SQL =>
	value instanceof SQL ? value : sql`${typeof value === 'number' ? value : JSON.stringify(value)}`
