import { getTableName } from 'drizzle-orm'
import type { Database } from '../../ground/db/database.ts'
import { forgetSecretsOf } from '../../ground/secrets/purge.ts'
import { deleteSecretsOf } from '../../ground/secrets/vault.ts'
import { requests } from './table.ts'

/** The place of a proposed call's body in the vault. */
export const bodyPlace = (request_id: string) => ({ table: getTableName(requests), row: request_id, column: 'body' })

/** The statements that delete it, also from what the vault keeps of deleted secrets. */
export const forgetBody = (db: Database['reader'], request_id: string) => {
	const { table, row } = bodyPlace(request_id)
	return [deleteSecretsOf(db, table, row), forgetSecretsOf(db, { table, row })]
}
