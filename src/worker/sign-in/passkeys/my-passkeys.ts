import { eq } from 'drizzle-orm'
import type { Context } from 'hono'
import type * as z from 'zod'
import type { SignedInUser, WorkContext } from '../../context.ts'
import { allOf, noChange } from '../../ground/db/state.ts'
import { conflictSaying, existing, notFound } from '../../ground/http/errors.ts'
import { ensure, ensureChanged } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { notifyUser } from '../../messages/notices/notify.ts'
import { hasWayIn } from '../../tenancy/users/ways-in.ts'
import { deleteIdleCodes } from '../recovery-codes/codes.ts'
import type { UpdatePasskey } from './schema.ts'
import { passkeys } from './table.ts'

const { id, name, credential_id, algorithm, transports, created_at, last_used_at } = passkeys
export const passkeyColumns = { id, name, credential_id, algorithm, transports, created_at, last_used_at }

const isOf = (user_id: string, passkey_id: string) => allOf(eq(id, passkey_id), eq(passkeys.user_id, user_id))

/** Throws 404 for an unknown passkey and for somebody else's. */
export async function readPasskey({ var: { db } }: Pick<WorkContext, 'var'>, user_id: string, passkey_id: string) {
	const [found] = await db.select(passkeyColumns).from(passkeys).where(isOf(user_id, passkey_id)).limit(1)
	return existing(found, 'Passkey')
}

/** Renames a passkey of the caller. Throws 404 for an unknown one and for somebody else's. */
export async function renamePasskey(
	c: Context<SignedInUser>,
	passkey_id: string,
	change: z.infer<typeof UpdatePasskey>,
) {
	const { db, principal } = c.var
	const { changed } = await write(
		c,
		{
			changed: db
				.update(passkeys)
				.set({ ...noChange(name), ...change })
				.where(isOf(principal.user_id, passkey_id))
				.returning(passkeyColumns),
			found: ensureChanged(c),
		},
		{
			audit: { ...target(principal.user_id, passkey_id), action: 'passkeys.update' },
			otherwise: notFound('Passkey'),
		},
	)
	return changed[0]
}

/** The 409 for a change that would leave a user without a way in. */
export const lastWay = (advice: string) =>
	conflictSaying(`You might no longer be able to sign in. ${advice}`, 'sign_in.last_way')

/**
 * Removes a passkey of the caller. Recovery codes go with the last factor. Throws 404 for an unknown one and for somebody else's, 409
 * for the last way in.
 */
export async function removePasskey(c: Context<SignedInUser>, passkey_id: string): Promise<void> {
	const { db, principal } = c.var
	const { user_id } = principal
	await write(
		c,
		{
			removed: db.delete(passkeys).where(isOf(user_id, passkey_id)),
			found: ensureChanged(c),
			keepsAWayIn: ensure(c, hasWayIn(user_id)),
			codes: deleteIdleCodes(db, user_id),
			told: notifyUser(db, { user_id, org_id: null, code: 'passkey_removed' }),
		},
		{
			audit: { ...target(user_id, passkey_id), action: 'passkeys.delete' },
			otherwise: async () => {
				await readPasskey(c, user_id, passkey_id)
				return lastWay('Switch password sign-in on first, or add another passkey.')
			},
		},
	)
}

const target = (user_id: string, passkey_id: string) => ({
	target: passkeys,
	target_id: passkey_id,
	where: isOf(user_id, passkey_id),
})
