import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose'
import type { JWK } from './types.ts'

/** A new pair: the private JWK, which stays with the runtime, and its public half, which Plinth gets. */
export async function keygen(curve: 'P-256' | 'X25519' = 'P-256'): Promise<{ privateKey: JWK; publicKey: JWK }> {
	const pair = await generateKeyPair('ECDH-ES+A256KW', { crv: curve, extractable: true })
	const [secret, open] = await Promise.all([exportJWK(pair.privateKey), exportJWK(pair.publicKey)])
	const kid = await calculateJwkThumbprint(open)
	return { privateKey: { ...secret, kid }, publicKey: { ...open, kid } }
}
