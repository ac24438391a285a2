import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Context } from 'hono'
import type { SignedInUser } from '../../context.ts'
import { changing } from '../../ground/db/changing.ts'
import { allOf } from '../../ground/db/state.ts'
import { holdsInBatch, isAsked, requireRecentProof } from '../../ground/http/access.ts'
import { type ApiError, notFound } from '../../ground/http/errors.ts'
import { ensureChanged } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import type { KeyMode } from '../../principal.ts'
import { forgetPrincipals } from '../../tenancy/principals/remembered.ts'

interface ModeChange<Row> {
	table: SQLiteTable & Record<'id' | 'mode', SQLiteColumn>
	id: string
	/** Undefined leaves it as it is. */
	mode?: KeyMode | undefined
	org_id: string | SQL
	/** Finds the key, if the caller may narrow it. */
	where: SQL
	/** Whether they may widen it, as far as a proof doesn't decide. */
	mayWiden: SQL
	/** Reads the key. Throws 404. */
	read: () => Promise<unknown>
	/** Why they may not do it, apart from the proof. */
	refusal: () => Promise<ApiError | undefined>
	select: (where: SQL) => BatchItem<'sqlite'> & PromiseLike<Row[]>
}

/**
 * Sets the mode of a key and returns its record. A wider mode lets it do more, so it takes a recent proof and whatever `mayWiden` says.
 * The batch compares: another request may have narrowed the key in the meantime.
 */
export async function changeMode<Row>(
	c: Context<SignedInUser>,
	{ table, id, mode: wanted, ...change }: ModeChange<Row>,
) {
	const { db } = c.var
	const mode = wanted ?? sql`${table.mode}`
	holdsInBatch(c)
	const key = allOf(
		change.where,
		// A wider mode comes first in the alphabet.
		sql`(${table.mode} <= ${mode} OR ${isAsked(c, 'power') ? sql`0` : change.mayWiden})`,
	)
	const { stored } = await write(
		c,
		{
			changed: db
				.update(table)
				.set(changing(table, { mode }, {}))
				.where(key),
			found: ensureChanged(c),
			stored: change.select(change.where),
		},
		{
			audit: {
				action: `${getTableName(table) as 'api_keys' | 'service_account_keys'}.update`,
				target: table,
				target_id: id,
				where: change.where,
				org_id: change.org_id,
			},
			otherwise: async () => {
				await change.read()
				const refused = await change.refusal()
				if (!refused) await requireRecentProof(c, 'power')
				return refused ?? notFound('API key')
			},
		},
	)
	forgetPrincipals(c)
	return stored[0] as Row
}
