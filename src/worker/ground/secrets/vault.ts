import { Buffer } from 'node:buffer'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { onForget } from '../../isolate.ts'
import { newId, now } from '../db/columns.ts'
import type { Database } from '../db/database.ts'
import { allOf, exists } from '../db/state.ts'
import { unavailable } from '../http/errors.ts'
import { fingerprintUnder } from './hmac.ts'
import { type replacedSecrets, secrets } from './table.ts'

// AES-256-GCM (NIST SP 800-38D) with a fresh nonce for each seal. The additional data binds a ciphertext to its table, row and
// column, so it doesn't open if it's moved to another row.

const NONCE_BYTES = 12
/** In seconds. Only the operator can bring a key back. */
const RETRY_AFTER = 60

/** The table, row and column that a secret stands for. */
export interface Place {
	table: string
	row: string
	column: string
}

export type SealedRow = typeof secrets.$inferSelect

interface KeyRing {
	source: string
	/** The first one seals. Any of them opens. */
	ids: string[]
	keys: Map<string, Uint8Array>
	imported: Map<string, CryptoKey>
}

let keyRing: KeyRing | undefined
onForget(() => (keyRing = undefined))

/** The keys of `SECRETS_KEYS`, a JSON array of `{id, key}`. Each key is 32 bytes in base64, and the first is the current one. */
export function keyRingOf(env: Env): KeyRing {
	if (keyRing?.source === env.SECRETS_KEYS) return keyRing
	const listed = JSON.parse(env.SECRETS_KEYS) as { id: string; key: string }[]
	const keys = new Map(listed.map(({ id, key }) => [id, Buffer.from(key, 'base64')]))
	keyRing = { source: env.SECRETS_KEYS, ids: [...keys.keys()], keys, imported: new Map() }
	return keyRing
}

/** The id of the key that seals. Throws if `SECRETS_KEYS` has no key. */
export function currentKeyId(env: Env): string {
	const [id] = keyRingOf(env).ids
	if (id === undefined) throw new Error('SECRETS_KEYS has no key')
	return id
}

/** The ids of all keys, the current one first. */
export const knownKeyIds = (env: Env): readonly string[] => keyRingOf(env).ids

async function keyOf(env: Env, id: string): Promise<CryptoKey> {
	const { keys, imported } = keyRingOf(env)
	const known = imported.get(id)
	if (known) return known
	const bytes = keys.get(id)
	if (!bytes) throw unavailable('secrets.key_missing', RETRY_AFTER)
	const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
	imported.set(id, key)
	return key
}

const boundTo = ({ table, row, column }: Place) => new TextEncoder().encode(JSON.stringify([table, row, column]))

const blinded = new WeakSet<Env>()

/**
 * The variables of a caller who can't replace a secret. What they give counts as another one than the stored one, so no dry run of
 * theirs answers guesses.
 */
export function blind(env: Env): Env {
	const own = { ...env }
	blinded.add(own)
	return own
}

/** Whether these are the variables of a caller who can't replace a secret. */
export const isBlind = (env: Env): boolean => blinded.has(env)

/** Seals `plaintext` for its place under the current key. Returns the row for `putSecret`. */
export async function seal(env: Env, place: Place, plaintext: string): Promise<SealedRow> {
	const key_id = currentKeyId(env)
	const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
	const algorithm = { name: 'AES-GCM', iv: nonce, additionalData: boundTo(place) }
	const ciphertext = await crypto.subtle.encrypt(
		algorithm,
		await keyOf(env, key_id),
		new TextEncoder().encode(plaintext),
	)
	const sealed = Buffer.concat([nonce, new Uint8Array(ciphertext)]).toString('base64url')
	const row = { table_name: place.table, row_id: place.row, column_name: place.column, key_id, sealed }
	const secret_id = newId('sec')
	const { keys } = keyRingOf(env)
	const fingerprint = isBlind(env)
		? secret_id
		: fingerprintUnder(keys.get(key_id) as Uint8Array, [place.table, place.row, place.column], plaintext)
	return { ...row, secret_id, fingerprint, created_at: now() }
}

/**
 * The plaintext of a sealed row. Throws 503 `secrets.key_missing` if its key is unknown, and any other error if it was sealed
 * for another place or tampered with.
 */
export async function open(
	env: Env,
	{ table_name, row_id, column_name, key_id, sealed }: Omit<SealedRow, 'secret_id' | 'fingerprint'>,
): Promise<string> {
	const bytes = Buffer.from(sealed, 'base64url')
	const place = { table: table_name, row: row_id, column: column_name }
	const algorithm = { name: 'AES-GCM', iv: bytes.subarray(0, NONCE_BYTES), additionalData: boundTo(place) }
	const plaintext = await crypto.subtle.decrypt(algorithm, await keyOf(env, key_id), bytes.subarray(NONCE_BYTES))
	return new TextDecoder().decode(plaintext)
}

/** The condition that finds the secret of a place. */
export const at = ({ table, row, column }: Place, kept: typeof secrets | typeof replacedSecrets = secrets) =>
	allOf(eq(kept.table_name, table), eq(kept.row_id, row), eq(kept.column_name, column))

/** Whether the secret of a place isn't the one that was sealed for it. */
export const isOther = ({ table_name, row_id, column_name, fingerprint }: SealedRow): SQL =>
	sql`(NOT ${exists(secrets, allOf(at({ table: table_name, row: row_id, column: column_name }), sql`${secrets.fingerprint} = ${fingerprint}`))})`

/** How a row takes the place of the one there. */
export const REPLACING = {
	target: [secrets.table_name, secrets.row_id, secrets.column_name],
	set: {
		key_id: sql`excluded.key_id`,
		sealed: sql`excluded.sealed`,
		created_at: sql`excluded.created_at`,
		secret_id: sql`excluded.secret_id`,
		fingerprint: sql`excluded.fingerprint`,
	},
}

/** The statement that stores a sealed row and replaces the secret of its place, unless that is the same secret. */
export const putSecret = (db: Database['reader'], row: SealedRow) =>
	db
		.insert(secrets)
		.values(row)
		.onConflictDoUpdate({
			...REPLACING,
			setWhere: sql`${secrets.fingerprint} IS NOT excluded.fingerprint`,
		})

/** The statement that deletes the secret of a place. */
export const deleteSecret = (db: Database['reader'], place: Place) => db.delete(secrets).where(at(place))

/** The statement that deletes every secret of a row, if the condition holds. */
export const deleteSecretsOf = (db: Database['reader'], table: string, row: string, condition?: SQL) =>
	db.delete(secrets).where(and(eq(secrets.table_name, table), eq(secrets.row_id, row), condition))

/** The part of a key that may be shown: its first and last four characters if it has 16 or more, otherwise nothing. */
export const maskOf = (key: string) => (key.length >= 16 ? `${key.slice(0, 4)}****${key.slice(-4)}` : '****')

/** Whether `key` is a mask that a caller sends as if it were the key. */
export const isMask = (key: string) => key.includes('****')
