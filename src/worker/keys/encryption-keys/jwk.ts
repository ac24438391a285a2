import { Buffer } from 'node:buffer'
import { type FieldError, invalid, refusedInput } from '../../ground/http/errors.ts'
import { said } from '../../ground/http/field-codes.ts'
import { must } from '../../ground/http/must.ts'
import { encryptFor } from '../../ground/secrets/jwe.ts'
import type { EncryptionKey } from '../../principal.ts'
import { hashOf } from '../auth/tokens.ts'

// A public key as its owner gives it. A wrong one would only fail when a runtime needs a credential, and a weak one would open
// everything, so each part is held to its one canonical form.

const PRIVATE = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']

const ALG = 'ECDH-ES+A256KW'

const COORDINATE_BYTES = 32

const CURVES: Record<string, { crv: string; coordinates: readonly ('x' | 'y')[] }> = {
	OKP: { crv: 'X25519', coordinates: ['x'] },
	EC: { crv: 'P-256', coordinates: ['x', 'y'] },
}

/** Of X25519, which takes larger coordinates too. A larger one of P-256 isn't on its curve. */
const PRIME = 2n ** 255n - 19n

/**
 * The public key that `given` says. Throws 400 for anything but a canonical public key for this encryption, and 400
 * `runtime.private_key` if it has a private part, whatever else is wrong.
 */
export async function publicKeyOf(given: Record<string, unknown>): Promise<EncryptionKey> {
	if (PRIVATE.some((name) => given[name] !== undefined)) throw isPrivate()
	const wrong = fieldErrors(given)
	if (wrong.length > 0) throw invalid(wrong)
	const { kty, crv, x, y } = given as EncryptionKey['jwk']
	const jwk = { kty, crv, x, ...(kty === 'EC' && y !== undefined && { y }) }
	const kid = thumbprintOf(jwk)
	if (given.kid !== undefined && given.kid !== kid) throw invalid([{ path: 'kid', message: must.thumbprint }])
	try {
		await encryptFor({ kid, jwk }, {}, '')
	} catch {
		// A point that isn't on the curve, or one of low order: its shared secret would be the same for every sender.
		throw invalid([{ path: 'x', ...said('point', { curve: crv }) }])
	}
	return { kid, jwk }
}

/** RFC 7638: the hash of the required members in the order of their names. */
const thumbprintOf = ({ crv, kty, x, y }: EncryptionKey['jwk']) => hashOf(JSON.stringify({ crv, kty, x, y }))

const isPrivate = () => refusedInput('runtime.private_key')

/** What a public key may have. Web Crypto exports keys with `ext`. */
const MEMBERS = ['kty', 'crv', 'x', 'y', 'use', 'alg', 'key_ops', 'kid', 'ext']

function fieldErrors(given: Record<string, unknown>): FieldError[] {
	const { kty, crv, use, alg, key_ops } = given
	const curve = typeof kty === 'string' && Object.hasOwn(CURVES, kty) ? CURVES[kty] : undefined
	const wrong: FieldError[] = Object.keys(given)
		.filter((name) => !MEMBERS.includes(name))
		.map((path) => ({ path, message: must.absent }))
	if (!curve) return [{ path: 'kty', message: must.kty }, ...wrong]
	if (crv !== curve.crv) wrong.push({ path: 'crv', ...said('exactly', { value: curve.crv }) })
	for (const name of curve.coordinates)
		if (!isCoordinate(given[name], curve.crv))
			wrong.push({
				path: name,
				message: must.coordinate,
			})
	if (use !== undefined && use !== 'enc') wrong.push({ path: 'use', message: must.enc_or_absent })
	if (alg !== undefined && alg !== ALG) wrong.push({ path: 'alg', ...said('exactly_or_absent', { value: ALG }) })
	if (key_ops !== undefined && !(Array.isArray(key_ops) && key_ops.length === 0))
		wrong.push({ path: 'key_ops', message: must.empty_or_absent })
	return wrong
}

function isCoordinate(value: unknown, crv: string): boolean {
	if (typeof value !== 'string' || value.length > 2 * COORDINATE_BYTES) return false
	const bytes = Buffer.from(value, 'base64url')
	if (bytes.length !== COORDINATE_BYTES || bytes.toString('base64url') !== value) return false
	// Of X25519 the least byte is the first.
	return crv !== 'X25519' || BigInt(`0x${Buffer.from(bytes.toReversed()).toString('hex')}`) < PRIME
}
