import { and, eq, inArray, ne } from 'drizzle-orm'
import type { WorkContext } from '../context.ts'
import { write } from '../write/write.ts'
import { replacedSecrets, secrets } from './table.ts'
import { at, currentKeyId, knownKeyIds, open, seal } from './vault.ts'

/** The maximum number of secrets that one run re-seals per table. A backlog takes several runs. */
const CHUNK = 200

/**
 * Re-seals secrets of older keys under the current key, including replaced ones. Once none is left, the operator may remove the
 * older keys from `SECRETS_KEYS`. If a secret is replaced in the meantime, the replacement stays. A secret that doesn't open is
 * left alone, and the run ends with an error.
 */
export async function reseal(c: WorkContext): Promise<void> {
	const current = currentKeyId(c.env)
	const older = knownKeyIds(c.env).filter((id) => id !== current)
	if (older.length === 0) return
	const broken = [await resealRows(c, secrets, older), await resealRows(c, replacedSecrets, older)]
	if (broken.some((count) => count > 0)) throw new Error("Some secrets don't open")
}

/** Re-seals rows of one table, and returns how many don't open. */
async function resealRows(c: WorkContext, table: typeof secrets | typeof replacedSecrets, older: string[]) {
	const { db } = c.var
	const isOlder = and(ne(table.key_id, currentKeyId(c.env)), inArray(table.key_id, older))
	const { table_name, row_id, column_name, key_id, sealed, created_at } = table
	const rows = await db
		.select({ table_name, row_id, column_name, key_id, sealed, created_at })
		.from(table)
		.where(isOlder)
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
		const set = { key_id: again.key_id, sealed: again.sealed }
		await write(c, { resealed: db.update(table).set(set).where(unchanged) })
	}
	return broken
}
