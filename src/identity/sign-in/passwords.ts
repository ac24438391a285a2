import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { unavailable } from '../../http/errors.ts'

// OWASP's parameters of scrypt for 16 MiB. Each hash carries its own, so they can be raised later.
const COST = { N: 2 ** 14, r: 8, p: 5 }
const KEY_BYTES = 32

// A hash occupies the only thread of its isolate for some 200 ms. So hashes begin at a distance of one turn, and other requests
// are answered in between. A turn is reserved by its time alone: a request that is cancelled while it waits blocks nobody.

/** How long the turn of one hash lasts. */
const TURN_MS = 250
/** How long a hash may wait for its turn. That is twenty turns, so twenty hashes are in flight at most. */
const MAX_WAIT_MS = 19 * TURN_MS

// This clock is not the wall clock, which may be set back.
let freeAt = 0

/** Waits for the turn of a hash. Throws the 503 when too many are waiting. A cheaper hash has a shorter turn. */
async function turn({ N, r, p }: typeof COST): Promise<void> {
	const at = performance.now()
	const begins = Math.max(at, freeAt)
	const wait = begins - at
	if (wait > MAX_WAIT_MS) throw unavailable('auth.busy', Math.ceil(wait / 1000))
	freeAt = begins + (TURN_MS * N * r * p) / (COST.N * COST.r * COST.p)
	if (wait > 0) await scheduler.wait(wait)
}

async function derive(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
	await turn(cost)
	return new Promise((resolve, reject) => {
		scrypt(password, salt, KEY_BYTES, { ...cost, maxmem: 256 * cost.N * cost.r }, (error, key) =>
			error ? reject(error) : resolve(key),
		)
	})
}

/** The hash of a password: `scrypt$N$r$p$salt$key`, with salt and key in base64url. Throws the 503 while too many hashes wait. */
export async function hashPassword(password: string): Promise<string> {
	const salt = randomBytes(16)
	const key = await derive(password, salt, COST)
	return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

// An unknown login is checked against this hash, which costs the same time as a known one.
const NOBODY = `scrypt$${COST.N}$${COST.r}$${COST.p}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Whether `password` has this hash. Without a hash it is false after the same time. Throws the same 503. */
export async function passwordMatches(password: string, hash: string | undefined): Promise<boolean> {
	const [, N, r, p, salt, key] = (hash ?? NOBODY).split('$') as [string, string, string, string, string, string]
	const derived = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) })
	return timingSafeEqual(derived, Buffer.from(key, 'base64url')) && hash !== undefined
}
