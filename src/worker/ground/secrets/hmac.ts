import { createHmac } from 'node:crypto'

const LENGTH = 22

/** The fingerprint of a secret under a key of the vault: an HMAC (FIPS 198-1) under a key derived from it, of 128 bits. */
export const fingerprintUnder = (key: Uint8Array, place: readonly string[], plaintext: string) =>
	createHmac('sha256', createHmac('sha256', key).update('plinth secret fingerprint').digest())
		.update(JSON.stringify([...place, plaintext]))
		.digest('base64url')
		.slice(0, LENGTH)
