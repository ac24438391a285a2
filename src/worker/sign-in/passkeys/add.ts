import { count, eq, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type * as z from 'zod'
import type { SignedInUser, WorkContext } from '../../context.ts'
import { newId, now } from '../../ground/db/columns.ts'
import { countOf } from '../../ground/db/state.ts'
import { conflict, full, invalid } from '../../ground/http/errors.ts'
import { must } from '../../ground/http/must.ts'
import { ensure } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { notifyUser } from '../../messages/notices/notify.ts'
import { ensureFirst, refuseSecond } from '../../tenancy/users/enrolling.ts'
import { useChallenge } from '../challenges/challenge.ts'
import { sessions } from '../sessions/table.ts'
import { challengeIn, credentialIdIn, heard } from './ceremony.ts'
import { relyingPartyOf } from './relying-party.ts'
import type { CreatePasskey, NewCredential } from './schema.ts'
import { COSE_ALGORITHMS, importedKey } from './signatures.ts'
import { passkeys } from './table.ts'

const MAX_PASSKEYS = 20

/** Refuses the batch if the user has twenty passkeys. */
export const hasRoom = (c: WorkContext, user_id: string) =>
	ensure(c, sql`${countOf(passkeys, eq(passkeys.user_id, user_id))} < ${MAX_PASSKEYS}`)

export const tooMany = () => full('passkeys.too_many', MAX_PASSKEYS)

const notNew = (message: string) => invalid([{ path: 'credential', message }])

/** The challenge that the passkey answers, and what we keep of the passkey. Throws 400 for any that we couldn't trust later. */
async function keptOf(c: Context<SignedInUser>, credential: z.infer<typeof NewCredential>) {
	const { response, id, rawId } = credential
	const challenge = challengeIn(response)
	const said = heard(response, { type: 'webauthn.create', challenge, party: relyingPartyOf(c) })
	if (!said || credentialIdIn(said) !== id || rawId !== id) throw notNew(must.verified_passkey)
	const algorithm = COSE_ALGORITHMS.get(response.publicKeyAlgorithm)
	if (!algorithm || !(await importedKey(algorithm, response.publicKey))) throw notNew(must.passkey_key)
	const transports = [...new Set(response.transports)].toSorted()
	const { sign_count } = said
	return { challenge, passkey: { credential_id: id, algorithm, transports }, key: response.publicKey, sign_count }
}

/**
 * Adds the passkey that the caller's browser has made. Throws 400 if it doesn't answer a challenge of their session, 409 if they have
 * twenty or it was added before. One D1 call.
 */
export async function addPasskey(c: Context<SignedInUser>, { name, credential }: z.infer<typeof CreatePasskey>) {
	const { db, principal } = c.var
	const { user_id, session_id } = principal
	const { challenge, key: public_key, sign_count, ...kept } = await keptOf(c, credential)
	const passkey = { id: newId('psk'), name, ...kept.passkey, created_at: now(), last_used_at: null }
	await write(
		c,
		{
			isFirst: ensureFirst(c),
			added: db.insert(passkeys).values({ ...passkey, user_id, public_key, sign_count }),
			used: useChallenge(c, challenge, 'passkey_registration', session_id),
			proven: db.update(sessions).set({ factor: 'passkey' }).where(eq(sessions.id, session_id)),
			told: notifyUser(db, { user_id, org_id: null, code: 'passkey_added' }),
		},
		{
			audit: { action: 'passkeys.create', target: passkeys, target_id: passkey.id, isNew: true },
			response: { status: 201, body: passkey },
			duplicate: () => conflict('passkeys.known'),
			otherwise: () => refusal(c),
		},
	)
	return passkey
}

async function refusal(c: Context<SignedInUser>) {
	await refuseSecond(c)
	const { db, principal } = c.var
	const [mine] = await db.select({ count: count() }).from(passkeys).where(eq(passkeys.user_id, principal.user_id))
	if (mine && mine.count >= MAX_PASSKEYS) return tooMany()
	return notNew(must.passkey_challenge)
}
