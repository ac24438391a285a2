import { createHash } from 'node:crypto'
import { decodeProtectedHeader, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import { remember } from '../../db/cache.ts'

/** What every API key begins with. */
export const API_KEY_PREFIX = 'al_'

/** The form in which a key or token is stored. Both are random and long, so no salt is needed. */
export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')

/** Seconds an access token is good for. */
export const ACCESS_TOKEN_TTL_S = 900

export interface Claims {
	sub: string
	org_id: string
	/** The session, so that a logout ends every token of that login. */
	sid: string
	/** Seconds since 1970. */
	exp: number
}

type SigningKey = JWK & { kid: string; x: string }

interface KeyRing {
	source: string
	keys: SigningKey[]
	imported: Map<string, CryptoKey>
}

let ring: KeyRing | undefined

/** `JWT_KEYS` is a JSON array of private Ed25519 JWKs, each with its `kid`: the first signs, all verify. */
function keyRing(env: Env): KeyRing {
	if (ring?.source !== env.JWT_KEYS)
		ring = { source: env.JWT_KEYS, keys: JSON.parse(env.JWT_KEYS), imported: new Map() }
	return ring
}

async function imported({ imported }: KeyRing, key: SigningKey, use: 'sign' | 'verify'): Promise<CryptoKey> {
	const name = `${use} ${key.kid}`
	const known = imported.get(name)
	if (known) return known
	const made = (await importJWK(use === 'sign' ? key : publicJwk(key), 'EdDSA')) as CryptoKey
	imported.set(name, made)
	return made
}

const publicJwk = ({ kid, x }: SigningKey) => ({ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig', kid, x })

/** The public keys that verify our access tokens, as a JWK set (RFC 7517). */
export const jwks = (env: Env) => ({ keys: keyRing(env).keys.map(publicJwk) })

/** Signs an access token (RFC 9068's claims that matter here) that is good for `ACCESS_TOKEN_TTL_S`. */
export async function signAccessToken(env: Env, { sub, org_id, sid }: Omit<Claims, 'exp'>): Promise<string> {
	const keys = keyRing(env)
	const [first] = keys.keys
	if (!first) throw new Error('JWT_KEYS holds no key')
	return new SignJWT({ org_id, sid })
		.setProtectedHeader({ alg: 'EdDSA', kid: first.kid })
		.setSubject(sub)
		.setIssuer(env.JWT_ISSUER)
		.setAudience(env.JWT_AUDIENCE)
		.setIssuedAt()
		.setExpirationTime(`${ACCESS_TOKEN_TTL_S}s`)
		.sign(await imported(keys, first, 'sign'))
}

const verified = new Map<string, Claims>()

/** The claims of a token that we signed and that has not expired; undefined for anything else. Verified once per isolate. */
export async function verifyAccessToken(env: Env, token: string): Promise<Claims | undefined> {
	const known = verified.get(token)
	if (known) return known.exp * 1000 > Date.now() ? known : undefined
	const keys = keyRing(env)
	try {
		const { kid } = decodeProtectedHeader(token)
		const key = keys.keys.find((candidate) => candidate.kid === kid)
		if (!key) return undefined
		const { payload } = await jwtVerify<Claims>(token, await imported(keys, key, 'verify'), {
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
