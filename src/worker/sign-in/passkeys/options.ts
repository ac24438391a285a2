import { desc, eq, type SQL } from 'drizzle-orm'
import type { Context } from 'hono'
import type { SignedInUser } from '../../context.ts'
import type { Database } from '../../ground/db/database.ts'
import { write } from '../../ground/write/write.ts'
import { users } from '../../tenancy/users/table.ts'
import { newChallenge } from '../challenges/challenge.ts'
import { hasRoom, tooMany } from './add.ts'
import { handleOf } from './ceremony.ts'
import { type Asked, findRelyingParty, type RelyingParty, relyingPartyOf } from './relying-party.ts'
import { COSE_ALGORITHMS } from './signatures.ts'
import { passkeys } from './table.ts'

/** As long as a challenge lives. */
const TIMEOUT_MS = 300_000

export interface Known {
	credential_id: string
	transports: string[]
}

/** The query for what browsers need to know of a user's passkeys. */
export const selectKnown = (db: Database['reader'], user_id: string | SQL) =>
	db
		.select({ credential_id: passkeys.credential_id, transports: passkeys.transports })
		.from(passkeys)
		.where(eq(passkeys.user_id, user_id))
		.orderBy(desc(passkeys.id))

const toDescriptor = ({ credential_id, transports }: Known) => ({
	type: 'public-key' as const,
	id: credential_id,
	transports,
})

/** What a browser needs to make a passkey for the caller. Throws 409 if they have twenty. One D1 call. */
export async function creationOptions(c: Context<SignedInUser>) {
	const { db, principal } = c.var
	const { user_id, session_id } = principal
	const { id } = relyingPartyOf(c)
	const { challenge, statements } = newChallenge(c, 'passkey_registration', { user_id, session_id })
	const { known, user } = await write(
		c,
		{
			hasRoom: hasRoom(c, user_id),
			known: selectKnown(db, user_id),
			user: db
				.select({ login: users.login, username: users.username })
				.from(users)
				.where(eq(users.id, user_id))
				.limit(1),
			statements,
		},
		{ response: { none: 'A challenge works once' }, otherwise: tooMany },
	)
	const { login = user_id, username = login } = user[0] ?? {}
	return {
		challenge,
		rp: { id, name: 'Plinth' },
		user: { id: handleOf(user_id), name: login, displayName: username },
		pubKeyCredParams: [...COSE_ALGORITHMS.keys()].map((alg) => ({ type: 'public-key' as const, alg })),
		timeout: TIMEOUT_MS,
		excludeCredentials: known.map(toDescriptor),
		authenticatorSelection: { residentKey: 'preferred' as const, userVerification: 'required' as const },
		attestation: 'none' as const,
	}
}

/** What a user with passkeys needs to answer a challenge by one, as `details.passkey` of a 401. Empty for other users. */
export function passkeyDetails(c: Asked, challenge: string, known: Known[]) {
	const party = findRelyingParty(c)
	return party && known.length > 0 ? { passkey: requestOptions(party, challenge, known) } : {}
}

/** What a browser needs to use one of these passkeys, or any that it has for us if there are none. */
export const requestOptions = ({ id }: RelyingParty, challenge: string, known: Known[]) => ({
	challenge,
	rpId: id,
	timeout: TIMEOUT_MS,
	allowCredentials: known.map(toDescriptor),
	userVerification: 'required' as const,
})
