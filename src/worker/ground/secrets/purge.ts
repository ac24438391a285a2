import { eq } from 'drizzle-orm'
import type { Context } from 'hono'
import * as z from 'zod'
import { doc } from '#doc'
import type { WorkContext } from '../../context.ts'
import type { Database } from '../db/database.ts'
import { allOf } from '../db/state.ts'
import { invalid } from '../http/errors.ts'
import { must } from '../http/must.ts'
import { replacedSecrets } from './table.ts'

// A deletion that also forgets. A key that leaked mustn't lie in the database for another 30 days.

export const PurgeQuery = z.object({
	purge: z
		.enum(['true', 'false'])
		.default('false')
		.meta(
			doc({
				description:
					'Whether to forget the secrets at once, with those that were replaced before. Then nobody can revert this deletion or an earlier change.',
				default: 'false',
			}),
		),
})

/** Whether a deletion forgets secrets, for `stepUp`: nobody can revert that. */
export const isPurge = (_: never, { req }: Pick<Context, 'req'>) => req.query('purge') === 'true'

/** The row whose secrets a deletion forgets. */
export interface Purged {
	table: string
	row: string
}

/**
 * What the audit of a deletion says if the caller wants its secrets forgotten. Throws a 400 for a change on trial, because the
 * secret couldn't come back.
 */
export function purged(c: WorkContext, { purge }: z.infer<typeof PurgeQuery>, row: Purged): { purges?: Purged } {
	if (purge !== 'true') return {}
	if (c.var.unconfirmed) throw invalid([{ path: 'purge', message: must.purge_on_trial }])
	return { purges: row }
}

/** The statement that forgets the replaced secrets of a row. */
export const forgetSecretsOf = (db: Database['reader'], { table, row }: Purged) =>
	db.delete(replacedSecrets).where(allOf(eq(replacedSecrets.table_name, table), eq(replacedSecrets.row_id, row)))
