import { fingerprintUnder } from './hmac.ts'
import { keyRingOf } from './vault.ts'

// A fingerprint shows whether a secret is still the same, and nothing else. It's an HMAC (FIPS 198-1) under a key derived from
// a key of the vault, so nobody can guess secrets against it. It covers the place too: one secret in two places has two
// fingerprints, so nobody sees that two orgs share a key.

/** The fingerprint of a secret under the current key: 128 bits. */
export function fingerprintOfSecret(env: Env, place: readonly string[], plaintext: string): string {
	const [key] = keyRingOf(env).keys.values()
	if (!key) throw new Error('SECRETS_KEYS has no key')
	return fingerprintUnder(key, place, plaintext)
}

/** Whether a fingerprint is the secret's under any key of the ring. Older fingerprints stay valid after a rotation. */
export const hasFingerprint = (env: Env, place: readonly string[], plaintext: string, fingerprint: string): boolean =>
	[...keyRingOf(env).keys.values()].some((key) => fingerprintUnder(key, place, plaintext) === fingerprint)
