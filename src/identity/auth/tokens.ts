import { createHash } from 'node:crypto'
import { decodeProtectedHeader, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import { remember } from '../../db/cache.ts'

/** The prefix of every API key. */
export const API_KEY_PREFIX = 'al_'

/** The hash under which a key or token is stored: SHA-256 in base64url. Both are long and random, so they need no salt. */
export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')

/** How long an access token is valid, in seconds. */
export const ACCESS_TOKEN_TTL_S = 900

export interface Claims {
	sub: string
	org_id: string
	/** The session: a logout ends every token of that login. */
	sid: string
	/** Seconds since 1970. */
	exp: number
}

type SigningKey = JWK & { kid: string; x: string }

interface KeyRing {
	/** The text that it was read from. */
	source: string
	keys: SigningKey[]
	/** By use and `kid`: each isolate imports a key once. */
	imported: Map<string, CryptoKey>
}

let keyRing: KeyRing | undefined

/** `JWT_KEYS` is a JSON array of private Ed25519 JWKs, each with its `kid`: the first signs, all verify. */
function keyRingOf({ JWT_KEYS }: Env): KeyRing {
	if (keyRing?.source !== JWT_KEYS) keyRing = { source: JWT_KEYS, keys: JSON.parse(JWT_KEYS), imported: new Map() }
	return keyRing
}

async function importedKey({ imported }: KeyRing, key: SigningKey, use: 'sign' | 'verify'): Promise<CryptoKey> {
	const name = `${use} ${key.kid}`
	const known = imported.get(name)
	if (known) return known
	const made = (await importJWK(use === 'sign' ? key : toPublicJwk(key), 'EdDSA')) as CryptoKey
	imported.set(name, made)
	return made
}

const toPublicJwk = ({ kid, x }: SigningKey) => ({ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig', kid, x })

/** The public keys that verify our access tokens, as a JWK set (RFC 7517). */
export const jwks = (env: Env) => ({ keys: keyRingOf(env).keys.map(toPublicJwk) })

/** A signed access token, valid for `ACCESS_TOKEN_TTL_S`: a JWT (RFC 7519) with EdDSA (RFC 8037). */
export async function signAccessToken(env: Env, { sub, org_id, sid }: Omit<Claims, 'exp'>): Promise<string> {
	const keys = keyRingOf(env)
	const [first] = keys.keys
	if (!first) throw new Error('JWT_KEYS holds no key')
	return new SignJWT({ org_id, sid })
		.setProtectedHeader({ alg: 'EdDSA', kid: first.kid })
		.setSubject(sub)
		.setIssuer(env.JWT_ISSUER)
		.setAudience(env.JWT_AUDIENCE)
		.setIssuedAt()
		.setExpirationTime(`${ACCESS_TOKEN_TTL_S}s`)
		.sign(await importedKey(keys, first, 'sign'))
}

// Each isolate verifies a token once. The map is bounded, so a flood of tokens does not fill the memory.
const verified = new Map<string, Claims>()

/** The claims of a token that we signed and that has not expired; undefined for anything else. */
export async function verifyAccessToken(env: Env, token: string): Promise<Claims | undefined> {
	const known = verified.get(token)
	if (known) return known.exp * 1000 > Date.now() ? known : undefined
	const keys = keyRingOf(env)
	try {
		const { kid } = decodeProtectedHeader(token)
		const key = keys.keys.find((candidate) => candidate.kid === kid)
		if (!key) return undefined
		const { payload } = await jwtVerify<Claims>(token, await importedKey(keys, key, 'verify'), {
			issuer: env.JWT_ISSUER,
			audience: env.JWT_AUDIENCE,
			algorithms: ['EdDSA'],
			requiredClaims: ['sub', 'org_id', 'sid', 'exp'],
		})
		remember(verified, token, payload)
		return payload
	} catch {
		return undefined
	}
}
