import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { isObject } from '../../ground/http/json-input.ts'
import type { RelyingParty } from './relying-party.ts'

// What an authenticator and a browser say when they make or use a passkey (WebAuthn level 3, 5.8.1 and 6.1).

/** 37 bytes: the hash of whom it's for, flags and a counter. What may follow is CBOR, and we read none. */
const FIXED_BYTES = 37
const FLAGS = { present: 0x01, verified: 0x04, mayBackUp: 0x08, backedUp: 0x10, hasCredential: 0x40, hasMore: 0x80 }

interface Said {
	clientDataJSON: string
	authenticatorData: string
}

interface Expected {
	type: 'webauthn.create' | 'webauthn.get'
	challenge: string
	party: RelyingParty
}

export const bytesOf = (base64url: string) => Buffer.from(base64url, 'base64url')
/** How authenticators know a user. It names nobody. */
export const handleOf = (user_id: string) => Buffer.from(user_id).toString('base64url')

export const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()

/** What the browser says: of which kind it is, for which challenge and which page. */
function clientDataOf(clientDataJSON: string): Record<string, unknown> {
	try {
		const said: unknown = JSON.parse(bytesOf(clientDataJSON).toString())
		return isObject(said) ? said : {}
	} catch {
		return {}
	}
}

export function challengeIn({ clientDataJSON }: Pick<Said, 'clientDataJSON'>): string {
	const { challenge } = clientDataOf(clientDataJSON)
	return typeof challenge === 'string' ? challenge : ''
}

function authenticatorDataOf(data: Buffer) {
	const flags = data[32] ?? 0
	const has = (flag: number) => (flags & flag) !== 0
	const hasTail = has(FLAGS.hasCredential) || has(FLAGS.hasMore)
	if (data.length < FIXED_BYTES || hasTail !== data.length > FIXED_BYTES) return undefined
	return { data, has, party_hash: data.subarray(0, 32), sign_count: data.readUInt32BE(33) }
}

/**
 * What the authenticator says, if it's for this challenge, on a page of ours, by a person who was there and was verified; undefined
 * otherwise. Whether it's signed is another question.
 */
export function heard({ clientDataJSON, authenticatorData }: Said, { type, challenge, party }: Expected) {
	const client = clientDataOf(clientDataJSON)
	if (client.type !== type || client.challenge !== challenge || client.origin !== party.origin) return undefined
	// We are in nobody's frame: our pages forbid it.
	if (client.crossOrigin === true || client.topOrigin !== undefined) return undefined
	const said = authenticatorDataOf(bytesOf(authenticatorData))
	if (!said?.party_hash.equals(sha256(party.id))) return undefined
	const { has } = said
	if (!has(FLAGS.present) || !has(FLAGS.verified)) return undefined
	// What can't be backed up can't be backed up already.
	return has(FLAGS.backedUp) && !has(FLAGS.mayBackUp) ? undefined : said
}

/** The id of the passkey that an authenticator has just made, in base64url; undefined if it made none. It's after a model number. */
export function credentialIdIn({ data, has }: NonNullable<ReturnType<typeof heard>>): string | undefined {
	const start = FIXED_BYTES + 16 + 2
	if (!has(FLAGS.hasCredential) || data.length <= start) return undefined
	const end = start + data.readUInt16BE(start - 2)
	return end < data.length ? data.subarray(start, end).toString('base64url') : undefined
}
