import { eq, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { DAY_MS, now } from '../../ground/db/columns.ts'
import { exists } from '../../ground/db/state.ts'
import { secrets } from '../../ground/secrets/table.ts'
import { at, deleteSecret, isBlind, open, putSecret, seal } from '../../ground/secrets/vault.ts'
import { ensure } from '../../ground/write/guards.ts'
import type { Signers } from './sign.ts'
import type { webhookEndpoints } from './table.ts'

// The vault holds up to four secrets for an endpoint: its signing key, the secret that its org chose, and the previous one of
// each. A previous one signs for 24 more hours, so receivers can switch without losing an event.

/** How long a previous key or secret still signs. */
export const OVERLAP_MS = DAY_MS

type Column = 'signing_key' | 'previous_signing_key' | 'secret' | 'previous_secret'

/** Where the vault stores a secret of an endpoint. */
export const placeOf = (endpoint_id: string, column: Column) => ({
	table: 'webhook_endpoints',
	row: endpoint_id,
	column,
})

type Sealed = typeof secrets.$inferSelect

const isOver = (until: string | null) => until === null || until <= now()

/** Opens every key and secret that currently signs for the endpoint. `sealed` has all of its rows in the vault. */
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

interface Replacement {
	endpoint_id: string
	column: 'signing_key' | 'secret'
	/** The plaintext; null to remove it. */
	next: string | null
}

/**
 * The statements that replace a key or secret and keep the current one as the previous one. They refuse the batch if another
 * request replaced it in the meantime. None if it's the current one already. One D1 call to read that.
 */
export async function replace(c: WorkContext, { endpoint_id, column, next }: Replacement) {
	const { env } = c
	const { db } = c.var
	const place = placeOf(endpoint_id, column)
	const previous = placeOf(endpoint_id, `previous_${column}`)
	const [current] = await db.select().from(secrets).where(at(place)).limit(1)
	const plaintext = current ? await open(env, current) : null
	if (plaintext === next && !isBlind(env)) return undefined
	const isUnchanged = current
		? exists(secrets, sql`${at(place)} AND ${eq(secrets.sealed, current.sealed)}`)
		: sql`NOT ${exists(secrets, sql`${at(place)}`)}`
	return [
		ensure(c, isUnchanged),
		plaintext === null ? deleteSecret(db, previous) : putSecret(db, await seal(env, previous, plaintext)),
		next === null ? deleteSecret(db, place) : putSecret(db, await seal(env, place, next)),
	]
}
