import { Buffer } from 'node:buffer'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Algorithm, type Lies, newAuthenticator } from '../support/passkey-authenticator.ts'
import { creationOptions, logIn, requestOptions, withPasskey } from '../support/passkeys.ts'
import { runsOf } from '../support/property.ts'
import { user } from '../support/world.ts'

// An independent implementation checks every assertion too: `@simplewebauthn/server`.

type Response = Parameters<typeof verifyAuthenticationResponse>[0]['response']
type Registration = Parameters<typeof verifyRegistrationResponse>[0]['response']
type Keyed = Awaited<ReturnType<typeof withPasskey>>

const HERE = { expectedOrigin: 'http://localhost', expectedRPID: 'localhost' }

/** What the other implementation says of an assertion. */
async function decision({ authenticator, user_id }: Keyed, challenge: string, credential: object): Promise<boolean> {
	const counter = await env.DB.prepare('SELECT sign_count FROM passkeys WHERE user_id = ?')
		.bind(user_id)
		.first<number>('sign_count')
	try {
		const { verified } = await verifyAuthenticationResponse({
			response: credential as Response,
			expectedChallenge: challenge,
			...HERE,
			credential: { id: authenticator.id, publicKey: new Uint8Array(authenticator.cose), counter: Number(counter) },
			requireUserVerification: true,
		})
		return verified
	} catch {
		return false
	}
}

/** What both say of it, ours by logging in. */
async function both(one: Keyed, challenge: string, credential: object) {
	const theirs = await decision(one, challenge, credential)
	const { status } = await logIn(credential)
	return { theirs, ours: status === 200, status }
}

/** What both say of an answer to a new challenge. */
async function bothOf(one: Keyed, lies: Lies = {}) {
	const options = await requestOptions(one.login)
	return both(one, options.challenge, await one.authenticator.get(options, lies))
}

const ACCEPTED = { theirs: true, ours: true, status: 200 }
const REFUSED = { theirs: false, ours: false, status: 401 }

const flip = (at: number) => (data: Buffer) => {
	const changed = Buffer.from(data)
	changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
	return changed
}

/** A user and a pair of keys do for all answers. */
const users: Partial<Record<Algorithm, Keyed>> = {}
const of = (algorithm: Algorithm) => users[algorithm] as Keyed

// After ten failures of a passkey not even the right answer counts.
beforeEach(async () => void (await env.DB.prepare('DELETE FROM login_failures').run()))

beforeAll(async () => {
	for (const algorithm of ['ES256', 'EdDSA', 'RS256'] as const) users[algorithm] = await withPasskey(algorithm)
})

/** What each algorithm decides for itself. */
const FORGED: [string, Lies][] = [
	['another counter than was signed', { tamper: flip(36) }],
	['a changed signature', { forge: flip(40) }],
	['a signature that is cut off', { forge: (signature) => signature.subarray(0, -1) }],
	['half a signature', { forge: (signature) => signature.subarray(0, 20) }],
	['a signature of zeros', { forge: (signature) => Buffer.alloc(signature.length) }],
]

const LIES: [string, Lies][] = [
	['another origin', { origin: 'http://evil.example' }],
	['a subdomain', { origin: 'http://login.localhost' }],
	['a host that begins like ours', { origin: 'http://localhost.evil.example' }],
	['another port', { origin: 'http://localhost:8787' }],
	['no origin to speak of', { origin: 'null' }],
	['https instead of http', { origin: 'https://localhost' }],
	['another relying party', { rpId: 'evil.example' }],
	['a relying party below ours', { rpId: 'login.localhost' }],
	['another challenge', { challenge: 'A'.repeat(43) }],
	['no challenge', { challenge: '' }],
	['a creation instead of a use', { type: 'webauthn.create' }],
	['a frame on another site', { crossOrigin: true, topOrigin: 'http://evil.example' }],
	['a frame on its own site', { topOrigin: 'http://localhost' }],
	['nobody there', { flags: 0x04 }],
	['nobody verified', { flags: 0x01 }],
	['a backup of what has none', { flags: 0x15 }],
	['data after the end', { tail: Buffer.alloc(4) }],
	['data that are cut off', { tamper: (data) => data.subarray(0, 36) }],
	['no data to speak of', { tamper: (data) => data.subarray(0, 1) }],
	['other flags than were signed', { tamper: flip(32) }],
	['another hash than was signed', { tamper: flip(0) }],
]

const TRUE: [string, Lies][] = [
	['an honest answer', {}],
	['a passkey that may be backed up', { flags: 0x0d }],
	['a passkey that is backed up', { flags: 0x1d }],
	['extension data', { flags: 0x85, tail: Buffer.from('a1617801', 'hex') }],
]

describe.each(['ES256', 'EdDSA', 'RS256'] as const)('of %s both', (algorithm) => {
	const isAll = algorithm === 'ES256' || runsOf(0, 1) === 1

	test.each(isAll ? TRUE : TRUE.slice(0, 1))('accept %s', async (_, lies) => {
		expect(await bothOf(of(algorithm), lies)).toEqual(ACCEPTED)
	})

	test.each([...FORGED, ...(isAll ? LIES : [])])('refuse %s', async (_, lies) => {
		expect(await bothOf(of(algorithm), lies)).toEqual(REFUSED)
	})

	test('accept a new passkey', async () => {
		const one = await user('keyed')
		const options = await creationOptions(one)
		const credential = await (await newAuthenticator(algorithm)).create(options)
		const { verified, registrationInfo } = await verifyRegistrationResponse({
			response: credential as Registration,
			expectedChallenge: options.challenge,
			...HERE,
			requireUserVerification: true,
		})
		expect([verified, registrationInfo?.credential.id]).toEqual([true, credential.id])
		expect((await one.post('/v1/me/passkeys', { name: 'Laptop', credential })).status).toBe(201)
	})
})

