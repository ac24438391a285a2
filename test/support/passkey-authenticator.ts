import { Buffer } from 'node:buffer'
import { createHash, randomBytes } from 'node:crypto'

// An authenticator in software, and the browser in front of it: what `navigator.credentials` would return, as JSON. It can be told to
// lie in every field.

export type Algorithm = 'ES256' | 'EdDSA' | 'RS256'

const MAKERS = {
	ES256: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256', cose: -7 },
	EdDSA: { name: 'Ed25519', cose: -8 },
	RS256: {
		name: 'RSASSA-PKCS1-v1_5',
		hash: 'SHA-256',
		modulusLength: 2048,
		publicExponent: new Uint8Array([1, 0, 1]),
		cose: -257,
	},
} as const

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()

/** What the browser and the authenticator claim. */
export interface Lies {
	type?: string
	challenge?: string
	origin?: string
	crossOrigin?: boolean
	topOrigin?: string
	rpId?: string
	/** 0x01 present, 0x04 verified, 0x08 may be backed up, 0x10 backed up. */
	flags?: number
	counter?: number
	/** What follows the 37 bytes of an assertion. */
	tail?: Uint8Array
	/** The id of another credential. */
	id?: string
	userHandle?: string
	/** Changes the authenticator data after they were signed. */
	tamper?: (data: Buffer) => Buffer
	/** Changes the signature. */
	forge?: (signature: Buffer) => Buffer
}

export interface Asked {
	challenge: string
	rpId?: string
	rp?: { id: string }
	user?: { id: string }
}

/** An integer in DER. */
function derInteger(bytes: Uint8Array): Buffer {
	const digits = Buffer.from(bytes.subarray(bytes.findIndex((byte) => byte !== 0)))
	const padded = (digits[0] ?? 0) > 0x7f ? Buffer.concat([Buffer.of(0), digits]) : digits
	return Buffer.concat([Buffer.of(0x02, padded.length), padded])
}

/** An ECDSA signature as authenticators write it. */
function toDer(raw: Uint8Array): Buffer {
	const both = Buffer.concat([derInteger(raw.subarray(0, 32)), derInteger(raw.subarray(32))])
	return Buffer.concat([Buffer.of(0x30, both.length), both])
}

/** A byte string in CBOR, in the shortest form. */
function cborBytes(bytes: Uint8Array): Buffer {
	const { length } = bytes
	if (length < 24) return Buffer.concat([Buffer.of(0x40 + length), bytes])
	return Buffer.concat([length < 256 ? Buffer.of(0x58, length) : Buffer.of(0x59, length >> 8, length & 255), bytes])
}

/** The public key as authenticators write it. */
function toCose(algorithm: Algorithm, { x = '', y = '', n = '', e = '' }: JsonWebKey): Buffer {
	const bytes = (value: string) => cborBytes(Buffer.from(value, 'base64url'))
	if (algorithm === 'ES256')
		return Buffer.concat([Buffer.from('a501020326200121', 'hex'), bytes(x), Buffer.from('22', 'hex'), bytes(y)])
	if (algorithm === 'EdDSA') return Buffer.concat([Buffer.from('a401010327200621', 'hex'), bytes(x)])
	return Buffer.concat([Buffer.from('a401030339010020', 'hex'), bytes(n), Buffer.from('21', 'hex'), bytes(e)])
}

export type Authenticator = Awaited<ReturnType<typeof newAuthenticator>>

/** An authenticator with one passkey. Its counter starts at 0 and rises, unless it doesn't count. */
export async function newAuthenticator(
	algorithm: Algorithm = 'EdDSA',
	{ counts = true, origin = 'http://localhost' } = {},
) {
	const maker = MAKERS[algorithm]
	const pair = (await crypto.subtle.generateKey(maker, true, ['sign', 'verify'])) as CryptoKeyPair
	const spki = Buffer.from(await crypto.subtle.exportKey('spki', pair.publicKey))
	const cose = toCose(algorithm, (await crypto.subtle.exportKey('jwk', pair.publicKey)) as JsonWebKey)
	const credential_id = randomBytes(20)
	let counter = 0
	let userHandle: string | undefined

	const sign = async (data: Uint8Array) => {
		const raw = Buffer.from(await crypto.subtle.sign(maker, pair.privateKey, data))
		return algorithm === 'ES256' ? toDer(raw) : raw
	}
	const clientDataOf = (type: string, { challenge, ...asked }: Asked, lies: Lies) =>
		Buffer.from(
			JSON.stringify({
				type: lies.type ?? type,
				challenge: lies.challenge ?? challenge,
				origin: lies.origin ?? origin,
				crossOrigin: lies.crossOrigin ?? false,
				...(lies.topOrigin === undefined ? {} : { topOrigin: lies.topOrigin }),
				...(asked.user ? { other_keys_can_be_added_here: 'do not compare clientDataJSON against a template' } : {}),
			}),
		)
	const fixed = (rpId: string, flags: number, count: number) => {
		const number = Buffer.alloc(4)
		number.writeUInt32BE(count)
		return Buffer.concat([sha256(rpId), Buffer.of(flags), number])
	}
	const common = (id: string) => ({
		id,
		rawId: id,
		type: 'public-key' as const,
		authenticatorAttachment: 'platform',
		clientExtensionResults: {},
	})

	return {
		algorithm,
		cose,
		id: text(credential_id),
		/** What the browser returns for `navigator.credentials.create()`. */
		create: async (options: Asked, lies: Lies = {}) => {
			userHandle = options.user?.id
			const length = Buffer.of(0, credential_id.length)
			const data = Buffer.concat([
				fixed(lies.rpId ?? options.rp?.id ?? '', (lies.flags ?? 0x05) | 0x40, lies.counter ?? counter),
				Buffer.alloc(16),
				length,
				credential_id,
				cose,
			])
			const authenticatorData = lies.tamper?.(data) ?? data
			return {
				...common(lies.id ?? text(credential_id)),
				response: {
					clientDataJSON: text(clientDataOf('webauthn.create', options, lies)),
					authenticatorData: text(authenticatorData),
					publicKey: text(spki),
					publicKeyAlgorithm: maker.cose as number,
					transports: ['internal', 'hybrid'],
					attestationObject: text(
						Buffer.concat([
							Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
							cborBytes(authenticatorData),
						]),
					),
				},
			}
		},
		/** What the browser returns for `navigator.credentials.get()`. */
		get: async (options: Asked, lies: Lies = {}) => {
			if (counts && lies.counter === undefined) counter += 1
			const clientData = clientDataOf('webauthn.get', options, lies)
			const data = Buffer.concat([
				fixed(lies.rpId ?? options.rpId ?? '', lies.flags ?? 0x05, lies.counter ?? counter),
				lies.tail ?? Buffer.alloc(0),
			])
			const signature = await sign(Buffer.concat([data, sha256(clientData)]))
			return {
				...common(lies.id ?? text(credential_id)),
				response: {
					clientDataJSON: text(clientData),
					authenticatorData: text(lies.tamper?.(data) ?? data),
					signature: text(lies.forge?.(signature) ?? signature),
					...(userHandle === undefined ? {} : { userHandle: lies.userHandle ?? userHandle }),
				},
			}
		},
	}
}
