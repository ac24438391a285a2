import { Buffer } from 'node:buffer'
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { JWK } from 'jose'
// By their own paths: `jose` itself leads to all that anybody uses of it, so encryption would be evaluated at the start.
import { decodeProtectedHeader } from 'jose/decode/protected_header'
import { SignJWT } from 'jose/jwt/sign'
import { jwtVerify } from 'jose/jwt/verify'
import { importJWK } from 'jose/key/import'
import { remember } from '../../ground/db/cache.ts'
import { PREFIXES } from '../../ground/http/masked.ts'
import { type Making, randomPart } from '../../ground/write/generated.ts'
import { forgettable, onForget } from '../../isolate.ts'

/** The hash under which a key or token is stored: SHA-256 in base64url. Both are long and random, so they need no salt. */
export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')

/** Whether two texts are equal. Comparing hashes takes the same time for any length, and however many characters match. */
export const isSameText = (a: string, b: string) => timingSafeEqual(Buffer.from(hashOf(a)), Buffer.from(hashOf(b)))

type Kind = keyof typeof PREFIXES
/** What lives longer than a day. Its checksum lets us refuse junk without asking D1. */
type LongLived = 'api_key' | 'scim_token' | 'invitation'

/** 256 random bits in base64url. */
export const newSecret = (c?: Making) => randomPart(c, 43, () => randomBytes(32).toString('base64url'))

const checksumOf = (text: string) => hashOf(text).slice(0, 6)

/** A new credential: the prefix of its kind and 256 random bits in base64url. */
export const newCredential = (kind: Kind, c?: Making): string => PREFIXES[kind] + newSecret(c)

/** One that lives longer than a day: with a checksum of six characters, in the same alphabet. */
export function newLongLived(kind: LongLived, c?: Making): string {
	const text = newCredential(kind, c)
	return text + checksumOf(text)
}

/**
 * Whether a text is a credential of this kind with its checksum, or may be one of 43 characters from before the checksum. Undefined
 * when we can't have issued it.
 */
export function formOf(kind: LongLived, text: string): 'with_checksum' | 'without_checksum' | undefined {
	const prefix = PREFIXES[kind]
	const [, random, checksum] =
		(text.startsWith(prefix) && /^([\w-]{43})([\w-]{6})?$/.exec(text.slice(prefix.length))) || []
	if (random === undefined) return undefined
	if (checksum === undefined) return 'without_checksum'
	return checksum === checksumOf(prefix + random) ? 'with_checksum' : undefined
}

export const ACCESS_TOKEN_TTL_S = 900

export interface Claims {
	sub: string
	org_id: string
	/** The session: logging out ends all of its tokens. */
	sid: string
	/** Seconds since 1970. */
	exp: number
}

type SigningKey = JWK & { kid: string; x: string }

interface KeyRing {
	source: string
	keys: SigningKey[]
	/** By use and `kid`, because each isolate imports a key only once. */
	imported: Map<string, CryptoKey>
}

let keyRing: KeyRing | undefined
onForget(() => (keyRing = undefined))

/** `JWT_KEYS` is a JSON array of private Ed25519 JWKs, each with its `kid`. The first one signs, all verify. */
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

/** A JWT (RFC 7519) signed with EdDSA (RFC 8037), for one audience. */
async function sign(env: Env, audience: string, sub: string, claims: Record<string, string>, ttl_s: number) {
	const keys = keyRingOf(env)
	const [first] = keys.keys
	if (!first) throw new Error('JWT_KEYS holds no key')
	return new SignJWT(claims)
		.setProtectedHeader({ alg: 'EdDSA', kid: first.kid })
		.setSubject(sub)
		.setIssuer(env.JWT_ISSUER)
		.setAudience(audience)
		.setIssuedAt()
		.setExpirationTime(`${ttl_s}s`)
		.sign(await importedKey(keys, first, 'sign'))
}

/** The claims of an unexpired JWT that we signed for this audience; undefined for anything else. */
async function verify<C>(env: Env, audience: string, token: string, requiredClaims: string[]): Promise<C | undefined> {
	const keys = keyRingOf(env)
	try {
		const { kid } = decodeProtectedHeader(token)
		const key = keys.keys.find((candidate) => candidate.kid === kid)
		if (!key) return undefined
		const options = { issuer: env.JWT_ISSUER, audience, algorithms: ['EdDSA'], requiredClaims }
		return (await jwtVerify<C>(token, await importedKey(keys, key, 'verify'), options)).payload
	} catch {
		return undefined
	}
}

export const signAccessToken = (env: Env, { sub, org_id, sid }: Omit<Claims, 'exp'>): Promise<string> =>
	sign(env, env.JWT_AUDIENCE, sub, { org_id, sid }, ACCESS_TOKEN_TTL_S)

// Each isolate verifies a token once. The map is bounded, so a flood of tokens can't fill the memory.
const verified = forgettable(new Map<string, Claims>())

/** The claims of an unexpired token that we signed; undefined for anything else. */
export async function verifyAccessToken(env: Env, token: string): Promise<Claims | undefined> {
	const known = verified.get(token)
	if (known) return known.exp * 1000 > Date.now() ? known : undefined
	const claims = await verify<Claims>(env, env.JWT_AUDIENCE, token, ['sub', 'org_id', 'sid', 'exp'])
	if (claims) remember(verified, token, claims)
	return claims
}

/** How long we know a device after its last login, in seconds: 400 days, the most that browsers allow. */
export const DEVICE_TTL_S = 400 * 86_400

export interface Device {
	id: string
	user_id: string
	/** The password under which it was made, as `passwordIdOf` names it. The device ends with it. */
	password_id: string
}

// Not the audience of access tokens, so nobody can use a device token as one.
const deviceAudience = ({ JWT_AUDIENCE }: Env) => `${JWT_AUDIENCE}/device`

export const signDevice = (env: Env, { id, user_id, password_id }: Device): Promise<string> =>
	sign(env, deviceAudience(env), user_id, { device_id: id, password_id }, DEVICE_TTL_S)

/** The device of a token that we signed; undefined for anything else. */
export async function verifyDevice(env: Env, token: string): Promise<Device | undefined> {
	const claims = await verify<{ sub: string; device_id: string; password_id: string }>(
		env,
		deviceAudience(env),
		token,
		// Devices from before they ended with the password count as none.
		['sub', 'device_id', 'password_id'],
	)
	return claims && { id: claims.device_id, user_id: claims.sub, password_id: claims.password_id }
}
