import { and, eq, inArray, isNull, or, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { WorkContext } from '../../context.ts'
import { allOf } from '../db/state.ts'
import { eachOf } from '../write/each.ts'
import { nextRows, type Place, twoPlaces } from '../write/place.ts'
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
export async function reseal(c: WorkContext, place: Place): Promise<void> {
	const [ofSecrets, ofReplaced] = twoPlaces(place)
	const current = currentKeyId(c.env)
	const older = knownKeyIds(c.env).filter((id) => id !== current)
	const isKnown = inArray(secrets.key_id, [...knownKeyIds(c.env)])
	const { table_name, row_id, column_name } = secrets
	const isDue = or(isOlder(secrets, older), allOf(isNull(secrets.fingerprint), isKnown))
	const due = [
		...(await dueOf(c, secrets, isDue, ofSecrets, [table_name, row_id, column_name])),
		...(older.length > 0
			? await dueOf(c, replacedSecrets, isOlder(replacedSecrets, older), ofReplaced, [replacedSecrets.id])
			: []),
	]
	await eachOf(c, due, 'row_id', (row) => resealRow(c, row))
}

type Kept = typeof secrets | typeof replacedSecrets

const isOlder = (table: Kept, older: string[]) => inArray(table.key_id, older)

/** The next rows of one table that are due. */
async function dueOf(c: WorkContext, table: Kept, isDue: SQL | undefined, place: Place, key: SQLiteColumn[]) {
	const { table_name, row_id, column_name, key_id, sealed, created_at } = table
	const own = { table_name, row_id, column_name, key_id, sealed, created_at }
	// The key of a replaced secret is a column more, which only the place reads.
	const columns = { ...Object.fromEntries(key.map((column) => [column.name, column])), ...own }
	const rows = await nextRows(c, place, key, CHUNK, (isNext) =>
		c.var.db.select(columns).from(table).where(and(isDue, isNext)),
	)
	return rows.map((row) => ({ ...row, table }))
}

async function resealRow(c: WorkContext, { table, ...row }: Awaited<ReturnType<typeof dueOf>>[number]): Promise<void> {
	const place = { table: row.table_name, row: row.row_id, column: row.column_name }
	const again = await seal(c.env, place, await open(c.env, row))
	const unchanged = and(at(place, table), eq(table.sealed, row.sealed))
	const set = {
		key_id: again.key_id,
		sealed: again.sealed,
		...(table === secrets && { fingerprint: again.fingerprint }),
	}
	await write(c, { resealed: c.var.db.update(table).set(set).where(unchanged) })
}
