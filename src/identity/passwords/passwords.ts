import { Buffer } from 'node:buffer'
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { nearDatabase } from '../../db/location.ts'
import { unavailable } from '../../http/errors.ts'
import { errorName, logError } from '../../http/log.ts'
import type { Cost } from './password-hasher.ts'
import { newTurns } from './turns.ts'

// OWASP's parameters of scrypt for 16 MiB. Each hash carries its own, so they can be raised later.
export const COST: Cost = { N: 2 ** 14, r: 8, p: 5 }

/** Among how many objects the hashes are spread. Each hashes about three passwords a second. */
const HASHERS = 16

/** Whether a device, an address or a token shows that the user has been here before. Strangers in a queue delay nobody known. */
export type Asker = 'known' | 'stranger'

const turns = { known: newTurns(), stranger: newTurns() }

const shareOf = ({ N, r, p }: Cost) => (N * r * p) / (COST.N * COST.r * COST.p)

const derive = (env: Env, asker: Asker, password: string, salt: Uint8Array, cost: Cost) =>
	turns[asker](shareOf(cost), async () => {
		const hasher = env.PASSWORD_HASHER.getByName(String(Math.floor(Math.random() * HASHERS)), nearDatabase(env))
		try {
			return await hasher.derive(password, salt, cost)
		} catch (error) {
			logError({ object: 'PasswordHasher', error: errorName(error) })
			throw unavailable('auth.busy', 1)
		}
	})

/** What is stored: `scrypt$N$r$p$salt$key`, with salt and key in base64url. */
export const toHash = (salt: Uint8Array, key: Uint8Array): string =>
	['scrypt', COST.N, COST.r, COST.p, ...[salt, key].map((bytes) => Buffer.from(bytes).toString('base64url'))].join('$')

/** The hash of a password. Throws the 503 while too many hashes wait, and when the object that hashes does not answer. */
export async function hashPassword(env: Env, asker: Asker, password: string): Promise<string> {
	const salt = randomBytes(16)
	return toHash(salt, await derive(env, asker, password, salt, COST))
}

// An unknown login is checked against this hash, which costs the same time as a known one.
const NOBODY = `scrypt$${COST.N}$${COST.r}$${COST.p}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Whether `password` has this hash. Without a hash it is false after the same time. Throws the same 503. */
export async function passwordMatches(
	env: Env,
	asker: Asker,
	password: string,
	hash: string | undefined,
): Promise<boolean> {
	const [, N, r, p, salt, key] = (hash ?? NOBODY).split('$') as [string, string, string, string, string, string]
	const derived = await derive(env, asker, password, Buffer.from(salt, 'base64url'), {
		N: Number(N),
		r: Number(r),
		p: Number(p),
	})
	return timingSafeEqual(derived, Buffer.from(key, 'base64url')) && hash !== undefined
}
