import { Buffer } from 'node:buffer'
import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { App } from '../../context.ts'
import { inOneCase } from '../../ground/db/one-case.ts'
import { write } from '../../ground/write/write.ts'
import { named } from '../../tenancy/users/names.ts'
import { users } from '../../tenancy/users/table.ts'
import { newChallenge } from '../challenges/challenge.ts'
import { type Known, requestOptions, selectKnown } from '../passkeys/options.ts'
import { relyingPartyOf } from '../passkeys/relying-party.ts'
import { byAddress, countRequest, refusalOf } from '../throttle/requests.ts'

/** The sign-in page asks when it opens, and a whole office may share an address. */
const asksFrom = (c: Context<App>) => [byAddress(c, 'passkey options', 600)]

/**
 * What a browser needs to log in by a passkey. A known login, an unknown one and one without a passkey get the same response at the
 * same cost. The challenge is for anybody: if it were for the user of the login, answering it with a passkey of somebody else would
 * tell whether there is such a user. One D1 call.
 */
export async function askForPasskey(c: Context<App>, login: string | undefined) {
	const limits = asksFrom(c)
	const { challenge, statements } = newChallenge(c, 'passkey_sign_in', { user_id: null })
	const party = relyingPartyOf(c)
	const user_id = sql`(SELECT ${users.id} FROM ${users} WHERE ${named(login ?? '')})`
	const { known } = await write(
		c,
		{ counted: countRequest(c, limits), known: selectKnown(c.var.db, user_id), statements },
		{ response: { none: 'A challenge works once' }, otherwise: () => refusalOf(c, limits) },
	)
	if (login === undefined) return requestOptions(party, challenge, [])
	const decoys = decoysOf(c.env, login)
	return requestOptions(party, challenge, known.length > 0 ? known : decoys)
}

/** What common authenticators say of themselves. */
const USUAL = [
	{ bytes: 16, transports: ['hybrid', 'internal'] },
	{ bytes: 20, transports: ['hybrid', 'internal'] },
	{ bytes: 32, transports: ['internal'] },
	{ bytes: 48, transports: ['nfc', 'usb'] },
] as const

/** How many passkeys people have who have one. */
const COUNTS = [1, 1, 2, 3] as const

/**
 * Passkeys that nobody has, for a login without one. They are the same each time, or asking twice would tell that they're made up.
 * They hang on the name as it's typed: on the user, they would tell which address belongs to which login. Two spellings share them
 * exactly if `named` finds the same user by both. Otherwise a login with passkeys would be one whose spellings differ.
 */
function decoysOf({ JWT_KEYS }: Pick<Env, 'JWT_KEYS'>, login: string): Known[] {
	const name = inOneCase(login)
	const hash = (what: string) => createHmac('sha512', JWT_KEYS).update(`${what} ${name}`).digest()
	const [first = 0] = hash('passkeys of')
	return Array.from({ length: COUNTS[first & 3] ?? 1 }, (_, index) => {
		const [kind = 0, ...random] = hash(`passkey ${index} of`)
		const { bytes, transports } = USUAL[kind & 3] ?? USUAL[0]
		return {
			credential_id: Buffer.from(random.slice(0, bytes)).toString('base64url'),
			transports: [...transports],
		}
	})
}
