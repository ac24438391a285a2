import { Buffer } from 'node:buffer'
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { nearDatabase } from '../../db/location.ts'
import { unavailable } from '../../http/errors.ts'
import { errorName, logError } from '../../http/log.ts'
import type { Cost } from './password-hasher.ts'
import { newTurns } from './turns.ts'

// OWASP's scrypt parameters for 16 MiB. Each hash carries its own, so we can raise them later.
export const COST: Cost = { N: 2 ** 14, r: 8, p: 5 }

/** How many objects share the hashes. Each hashes about three passwords a second. */
const HASHERS = 16

/** Whether a device, an address or a token shows that the user was here before. Strangers can't delay known users. */
export type Priority = 'known' | 'stranger'

const turns = { known: newTurns(), stranger: newTurns() }

const shareOf = ({ N, r, p }: Cost) => (N * r * p) / (COST.N * COST.r * COST.p)

const derive = (env: Env, priority: Priority, password: string, salt: Uint8Array, cost: Cost) =>
	turns[priority](shareOf(cost), async () => {
		const hasher = env.PASSWORD_HASHER.getByName(String(Math.floor(Math.random() * HASHERS)), nearDatabase(env))
		try {
			return await hasher.derive(password, salt, cost)
		} catch (error) {
			logError({ object: 'PasswordHasher', error: errorName(error) })
			throw unavailable('auth.busy', 1)
		}
	})

/** What we store: `scrypt$N$r$p$salt$key`, with salt and key in base64url. */
export const toHash = (salt: Uint8Array, key: Uint8Array): string =>
	['scrypt', COST.N, COST.r, COST.p, ...[salt, key].map((bytes) => Buffer.from(bytes).toString('base64url'))].join('$')

/** The hash of a password. Throws a 503 while too many hashes wait, and when the object that hashes doesn't answer. */
export async function hashPassword(env: Env, priority: Priority, password: string): Promise<string> {
	const salt = randomBytes(16)
	return toHash(salt, await derive(env, priority, password, salt, COST))
}

// For an unknown login we check the password against this hash, which takes as long as for a known one.
const NOBODY = `scrypt$${COST.N}$${COST.r}$${COST.p}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Whether `password` has this hash. Without a hash it returns false after the same time. Throws the same 503. */
export async function passwordMatches(
	env: Env,
	priority: Priority,
	password: string,
	hash: string | undefined,
): Promise<boolean> {
	const [, N, r, p, salt, key] = (hash ?? NOBODY).split('$') as [string, string, string, string, string, string]
	const derived = await derive(env, priority, password, Buffer.from(salt, 'base64url'), {
		N: Number(N),
		r: Number(r),
		p: Number(p),
	})
	return timingSafeEqual(derived, Buffer.from(key, 'base64url')) && hash !== undefined
}
