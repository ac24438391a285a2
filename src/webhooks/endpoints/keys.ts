import { eq, sql } from 'drizzle-orm'
import { now } from '../../db/columns.ts'
import type { Signers } from './sign.ts'
import { secrets } from '../../secrets/table.ts'
import { at, deleteSecret, open, putSecret, seal } from '../../secrets/vault.ts'
import type { webhookEndpoints } from './table.ts'
import { ensure } from '../../write/guards.ts'
import type { WorkContext } from '../../context.ts'

// The vault holds, for each endpoint, its signing key and the secret its org chose, and of both the one before while it still
// signs: for 24 hours, so that receivers can change over without losing an event.

export const OVERLAP_MS = 86_400_000

export type Column = 'signing_key' | 'previous_signing_key' | 'secret' | 'previous_secret'

export const placeOf = (endpoint_id: string, column: Column) => ({
	table: 'webhook_endpoints',
	row: endpoint_id,
	column,
})

type Sealed = typeof secrets.$inferSelect

const isOver = (until: string | null) => until === null || until <= now()

/** Opens whatever signs for the endpoint now. */
export async function signersOf(
	env: Env,
	{ previous_key_until, previous_secret_until }: typeof webhookEndpoints.$inferSelect,
	sealed: Sealed[],
): Promise<Signers> {
	const opened = async (columns: (Column | false)[]) => {
		const rows = columns.flatMap((column) => sealed.find((row) => row.column_name === column) ?? [])
		return Promise.all(rows.map((row) => open(env, row)))
	}
	return {
		keys: await opened(['signing_key', !isOver(previous_key_until) && 'previous_signing_key']),
		secrets: await opened(['secret', !isOver(previous_secret_until) && 'previous_secret']),
	}
}

/**
 * The statements that put `next` into the place of a key or secret, null for none, and keep the one before as the previous
 * one. They refuse the batch when somebody else did the same meanwhile.
 */
export async function retire(
	c: WorkContext,
	env: Env,
	endpoint_id: string,
	column: 'signing_key' | 'secret',
	next: string | null,
) {
	const { db } = c.var
	const [current] = await db
		.select()
		.from(secrets)
		.where(at(placeOf(endpoint_id, column)))
		.limit(1)
	const previous = placeOf(endpoint_id, `previous_${column}`)
	const isUnchanged = current
		? sql`EXISTS (SELECT 1 FROM ${secrets} WHERE ${at(placeOf(endpoint_id, column))} AND ${eq(secrets.sealed, current.sealed)})`
		: sql`NOT EXISTS (SELECT 1 FROM ${secrets} WHERE ${at(placeOf(endpoint_id, column))})`
	return [
		ensure(c, isUnchanged),
		current ? putSecret(db, await seal(env, previous, await open(env, current))) : deleteSecret(db, previous),
		next === null
			? deleteSecret(db, placeOf(endpoint_id, column))
			: putSecret(db, await seal(env, placeOf(endpoint_id, column), next)),
	]
}
