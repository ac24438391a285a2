import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { SignedInUser } from '../../context.ts'
import { fromNow, now } from '../../ground/db/columns.ts'
import { allOf, exists } from '../../ground/db/state.ts'
import { type ApiError, conflict, invalid } from '../../ground/http/errors.ts'
import { must } from '../../ground/http/must.ts'
import { forgetSecretsOf } from '../../ground/secrets/purge.ts'
import { putSecret, seal } from '../../ground/secrets/vault.ts'
import { ensure, ensureChanged } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { notifyUser } from '../../messages/notices/notify.ts'
import { forgetPrincipals } from '../../tenancy/principals/remembered.ts'
import { ensureFirst, refuseSecond } from '../../tenancy/users/enrolling.ts'
import { users } from '../../tenancy/users/table.ts'
import { deleteIdleCodes } from '../recovery-codes/codes.ts'
import { sessions } from '../sessions/table.ts'
import { ensureNotTooMany, failuresOf, ofOldPassword, recordFailure, refuseTooMany } from '../throttle/failures.ts'
import { otpauthUri, toBase32 } from './codes.ts'
import { deleteKey, isEnabled, isPending, PENDING_MS, placeOf, selectKey, stepOfCode } from './key.ts'
import { totpKeys } from './table.ts'

type Caller = Context<SignedInUser>

const target = (user_id: string) => ({ target: totpKeys, target_id: user_id, where: eq(totpKeys.user_id, user_id) })

const alreadyEnabled = () => conflict('totp.enabled')

/** Makes a key that waits ten minutes for its first code, and replaces one that waits. Throws 409 while one is enabled. */
export async function makeKey(c: Caller) {
	const {
		env,
		var: { db, principal },
	} = c
	const { user_id } = principal
	const key = randomBytes(20)
	const created_at = now()
	const sealed = await seal(env, placeOf(user_id), key.toString('base64'))
	const { table, row } = placeOf(user_id)
	const { user } = await write(
		c,
		{
			isFree: ensure(c, sql`NOT ${exists(totpKeys, isEnabled(user_id))}`),
			pending: db
				.insert(totpKeys)
				.values({ user_id, created_at })
				.onConflictDoUpdate({ target: totpKeys.user_id, set: { created_at, last_step: null } }),
			secret: putSecret(db, sealed),
			forgotten: forgetSecretsOf(db, { table, row }),
			user: db.select({ login: users.login }).from(users).where(eq(users.id, user_id)).limit(1),
		},
		{ response: { none: 'It has the secret' }, otherwise: alreadyEnabled },
	)
	return {
		secret: toBase32(key),
		otpauth_uri: otpauthUri(key, user[0]?.login ?? user_id),
		expires_at: fromNow(PENDING_MS),
	}
}

/** Enables the key that waits, with its first code. Throws 409 if none waits, 400 for a wrong code, 429 after ten of them. */
export async function enable(c: Caller, code: string) {
	const { db, principal } = c.var
	const { user_id, session_id } = principal
	const limits = [ofOldPassword(user_id)]
	const [stored, failures] = await db.batch([selectKey(db, user_id, isPending(user_id)), failuresOf(db, limits)])
	refuseTooMany(limits, failures)
	if (!stored[0]) throw await nothingWaits(c)
	const step = await stepOfCode(c, stored[0], code)
	if (step === undefined) {
		await recordFailure(c, limits)
		throw wrongCode()
	}
	const enabled_at = now()
	await write(
		c,
		{
			notTooMany: ensureNotTooMany(c, limits),
			isFirst: ensureFirst(c),
			// The key whose code was right. Another one may have replaced it meanwhile.
			enabled: db
				.update(totpKeys)
				.set({ enabled_at, last_step: step })
				.where(allOf(isPending(user_id), eq(totpKeys.created_at, stored[0].made_at))),
			wasPending: ensureChanged(c),
			proven: db.update(sessions).set({ factor: 'totp' }).where(eq(sessions.id, session_id)),
			told: notifyUser(db, { user_id, org_id: null, code: 'totp_enabled' }),
		},
		{ audit: { action: 'totp_keys.enable', ...target(user_id) }, otherwise: () => nothingWaits(c) },
	)
	forgetPrincipals(c)
	return { enabled_at }
}

async function nothingWaits(c: Caller): Promise<ApiError> {
	await refuseSecond(c)
	const { db, principal } = c.var
	const [key] = await db.select().from(totpKeys).where(isEnabled(principal.user_id)).limit(1)
	return key ? alreadyEnabled() : conflict('totp.not_requested')
}

/** The 400 for a code that isn't one of the app's, or was used. */
export const wrongCode = (path = 'code') => invalid([{ path, message: must.totp_code }])

/** Removes the caller's authenticator app. Recovery codes go with the last factor. Throws 409 if there is none. */
export async function disable(c: Caller): Promise<void> {
	const { db, principal } = c.var
	const { user_id } = principal
	await write(
		c,
		{
			wasEnabled: ensure(c, exists(totpKeys, isEnabled(user_id))),
			deleted: deleteKey(db, user_id),
			codes: deleteIdleCodes(db, user_id),
			told: notifyUser(db, { user_id, org_id: null, code: 'totp_disabled' }),
		},
		{
			audit: { action: 'totp_keys.disable', ...target(user_id) },
			otherwise: conflict('totp.not_requested'),
		},
	)
}
