import { Buffer } from 'node:buffer'
// The three algorithms of passkeys, on WebCrypto.

export const ALGORITHMS = ['ES256', 'EdDSA', 'RS256'] as const
type Algorithm = (typeof ALGORITHMS)[number]

/** By their COSE numbers, the one that we like best first. */
export const COSE_ALGORITHMS = new Map<number, Algorithm>([
	[-8, 'EdDSA'],
	[-7, 'ES256'],
	[-257, 'RS256'],
])

const MIN_RSA_BITS = 2_048

const KEYS = {
	ES256: { name: 'ECDSA', namedCurve: 'P-256' },
	EdDSA: { name: 'Ed25519' },
	RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
} as const

const SIGNATURES = { ...KEYS, ES256: { name: 'ECDSA', hash: 'SHA-256' } } as const

/** The key of an SPKI in base64url; undefined if it isn't one of this algorithm, or is too weak. */
export async function importedKey(algorithm: Algorithm, spki: string): Promise<CryptoKey | undefined> {
	try {
		const key = await crypto.subtle.importKey('spki', Buffer.from(spki, 'base64url'), KEYS[algorithm], false, [
			'verify',
		])
		const { modulusLength } = key.algorithm as { modulusLength?: number }
		return modulusLength !== undefined && modulusLength < MIN_RSA_BITS ? undefined : key
	} catch {
		return undefined
	}
}

/** One integer of an ECDSA signature in DER as 32 bytes, and where the next one begins; undefined if there is none at `start`. */
function integerAt(der: Buffer, start: number) {
	const length = der[start + 1] ?? 0
	const end = start + 2 + length
	if (der[start] !== 0x02 || length === 0 || length > 33 || end > der.length) return undefined
	const digits = der.subarray(start + 2, end)
	// The sign bit of 32 full bytes takes one byte more, which is 0.
	const value = digits[0] === 0 && (digits[1] ?? 0) > 0x7f && length === 33 ? digits.subarray(1) : digits
	return value.length > 32 ? undefined : { value: Buffer.concat([Buffer.alloc(32 - value.length), value]), end }
}

/** An ECDSA signature as WebCrypto takes it, from DER, as authenticators write it; undefined if it isn't DER. */
function rawFromDer(der: Buffer): Buffer | undefined {
	if (der[0] !== 0x30 || der[1] !== der.length - 2) return undefined
	const r = integerAt(der, 2)
	const s = r && integerAt(der, r.end)
	return r && s?.end === der.length ? Buffer.concat([r.value, s.value]) : undefined
}

interface Signed {
	algorithm: Algorithm
	/** SPKI in base64url. */
	public_key: string
	signature: Buffer
	data: Buffer
}

export async function isSigned({ algorithm, public_key, signature, data }: Signed): Promise<boolean> {
	const key = await importedKey(algorithm, public_key)
	const raw = algorithm === 'ES256' ? rawFromDer(signature) : signature
	if (!key || !raw) return false
	// A signature of a wrong length is an error of WebCrypto, for Ed25519.
	return crypto.subtle.verify(SIGNATURES[algorithm], key, raw, data).catch(() => false)
}
