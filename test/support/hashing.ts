import { scryptSync } from 'node:crypto'
import { KEY_BYTES, type Work } from '../../src/worker/sign-in/passwords/work.ts'

/** What the hasher of the tests derives a key with. A hash in earnest takes 0.1 to 0.2 s of CPU time, so only tests of hashing make one. */
export const hashing = {
	cheaply: ({ password, salt }: Pick<Work, 'password' | 'salt'>): Uint8Array =>
		scryptSync(password, salt, KEY_BYTES, { N: 2, r: 1, p: 1 }),
	/** Whether hashes have their real cost. */
	isReal: false,
}
