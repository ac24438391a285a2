import { eq, type SQL, sql } from 'drizzle-orm'
import type { WorkContext } from '../../context.ts'
import { columnsBut } from '../../ground/db/columns.ts'
import { allOf } from '../../ground/db/state.ts'
import { existing, notFound } from '../../ground/http/errors.ts'
import { ensureChanged } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import type { UserPrincipal } from '../../principal.ts'
import { ensureInReach, outOfReach } from '../../tenancy/users/platform-roles.ts'
import { apiKeys } from './table.ts'

// Users manage their own API keys, and platform admins any user's. Both read and delete keys here.

export const keyColumns = columnsBut(
	apiKeys,
	'key_hash',
	'has_checksum',
	'call_hash',
	'fingerprint_hash',
	'connection_used_at',
	'root_id',
)

/** Whose keys: all of a user's, or those in one org. */
interface Keyholder {
	user_id: string
	org_id?: string
}

/** The caller's keys. A sign-in through an org's connection reaches those in that org. */
export const ownKeys = ({ user_id, org_id, is_confined }: UserPrincipal): Keyholder =>
	is_confined ? { user_id, org_id } : { user_id }

export const keysOf = ({ user_id, org_id }: Keyholder): SQL =>
	org_id === undefined ? eq(apiKeys.user_id, user_id) : allOf(eq(apiKeys.user_id, user_id), eq(apiKeys.org_id, org_id))

export const keyOf = (holder: Keyholder, id: string) => allOf(eq(apiKeys.id, id), keysOf(holder))

/**
 * The key with this id, if the caller may rotate it. Its successor's scopes count for who holds it, so a sign-in through an org's
 * connection rotates no key that may do more than itself.
 */
export const rotatable = (principal: UserPrincipal, id: string) => {
	const key = keyOf(ownKeys(principal), id)
	const held = JSON.stringify([...principal.permissions])
	return principal.is_confined
		? allOf(
				key,
				sql`NOT EXISTS (SELECT 1 FROM json_each(${apiKeys.scopes}) WHERE value NOT IN (SELECT value FROM json_each(${held})))`,
			)
		: key
}

/** One API key of a user. Throws 404 for a deleted key and for somebody else's. */
export async function readKey({ var: { db } }: Pick<WorkContext, 'var'>, holder: Keyholder, id: string) {
	const [key] = await db.select(keyColumns).from(apiKeys).where(keyOf(holder, id)).limit(1)
	return existing(key, 'API key')
}

/** Deletes an API key of a user. Throws 404 for a deleted key and for somebody else's. */
export async function deleteKey(c: WorkContext, holder: Keyholder, id: string): Promise<void> {
	const where = keyOf(holder, id)
	await write(
		c,
		{
			inReach: ensureInReach(c, holder.user_id),
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
			otherwise: async () => (await outOfReach(c, holder.user_id)) ?? notFound('API key'),
		},
	)
}
