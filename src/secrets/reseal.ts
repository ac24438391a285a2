import { and, eq, inArray, ne } from 'drizzle-orm'
import type { WorkContext } from '../context.ts'
import { write } from '../write/write.ts'
import { secrets } from './table.ts'
import { at, currentKeyId, knownKeyIds, open, seal } from './vault.ts'

/** How many secrets a run re-seals at most. A backlog takes several runs. */
const CHUNK = 200

/**
 * Re-seals secrets of older keys under the current key. When none is left, the operator may take the older keys out of
 * `SECRETS_KEYS`. A secret that is replaced in the meantime keeps its replacement. A secret that does not open stays as it
 * is, and the run ends with an error.
 */
export async function reseal(c: WorkContext): Promise<void> {
	const { env } = c
	const current = currentKeyId(env)
	const older = knownKeyIds(env).filter((id) => id !== current)
	if (older.length === 0) return
	const rows = await c.var.db
		.select()
		.from(secrets)
		.where(and(ne(secrets.key_id, current), inArray(secrets.key_id, older)))
		.limit(CHUNK)
	let broken = 0
	for (const row of rows) {
		const place = { table: row.table_name, row: row.row_id, column: row.column_name }
		const plaintext = await open(env, row).catch(() => undefined)
		if (plaintext === undefined) {
			broken += 1
			continue
		}
		const { key_id, sealed } = await seal(env, place, plaintext)
		const unchanged = and(at(place), eq(secrets.sealed, row.sealed))
		await write(c, { resealed: c.var.db.update(secrets).set({ key_id, sealed }).where(unchanged) })
	}
	if (broken > 0) throw new Error('Some secrets do not open')
}
