import { and, eq, getTableColumns, getTableName, isNull, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { WorkContext } from '../../context.ts'
import { fromNow, newId, now } from '../../ground/db/columns.ts'
import { insertFrom } from '../../ground/db/insert-from.ts'
import { type ApiError, conflict, conflictSaying, notFound } from '../../ground/http/errors.ts'
import type { Statement } from '../../ground/write/after-commit.ts'
import { ensureChanged } from '../../ground/write/guards.ts'
import { requireSameRequest } from '../../ground/write/idempotency.ts'
import { write } from '../../ground/write/write.ts'
import { forgetPrincipals } from '../../tenancy/principals/remembered.ts'
import { hashOf, newLongLived } from '../auth/tokens.ts'

// A rotation makes a new key with the rights of an old one, which then ends by itself. A key is shown once and never stored, so a
// rotation that is sent twice can't get the first response. It gets another new key, and the one whose response was lost ends: a key
// never has two successors. With or without an `Idempotency-Key`, because not every client sends one.

/** A table of keys: users have one, and service accounts have one. */
export type KeyTable = SQLiteTable &
	Record<
		'id' | 'root_id' | 'expires_at' | 'created_at' | 'last_used_at' | 'replaced_by' | 'call_hash' | 'fingerprint_hash',
		SQLiteColumn
	>

interface Rotation<Row> {
	table: KeyTable
	/** Of the ids of its keys. */
	prefix: string
	id: string
	/** Finds the key, if the caller may rotate it. */
	where: SQL
	org_id: string | SQL
	overlap_s: number
	/** Values of the new key that aren't the old one's. */
	values?: Record<string, unknown>
	/** Guards of the batch, and the error if one of them refuses it. */
	guards?: readonly Statement[]
	refusal?: () => Promise<ApiError | undefined>
	select: (where: SQL) => BatchItem<'sqlite'> & PromiseLike<Row[]>
}

/** The key whose response was lost. */
interface Lost {
	id: string
	expires_at: string | null
}

/**
 * Replaces a key and returns the record of the new one, with the key itself. The old one ends after `overlap_s` seconds, or when it
 * would have ended anyway. Throws 404, and 409 for a key whose successor has been used: then its response did arrive.
 */
export async function rotateKey<Row>(c: WorkContext, rotation: Rotation<Row>) {
	const rotated = (await attempt(c, rotation)) ?? (await repeat(c, rotation))
	forgetPrincipals(c)
	return rotated
}

async function repeat<Row>(c: WorkContext, rotation: Rotation<Row>) {
	const rotated = await attempt(c, rotation, await lostBy(c, rotation))
	if (rotated) return rotated
	// Somebody used the key in the meantime, or another repeat replaced it.
	await lostBy(c, rotation)
	throw conflictSaying('Another request is rotating this key. Try again.', 'idempotency.in_progress')
}

/** Rotates in one D1 call. Undefined if the key is unknown, or if something else has replaced it. */
async function attempt<Row>(c: WorkContext, { table, id: old_id, ...rotation }: Rotation<Row>, lost?: Lost) {
	const { db } = c.var
	const key = newLongLived('api_key', c)
	const id = newId(rotation.prefix)
	const ends = fromNow(rotation.overlap_s * 1000)
	const { expires_at, replaced_by } = table
	const isOld = and(rotation.where, lost ? eq(replaced_by, lost.id) : isNull(replaced_by))
	const refused = new Error('The key has been replaced')
	try {
		const { made, old } = await write(
			c,
			{
				guards: rotation.guards ?? [],
				insert: insertFrom(
					db,
					table,
					{ ...copied(table), ...newValues(c, { id, key, lost }), ...rotation.values } as never,
					sql`${table} AS old WHERE old.id IN (SELECT ${table.id} FROM ${table} WHERE ${isOld})`,
				),
				found: ensureChanged(c),
				lost: lost && [
					db.delete(table).where(and(eq(table.id, lost.id), isNull(table.last_used_at))),
					ensureChanged(c),
				],
				ended: db
					.update(table)
					.set({ replaced_by: id, expires_at: sql`min(coalesce(${expires_at}, ${ends}), ${ends})` })
					.where(eq(table.id, old_id)),
				made: rotation.select(eq(table.id, id)),
				old: db.select({ expires_at }).from(table).where(eq(table.id, old_id)),
			},
			{
				audit: {
					action: `${getTableName(table) as 'api_keys' | 'service_account_keys'}.rotate`,
					target: table,
					target_id: old_id,
					org_id: rotation.org_id,
				},
				response: { none: 'a key is shown once, so a repeat makes another one' },
				otherwise: async () => (await rotation.refusal?.()) ?? refused,
			},
		)
		return { ...(made[0] as Row), key, replaces: { id: old_id, expires_at: String(old[0]?.expires_at) } }
	} catch (error) {
		if (error === refused) return undefined
		throw error
	}
}

const copied = (table: KeyTable) =>
	Object.fromEntries(Object.values(getTableColumns(table)).map(({ name }) => [name, sql.raw(`old.${name}`)]))

/** A new key lasts as long as the old one was made for. One for a lost key ends with it, because by then the old one ends sooner. */
function newValues(
	{ var: { idempotent_call: call } }: WorkContext,
	{ id, key, lost }: { id: string; key: string; lost: Lost | undefined },
) {
	const at = now()
	const expires_at = sql`coalesce(strftime('%Y-%m-%dT%H:%M:%fZ', julianday(${at}) + julianday(old.expires_at) - julianday(old.created_at)), old.expires_at)`
	return {
		id,
		key_hash: hashOf(key),
		key_prefix: key.slice(0, 7),
		has_checksum: true,
		expires_at: lost ? lost.expires_at : expires_at,
		last_used_at: null,
		created_at: at,
		root_id: sql`coalesce(old.root_id, old.id)`,
		replaced_by: null,
		call_hash: call?.id ?? null,
		fingerprint_hash: call?.fingerprint ?? null,
	}
}

/** The key that an earlier call made. Throws 404 for an unknown key, and 409 if that key has been used. */
async function lostBy<Row>({ var: { db, idempotent_call: call } }: WorkContext, { table, where }: Rotation<Row>) {
	const columns = { id: table.id, expires_at: table.expires_at, last_used_at: table.last_used_at }
	const [[old], [made]] = await db.batch([
		db.select({ id: table.id }).from(table).where(where).limit(1),
		db
			.select({ ...columns, call: table.call_hash, fingerprint: table.fingerprint_hash })
			.from(table)
			.where(sql`${table.id} IN (SELECT old.replaced_by FROM (SELECT * FROM ${table} WHERE ${where}) AS old)`)
			.limit(1),
	])
	if (!old) throw notFound('API key')
	if (!made) throw hasBeenRotated()
	if (call && made.call === call.id) requireSameRequest({ fingerprint: String(made.fingerprint) }, call)
	if (made.last_used_at !== null) throw hasBeenRotated()
	return made as Lost
}

const hasBeenRotated = () => conflict('api_keys.rotated')
