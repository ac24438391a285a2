import { scryptSync } from 'node:crypto'
import { DurableObject } from 'cloudflare:workers'
import { KEY_BYTES, type Work } from './work.ts'

/** Hashes passwords outside the isolates that handle requests, because a hash takes 0.1 to 0.2 s of a thread. Keeps no state. */
export class PasswordHasher extends DurableObject<Env> {
	/** The key that scrypt derives from a password. Undefined if nobody waits for it by now. */
	derive({ password, salt, cost, until }: Work): Uint8Array | undefined {
		// Calls wait while one hashes, so after a flood the late ones must cost nothing.
		return Date.now() > until ? undefined : scryptSync(password, salt, KEY_BYTES, cost)
	}
}
