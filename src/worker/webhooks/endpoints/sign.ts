import { Buffer } from 'node:buffer'
import { type Making, randomPart } from '../../ground/write/generated.ts'

// Signatures of Standard Webhooks 1.0.0, over id, timestamp and body, joined by dots. `v1a` is Ed25519 with the signing key
// of the endpoint, whose public half anybody may know. `v1` is HMAC-SHA256 with a secret that the org chose.

const PUBLIC_KEY_PREFIX = 'whpk_'
const SECRET_PREFIX = 'whsec_'

const SECRET_BYTES = { min: 24, max: 64 }

/** A new signing key: the private half (PKCS #8, base64) for the vault, the public half for the API. */
export async function newSigningKey(c?: Making): Promise<{ private_key: string; public_key: string }> {
	const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair
	const [pkcs8, raw] = await Promise.all([
		crypto.subtle.exportKey('pkcs8', pair.privateKey) as Promise<ArrayBuffer>,
		crypto.subtle.exportKey('raw', pair.publicKey) as Promise<ArrayBuffer>,
	])
	const encoded = base64(raw).replace(/=$/, '')
	const public_key = `${PUBLIC_KEY_PREFIX}${randomPart(c, encoded.length, () => encoded)}=`
	return { private_key: base64(pkcs8), public_key }
}

/** Whether a caller's secret is `whsec_` followed by the base64 of 24 to 64 bytes. */
export function isSecret(secret: string): boolean {
	const encoded = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : ''
	const bytes = Buffer.from(encoded, 'base64')
	const { min, max } = SECRET_BYTES
	return (
		bytes.length >= min &&
		bytes.length <= max &&
		bytes.toString('base64').replace(/=+$/, '') === encoded.replace(/=+$/, '')
	)
}

/** Everything that currently signs for an endpoint. */
export interface Signers {
	/** Private keys for `v1a` (PKCS #8, base64), the current one first. */
	keys: string[]
	/** Secrets for `v1`, the current one first. */
	secrets: string[]
}

/** The value of `webhook-signature`: one signature of each signer, separated by spaces. `timestamp` is in Unix seconds. */
export async function signatureOf(
	{ keys, secrets }: Signers,
	{ id, timestamp, body }: { id: string; timestamp: number; body: string },
): Promise<string> {
	const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
	const byKey = keys.map(async (private_key) => {
		const key = await crypto.subtle.importKey('pkcs8', Buffer.from(private_key, 'base64'), 'Ed25519', false, ['sign'])
		return `v1a,${base64(await crypto.subtle.sign('Ed25519', key, signed))}`
	})
	const bySecret = secrets.map(async (secret) => {
		const bytes = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
		const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
		return `v1,${base64(await crypto.subtle.sign('HMAC', key, signed))}`
	})
	return (await Promise.all([...byKey, ...bySecret])).join(' ')
}

const base64 = (bytes: ArrayBuffer) => Buffer.from(bytes).toString('base64')
