import { eq, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type * as z from 'zod'
import type { App } from '../../context.ts'
import { allOf } from '../../ground/db/state.ts'
import { unauthorized } from '../../ground/http/errors.ts'
import { ensureExists } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { users } from '../../tenancy/users/table.ts'
import { countFailure, useChallenge } from '../challenges/challenge.ts'
import { selectPasskey, verifyAssertion } from '../passkeys/assertion.ts'
import { challengeIn } from '../passkeys/ceremony.ts'
import { relyingPartyOf } from '../passkeys/relying-party.ts'
import { passkeys } from '../passkeys/table.ts'
import { beginSession, candidatesOf } from '../sessions/begin.ts'
import { type Begun, refuseRisk } from '../sessions/session.ts'
import { deviceOf } from '../throttle/device.ts'
import { ensureNotTooMany, limitsOf, recordFailure } from '../throttle/failures.ts'
import { byAddress, countRequest, refusalOf } from '../throttle/requests.ts'
import type { LogInByPasskey } from './schema.ts'

/** As many as may ask for a challenge. */
const loginsFrom = (c: Context<App>) => [byAddress(c, 'passkey login', 600)]

const ownerOf = (credential_id: string) =>
	sql`${users.id} = (SELECT ${passkeys.user_id} FROM ${passkeys} WHERE ${passkeys.credential_id} = ${credential_id})`

/**
 * Starts a session for the user of a passkey. Errors, in this order: 409 where there are no passkeys, 429 after too many logins, 403
 * for a request that is too risky, 401 for a passkey that doesn't answer the challenge or whose user is suspended, and what
 * `beginSession` throws. Two D1 calls.
 */
export async function logInByPasskey(
	c: Context<App>,
	{ credential, org_id: wanted }: z.infer<typeof LogInByPasskey>,
): Promise<Begun> {
	relyingPartyOf(c)
	const { db, client_address: address } = c.var
	const requests = loginsFrom(c)
	const { found, candidates } = await write(
		c,
		{
			counted: countRequest(c, requests),
			found: selectPasskey(db, credential),
			candidates: candidatesOf(c, ownerOf(credential.id)),
		},
		{ response: { none: 'A count is no response' }, otherwise: () => refusalOf(c, requests) },
	)
	const [user] = candidates
	// Strangers typed no name. If their failures counted under the login, a password would tell which passkeys are made up.
	const guess = { login: `passkey ${credential.id}`, address, device: await deviceOf(c) }
	const limits = limitsOf(guess, user)
	const challenge = challengeIn(credential.response)
	const passkey = user?.status === 'active' ? found[0] : undefined
	const used = await verifyAssertion(c, { credential, challenge, passkey })
	if (!used) {
		await countFailure(c, challenge)
		await recordFailure(c, limits)
		refuseRisk(c)
		throw notAPasskey()
	}
	refuseRisk(c, user)
	return beginSession(c, {
		candidates,
		wanted,
		factor: 'passkey',
		guards: [
			ensureNotTooMany(c, limits),
			...useChallenge(c, challenge, 'passkey_sign_in'),
			...used,
			ensureExists(c, users, allOf(eq(users.id, user?.user_id ?? ''), eq(users.status, 'active'))),
		],
		refusal: async () => {
			await recordFailure(c, limits)
			return notAPasskey()
		},
	})
}

/** The 401 for whatever a passkey doesn't prove. It doesn't say what's wrong, because that would tell who has which passkey. */
const notAPasskey = () => unauthorized('auth.invalid_passkey')
