import { and, eq, inArray, isNull, or, type SQL } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { allOf } from '../db/state.ts'
import { write } from '../write/write.ts'
import { replacedSecrets, secrets } from './table.ts'
import { at, currentKeyId, knownKeyIds, open, seal } from './vault.ts'

/** The maximum number of secrets that one run re-seals per table. A backlog takes several runs. */
const CHUNK = 200

/**
 * Re-seals secrets of older keys under the current key, including replaced ones, and those without a fingerprint. Once none is left, the operator may remove the
 * older keys from `SECRETS_KEYS`. If a secret is replaced in the meantime, the replacement stays. A secret that doesn't open is
 * left alone, and the run ends with an error.
 */
export async function reseal(c: WorkContext): Promise<void> {
	const current = currentKeyId(c.env)
	const older = knownKeyIds(c.env).filter((id) => id !== current)
	const isKnown = inArray(secrets.key_id, [...knownKeyIds(c.env)])
	const broken = [
		await resealRows(c, secrets, or(isOlder(secrets, older), allOf(isNull(secrets.fingerprint), isKnown))),
	]
	if (older.length > 0) broken.push(await resealRows(c, replacedSecrets, isOlder(replacedSecrets, older)))
	if (broken.some((count) => count > 0)) throw new Error("Some secrets don't open")
}

type Kept = typeof secrets | typeof replacedSecrets

const isOlder = (table: Kept, older: string[]) => inArray(table.key_id, older)

/** Re-seals the rows of one table that are due, and returns how many don't open. */
async function resealRows(c: WorkContext, table: Kept, isDue: SQL | undefined) {
	const { db } = c.var
	const { table_name, row_id, column_name, key_id, sealed, created_at } = table
	const rows = await db
		.select({ table_name, row_id, column_name, key_id, sealed, created_at })
		.from(table)
		.where(isDue)
		.limit(CHUNK)
	let broken = 0
	for (const row of rows) {
		const place = { table: row.table_name, row: row.row_id, column: row.column_name }
		const plaintext = await open(c.env, row).catch(() => undefined)
		if (plaintext === undefined) {
			broken += 1
			continue
		}
		const again = await seal(c.env, place, plaintext)
		const unchanged = and(at(place, table), eq(sealed, row.sealed))
		const set = {
			key_id: again.key_id,
			sealed: again.sealed,
			...(table === secrets && { fingerprint: again.fingerprint }),
		}
		await write(c, { resealed: db.update(table).set(set).where(unchanged) })
	}
	return broken
}
