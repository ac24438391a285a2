import { createHmac } from 'node:crypto'
import { keyRingOf } from './vault.ts'

// A fingerprint shows whether a secret is still the same, and nothing else. It's an HMAC (FIPS 198-1) under a key derived from
// a key of the vault, so nobody can guess secrets against it. It covers the place too: one secret in two places has two
// fingerprints, so nobody sees that two orgs share a key.

const LENGTH = 22

const underKey = (key: Uint8Array, place: readonly string[], plaintext: string) =>
	createHmac('sha256', createHmac('sha256', key).update('plinth secret fingerprint').digest())
		.update(JSON.stringify([...place, plaintext]))
		.digest('base64url')
		.slice(0, LENGTH)

/** The fingerprint of a secret under the current key: 128 bits. */
export function fingerprintOfSecret(env: Env, place: readonly string[], plaintext: string): string {
	const [key] = keyRingOf(env).keys.values()
	if (!key) throw new Error('SECRETS_KEYS has no key')
	return underKey(key, place, plaintext)
}

/** Whether a fingerprint is the secret's under any key of the ring. Older fingerprints stay valid after a rotation. */
export const hasFingerprint = (env: Env, place: readonly string[], plaintext: string, fingerprint: string): boolean =>
	[...keyRingOf(env).keys.values()].some((key) => underKey(key, place, plaintext) === fingerprint)
