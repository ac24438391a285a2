import { scryptSync } from 'node:crypto'
import { beforeEach, vi } from 'vitest'
import * as passwords from '../../src/identity/passwords/passwords.ts'

// A real hash takes 0.1 to 0.2 s of CPU. The Worker reads the cost from the hash, so it verifies a hash
// of the lowest cost as it does any other.

const salt = Buffer.from('a salt of a test')

/** A hash of the lowest cost. */
export function cheapHash(password: string): string {
	const key = scryptSync(password, salt, 32, { N: 2, r: 1, p: 1 })
	return `scrypt$2$1$1$${salt.toString('base64url')}$${key.toString('base64url')}`
}

/** What an unknown login is checked against. */
const NOBODY = cheapHash('nobody has this password')

const { passwordMatches } = passwords

/** Every test of the file hashes at the lowest cost. For files that are not about hashing. */
export function hashCheaply(): void {
	beforeEach(() => {
		vi.spyOn(passwords, 'hashPassword').mockImplementation((_env, _requester, password) =>
			Promise.resolve(cheapHash(password)),
		)
		vi.spyOn(passwords, 'passwordMatches').mockImplementation(
			async (env, requester, password, hash) =>
				(await passwordMatches(env, requester, password, hash ?? NOBODY)) && hash !== undefined,
		)
	})
}
