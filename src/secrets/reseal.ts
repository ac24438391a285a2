import { and, eq, inArray, ne } from 'drizzle-orm'
import { commit } from '../write/commit.ts'
import { secrets } from './table.ts'
import { currentKeyId, knownKeyIds, open, seal } from './vault.ts'
import type { WorkContext } from '../context.ts'

/** Secrets a run re-seals at most: a backlog goes in several runs. */
const CHUNK = 200

/**
 * Seals what lies under older keys under the current one, after which those keys can be taken out of `SECRETS_KEYS`. A secret
 * that is replaced meanwhile keeps its replacement. What cannot be opened stays as it is, to be opened when its key is back.
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
		const unchanged = and(
			eq(secrets.table_name, row.table_name),
			eq(secrets.row_id, row.row_id),
			eq(secrets.column_name, row.column_name),
			eq(secrets.sealed, row.sealed),
		)
		await commit(c, [c.var.database.writer.update(secrets).set({ key_id, sealed }).where(unchanged)], {})
	}
	if (broken > 0) throw new Error('Some secrets do not open')
}
