import { Buffer } from 'node:buffer'
import { eq, gt, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { fromNow } from '../../ground/db/columns.ts'
import type { Database } from '../../ground/db/database.ts'
import { allOf } from '../../ground/db/state.ts'
import { forgetSecretsOf } from '../../ground/secrets/purge.ts'
import { secrets } from '../../ground/secrets/table.ts'
import { at, deleteSecretsOf, open } from '../../ground/secrets/vault.ts'
import { ensureChanged } from '../../ground/write/guards.ts'
import { lastSensibleStep, stepOf } from './codes.ts'
import { totpKeys } from './table.ts'

/** How long a new key waits for its first code. */
export const PENDING_MS = 600_000

export const placeOf = (user_id: string) => ({ table: 'totp_keys', row: user_id, column: 'key' })

const isOf = (user_id: string) => eq(totpKeys.user_id, user_id)
export const isEnabled = (user_id: string) => allOf(isOf(user_id), isNotNull(totpKeys.enabled_at))
export const isPending = (user_id: string) =>
	allOf(isOf(user_id), isNull(totpKeys.enabled_at), gt(totpKeys.created_at, fromNow(-PENDING_MS)))

export const selectKey = (db: Database['reader'], user_id: string, state: SQL) =>
	db
		.select({
			last_step: totpKeys.last_step,
			// Under its own name: a batch has the columns of a row by their names.
			made_at: sql<string>`${totpKeys.created_at}`.as('made_at'),
			table_name: secrets.table_name,
			row_id: secrets.row_id,
			column_name: secrets.column_name,
			key_id: secrets.key_id,
			sealed: secrets.sealed,
			sealed_at: secrets.created_at,
		})
		.from(totpKeys)
		.innerJoin(secrets, at(placeOf(user_id)))
		.where(state)
		.limit(1)

type StoredKey = Awaited<ReturnType<typeof selectKey>>[number]

/** The step of a code that is right and wasn't used; undefined for any other. */
export async function stepOfCode(
	{ env }: Pick<WorkContext, 'env'>,
	{ last_step, made_at: _, sealed_at: created_at, ...sealed }: StoredKey,
	code: string,
): Promise<number | undefined> {
	const key = Buffer.from(await open(env, { ...sealed, created_at }), 'base64')
	return stepOf(key, code, last_step)
}

/** The statements that use up a step, and refuse the batch if another request used it or a later one. */
export const useStep = (c: WorkContext, user_id: string, step: number) =>
	[
		c.var.db
			.update(totpKeys)
			.set({ last_step: step })
			.where(
				allOf(
					isEnabled(user_id),
					or(
						isNull(totpKeys.last_step),
						lt(totpKeys.last_step, step),
						gt(totpKeys.last_step, lastSensibleStep()),
					) as SQL,
				),
			),
		ensureChanged(c),
	] as const

/** The statements that delete a user's key. The vault forgets it at once, because nothing may bring it back. */
export const deleteKey = (db: Database['reader'], user_id: string) => {
	const { table, row } = placeOf(user_id)
	return [
		db.delete(totpKeys).where(isOf(user_id)),
		deleteSecretsOf(db, table, row),
		forgetSecretsOf(db, { table, row }),
	] as const
}
