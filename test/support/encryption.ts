import {
	calculateJwkThumbprint,
	compactDecrypt,
	decodeProtectedHeader,
	exportJWK,
	generateKeyPair,
	importJWK,
	type JWK,
} from 'jose'

// What a runtime has: a pair of keys whose private half Plinth never sees.

const ALG = 'ECDH-ES+A256KW'

/** A new pair, and the thumbprint that names it. */
export async function encryptionPair(crv: 'P-256' | 'X25519' = 'P-256') {
	const { publicKey, privateKey } = await generateKeyPair(ALG, { crv, extractable: true })
	const [publicJwk, privateJwk] = await Promise.all([exportJWK(publicKey), exportJWK(privateKey)])
	return { publicJwk, privateJwk, kid: await calculateJwkThumbprint(publicJwk) }
}

/** The protected header of a sealed credential, and what the private key opens. */
export async function opened(sealed: { $sealed: string }, privateJwk: JWK) {
	const key = await importJWK(privateJwk, ALG)
	const { plaintext } = await compactDecrypt(sealed.$sealed, key)
	return {
		header: decodeProtectedHeader(sealed.$sealed),
		...(JSON.parse(new TextDecoder().decode(plaintext)) as { value: unknown; target: unknown }),
	}
}
