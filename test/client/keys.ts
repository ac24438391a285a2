import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'

// The pairs of the cases, new ones in each run. `b` is of the other curve.

const CURVES = { a: 'P-256', b: 'X25519', c: 'P-256' } as const

export type KeyName = keyof typeof CURVES

const pairs = new Map<string, Promise<JWK>>()

/** A private key of the cases. */
export function privateKey(name: KeyName): Promise<JWK> {
	const known = pairs.get(name)
	if (known) return known
	const made = generateKeyPair('ECDH-ES+A256KW', { crv: CURVES[name], extractable: true })
		.then((pair) => exportJWK(pair.privateKey))
		.then(async (jwk) => ({ ...jwk, kid: await calculateJwkThumbprint(jwk) }))
	pairs.set(name, made)
	return made
}

/** Its public half, as an account registers it. */
export async function publicKey(name: KeyName): Promise<JWK> {
	const { d: _, ...open } = await privateKey(name)
	return open
}

/** The private key with this thumbprint. */
export async function keyNamed(kid: string): Promise<JWK> {
	for (const made of pairs.values()) if ((await made).kid === kid) return made
	throw new Error(`No key of the cases has the name ${kid}`)
}
