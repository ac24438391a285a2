import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { allOf } from '../../db/state.ts'
import { notFound } from '../../http/errors.ts'
import { ensureInReach, outOfReach } from '../../tenancy/users/platform-roles.ts'
import { ensureChanged } from '../../write/guards.ts'
import { write } from '../../write/write.ts'
import { apiKeys } from './table.ts'

// Users manage their own API keys, and platform admins any user's. Both read and delete keys here.

const { key_hash: _, has_checksum: __, call_hash: ___, fingerprint_hash: ____, ...columns } = getTableColumns(apiKeys)
export const keyColumns = columns

/** The key with this id, if it belongs to the user. */
export const keyOf = (user_id: string, id: string) => allOf(eq(apiKeys.id, id), eq(apiKeys.user_id, user_id))

/** One API key of a user. Throws 404 for a deleted key and for somebody else's. */
export async function readKey({ var: { db } }: Pick<WorkContext, 'var'>, user_id: string, id: string) {
	const [key] = await db.select(keyColumns).from(apiKeys).where(keyOf(user_id, id)).limit(1)
	if (!key) throw notFound('API key')
	return key
}

/** Deletes an API key of a user. Throws 404 for a deleted key and for somebody else's. */
export async function deleteKey(c: WorkContext, user_id: string, id: string): Promise<void> {
	const where = keyOf(user_id, id)
	await write(
		c,
		{
			inReach: ensureInReach(c, user_id),
			deleted: c.var.db.delete(apiKeys).where(where),
			found: ensureChanged(c),
		},
		{
			audit: {
				action: 'api_keys.delete',
				target: apiKeys,
				target_id: id,
				where,
				org_id: sql`(SELECT ${apiKeys.org_id} FROM ${apiKeys} WHERE ${where})`,
			},
			otherwise: async () => (await outOfReach(c, user_id)) ?? notFound('API key'),
		},
	)
}
