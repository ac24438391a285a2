// By their own paths, as in `src/worker/keys/auth/tokens.ts`.
import { CompactEncrypt } from 'jose/jwe/compact/encrypt'
import { importJWK } from 'jose/key/import'
import { forgettable } from '../../isolate.ts'
import type { EncryptionKey } from '../../principal.ts'
import { remember } from '../db/cache.ts'

// JWE (RFC 7516) for one recipient. It's imported by what encrypts, so that no isolate evaluates it at its start.

const JWE_ALG = 'ECDH-ES+A256KW'
const JWE_ENC = 'A256GCM'

const imported = forgettable(new Map<string, Awaited<ReturnType<typeof importJWK>>>())

/** Encrypts a text for a public key, in the compact form. `claims` go into the protected header. Throws if the key is unusable. */
export async function encryptFor(
	{ kid, jwk }: EncryptionKey,
	claims: Record<string, unknown>,
	plaintext: string,
): Promise<string> {
	const key = imported.get(kid) ?? (await importJWK(jwk, JWE_ALG))
	remember(imported, kid, key)
	return new CompactEncrypt(new TextEncoder().encode(plaintext))
		.setProtectedHeader({ alg: JWE_ALG, enc: JWE_ENC, kid, ...claims })
		.encrypt(key)
}
