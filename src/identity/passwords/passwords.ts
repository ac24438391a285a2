import { Buffer } from 'node:buffer'
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { nearDatabase } from '../../db/location.ts'
import { unavailable } from '../../http/errors.ts'
import { errorName, logError } from '../../http/log.ts'
import { onForget } from '../../isolate.ts'
import { hashOf } from '../auth/tokens.ts'
import { hashBeside } from './beside.ts'
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

/** What we store: `scrypt$N$r$p$salt$key`, with salt and key in base64url. */
export const toHash = (salt: Uint8Array, key: Uint8Array): string =>
	['scrypt', COST.N, COST.r, COST.p, ...[salt, key].map((bytes) => Buffer.from(bytes).toString('base64url'))].join('$')

/**
 * The hash of a password. Throws a 429 while another hash is made for the same user, and a 503 while too many wait or when the
 * hasher doesn't answer.
 */
export async function hashPassword(env: Env, requester: Requester, password: string): Promise<string> {
	const salt = randomBytes(16)
	return toHash(salt, await derive(env, requester, { password, salt, cost: COST }))
}

/** Says under which password something was made, without saying anything about the password. */
export const passwordIdOf = (password_hash: string): string => hashOf(password_hash)

// For an unknown login we check the password against this hash, which takes as long as for a known one.
const NOBODY = `scrypt$${COST.N}$${COST.r}$${COST.p}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Whether `password` has this hash. Without a hash it returns false after the same time. Throws the same errors. */
export async function passwordMatches(
	env: Env,
	requester: Requester,
	password: string,
	hash: string | undefined,
): Promise<boolean> {
	const [, N, r, p, salt, key] = (hash ?? NOBODY).split('$') as [string, string, string, string, string, string]
	const cost = { N: Number(N), r: Number(r), p: Number(p) }
	const derived = await derive(env, requester, { password, salt: Buffer.from(salt, 'base64url'), cost })
	return timingSafeEqual(derived, Buffer.from(key, 'base64url')) && hash !== undefined
}
