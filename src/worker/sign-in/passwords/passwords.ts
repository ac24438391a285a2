import { Buffer } from 'node:buffer'
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { nearDatabase } from '../../ground/db/location.ts'
import { unavailable } from '../../ground/http/errors.ts'
import { errorName, logError } from '../../ground/http/log.ts'
import { onForget } from '../../isolate.ts'
import { hashOf } from '../../keys/auth/tokens.ts'
import { hashBeside } from './beside.ts'
import { inNfc } from './schema.ts'
import { newTurns } from './turns.ts'
import { type Requester, COST, type Work } from './work.ts'

/** How many objects share the hashes of known users, and how many those of strangers. Each makes some six a second. */
const HASHERS = 16

const turns = { known: newTurns(), stranger: newTurns() }
onForget(() => Object.assign(turns, { known: newTurns(), stranger: newTurns() }))

/** Throws a 503 if no stranger's password can be hashed now. It's for requests that should cost nothing else then. */
export const requireTurn = (): void => turns.stranger.requireTurn()

const derive = (env: Env, { priority, who }: Requester, work: Omit<Work, 'until'>) =>
	turns[priority].take(env.RATE_LIMITS === 'off' ? undefined : who, async (until) => {
		try {
			if (env.PASSWORD_SERVICE) return await hashBeside(env.PASSWORD_SERVICE, priority, { ...work, until })
			const name = `${priority} ${Math.floor(Math.random() * HASHERS)}`
			return await env.PASSWORD_HASHER.getByName(name, nearDatabase(env)).derive({ ...work, until })
		} catch (error) {
			logError({ object: 'PasswordHasher', error: errorName(error) })
			throw unavailable('auth.busy', 1)
		}
	})

/** The form of hashes whose password was in NFC. Older ones are of what was typed. */
const IN_NFC = 'scrypt-nfc'
const AS_TYPED = 'scrypt'

const formOf = (hash: string) => hash.slice(0, hash.indexOf('$'))

/** What we store: `scrypt-nfc$N$r$p$salt$key`, with salt and key in base64url. */
export const toHash = (salt: Uint8Array, key: Uint8Array): string =>
	[IN_NFC, COST.N, COST.r, COST.p, ...[salt, key].map((bytes) => Buffer.from(bytes).toString('base64url'))].join('$')

/**
 * The hash of a password in NFC: one device sends `é` as one character, another as two. Throws a 429 while another hash is made for
 * the same user, and a 503 while too many wait or when the hasher doesn't answer.
 */
export async function hashPassword(env: Env, requester: Requester, password: string): Promise<string> {
	const salt = randomBytes(16)
	return toHash(salt, await derive(env, requester, { password: inNfc(password), salt, cost: COST }))
}

/**
 * The hash in NFC to store in place of an older one, after the right password was typed; undefined for one that is in NFC. What was
 * typed in NFC has the same key, so only the form changes.
 */
export async function renewedHash(env: Env, requester: Requester, password: string, hash: string) {
	if (formOf(hash) === IN_NFC) return undefined
	return inNfc(password) === password ? hash.replace(AS_TYPED, IN_NFC) : hashPassword(env, requester, password)
}

/** Says under which password something was made, without saying anything about the password, whatever form its hash has. */
export const passwordIdOf = (password_hash: string): string =>
	hashOf(password_hash.replace(`${IN_NFC}$`, `${AS_TYPED}$`))

// For an unknown login we check the password against this hash, which takes as long as for a known one.
const NOBODY = `${IN_NFC}$${COST.N}$${COST.r}$${COST.p}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Whether `password` has this hash. Without a hash it returns false after the same time. Throws the same errors. */
export async function passwordMatches(
	env: Env,
	requester: Requester,
	password: string,
	hash: string | undefined,
): Promise<boolean> {
	const [form, N, r, p, salt, key] = (hash ?? NOBODY).split('$') as [string, string, string, string, string, string]
	const cost = { N: Number(N), r: Number(r), p: Number(p) }
	const typed = form === IN_NFC ? inNfc(password) : password
	const derived = await derive(env, requester, { password: typed, salt: Buffer.from(salt, 'base64url'), cost })
	return timingSafeEqual(derived, Buffer.from(key, 'base64url')) && hash !== undefined
}
