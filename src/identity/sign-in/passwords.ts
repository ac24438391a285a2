import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import { newTurns } from './turns.ts'

// OWASP's parameters of scrypt for 16 MiB. Each hash carries its own, so they can be raised later.
const COST = { N: 2 ** 14, r: 8, p: 5 }
const KEY_BYTES = 32

const turn = newTurns()

const shareOf = ({ N, r, p }: typeof COST) => (N * r * p) / (COST.N * COST.r * COST.p)

// Workers run the asynchronous `scrypt` in the same thread, so it gains nothing.
const derive = (password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> =>
	turn(shareOf(cost), () => scryptSync(password, salt, KEY_BYTES, { ...cost, maxmem: 256 * cost.N * cost.r }))

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
