import { getTableName, sql } from 'drizzle-orm'
import { DAY_MS, now } from '../../ground/db/columns.ts'
import { replacedSecrets, secrets } from '../../ground/secrets/table.ts'
import { idOlderThan, type Retention } from '../../ground/write/retention.ts'
import { isOpenAt } from './state.ts'
import { requests } from './table.ts'

/** Requests are kept for 90 days, so a run that was declined is long over. */
export const RETENTION: Retention[] = [
	// The body of a proposed call, once it can't be granted: also what the vault keeps of deleted secrets.
	...[secrets, replacedSecrets].map((table) => ({
		table,
		expired: () =>
			sql`${table.table_name} = ${getTableName(requests)} AND ${table.row_id} NOT IN (SELECT ${requests.id} FROM ${requests} WHERE ${isOpenAt(now())})`,
	})),
	{ table: requests, expired: () => idOlderThan(requests.id, 'req', 90 * DAY_MS) },
]