test('both accept many answers in a row, whatever their ECDSA signatures begin with', async () => {
	for (let used = 0; used < runsOf(10, 200); used += 1) expect(await bothOf(of('ES256'))).toEqual(ACCEPTED)
})

test('both refuse the same answer for the next challenge', async () => {
	const one = of('ES256')
	const credential = await one.authenticator.get(await requestOptions(one.login))
	expect((await logIn(credential)).status).toBe(200)
	const { challenge } = await requestOptions(one.login)
	expect(await both(one, challenge, credential)).toEqual(REFUSED)
})

test("both refuse another user's passkey under the id of this one", async () => {
	const [one, other] = [of('ES256'), await withPasskey('ES256')]
	const options = await requestOptions(one.login)
	const userHandle = Buffer.from(one.user_id).toString('base64url')
	const credential = await other.authenticator.get(options, { id: one.authenticator.id, userHandle })
	expect(await both(one, options.challenge, credential)).toEqual(REFUSED)
})

test('both refuse a counter that stands still or falls back, also to 0, and accept one that jumps', async () => {
	const one = await withPasskey('ES256')
	for (const [counter, isAccepted] of [
		[7, true],
		[7, false],
		[6, false],
		[0, false],
		[8, true],
		[4_000_000_000, true],
	] as const)
		expect([counter, await bothOf(one, { counter })]).toEqual([counter, isAccepted ? ACCEPTED : REFUSED])
})

test('both accept an authenticator that never counts', async () => {
	const one = await withPasskey('ES256', { counts: false })
	for (let used = 0; used < 3; used += 1) expect(await bothOf(one)).toEqual(ACCEPTED)
})

/** The integers of an ECDSA signature in DER, as 32 bytes each. */
function integersOf(der: Buffer): Buffer[] {
	const [first, second] = [der.subarray(4, 4 + der.readUInt8(3)), der.subarray(6 + der.readUInt8(3))]
	return [first, second].map((digits) => Buffer.concat([Buffer.alloc(32), digits]).subarray(-32))
}

const derOf = (...integers: Buffer[]) => {
	const body = Buffer.concat(integers.map((digits) => Buffer.concat([Buffer.of(0x02, digits.length), digits])))
	return Buffer.concat([Buffer.of(0x30, body.length), body])
}

const P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const hexOf = (number: bigint) => number.toString(16).padStart(64, '0')

/** The same signature with the smaller of the two values that `s` may have, whose first bit isn't set. */
function lowered(der: Buffer): [r: Buffer, s: Buffer] {
	const [r = Buffer.alloc(0), s = Buffer.alloc(0)] = integersOf(der)
	const value = BigInt(`0x${s.toString('hex')}`)
	return [r, Buffer.from(hexOf(value < P256_ORDER - value ? value : P256_ORDER - value), 'hex')]
}
const signed = (digits: Buffer) => (digits.readUInt8(0) > 0x7f ? Buffer.concat([Buffer.of(0), digits]) : digits)

test.each<[string, (der: Buffer) => Buffer, boolean]>([
	['the other value that s may have', (der) => derOf(...lowered(der).map(signed)), true],
	[
		'a zero that no integer needs',
		(der) => derOf(signed(lowered(der)[0]), Buffer.concat([Buffer.of(0), lowered(der)[1]])),
		false,
	],
	['integers the other way round', (der) => derOf(...lowered(der).toReversed().map(signed)), false],
	['an integer of nothing', (der) => derOf(signed(lowered(der)[0]), Buffer.alloc(0)), false],
	['one integer', (der) => derOf(signed(lowered(der)[0])), false],
])('of an ECDSA signature with %s both think the same', async (_, forge, isAccepted) => {
	expect(await bothOf(of('ES256'), { forge })).toMatchObject({ theirs: isAccepted, ours: isAccepted })
})

// Where ours is stricter. Not every browser names the page on top of a frame, so the other implementation lets that pass; none of our
// pages may be in a frame. It doesn't look at what follows the integers of an ECDSA signature, reads its lengths as BER, and leaves the
// user handle to its caller.
test.each<[string, Algorithm, Lies]>([
	['a frame that names no page on top', 'EdDSA', { crossOrigin: true }],
	['a signature with more after it', 'ES256', { forge: (signature) => Buffer.concat([signature, Buffer.of(0)]) }],
	['a third integer', 'ES256', { forge: (der) => derOf(...[...lowered(der), Buffer.of(1)].map(signed)) }],
	[
		'a length that DER writes in one byte',
		'ES256',
		{ forge: (signature) => Buffer.concat([Buffer.of(0x30, 0x81), signature.subarray(1)]) },
	],
	["somebody else's user handle", 'EdDSA', { userHandle: Buffer.from('usr_somebody').toString('base64url') }],
])('ours alone refuses %s', async (_, algorithm, lies) => {
	expect(await bothOf(of(algorithm), lies)).toEqual({ theirs: true, ours: false, status: 401 })
})
