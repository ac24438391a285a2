import { Buffer } from 'node:buffer'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { reasonOf } from '../support/authenticator.ts'
import { newAuthenticator } from '../support/passkey-authenticator.ts'
import { addPasskey, creationOptions, logIn, newCredential, requestOptions, withPasskey } from '../support/passkeys.ts'
import { admin, type Caller, signIn, user } from '../support/world.ts'

const PATH = '/v1/me/passkeys'
const PUBLIC_URL = { env: { PUBLIC_URL: 'https://plinth.example.com/' } }

const stored = async ({ user_id }: Pick<Caller, 'user_id'>) =>
	(await env.DB.prepare('SELECT * FROM passkeys WHERE user_id = ?').bind(user_id).all()).results

describe('adding a passkey', () => {
	let refused: Caller
	beforeAll(async () => {
		refused = await user('refused')
	})

	test.each(['ES256', 'EdDSA', 'RS256'] as const)('works with %s, and the passkey logs in', async (algorithm) => {
		const one = await user('keyed')
		const { authenticator, passkey_id } = await addPasskey(one, algorithm)
		expect((await one.get(PATH)).body).toEqual([
			{
				id: passkey_id,
				name: 'Laptop',
				credential_id: authenticator.id,
				algorithm,
				transports: ['hybrid', 'internal'],
				created_at: expect.any(String),
				last_used_at: null,
			},
		])
		expect((await logIn(await authenticator.get(await requestOptions(one.login)))).status).toBe(200)
		expect((await one.get(`${PATH}/${passkey_id}`)).body.last_used_at).toMatch(/^\d{4}-/)
	})

	test('asks the browser for a verified person, and excludes the passkeys that the user has', async () => {
		const one = await withPasskey()
		expect(await creationOptions(one)).toEqual({
			challenge: expect.stringMatching(/^chl_[\w-]{44}$/),
			rp: { id: 'localhost', name: 'Plinth' },
			user: { id: Buffer.from(one.user_id).toString('base64url'), name: one.login, displayName: one.login },
			pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
			timeout: 300_000,
			excludeCredentials: [{ type: 'public-key', id: one.authenticator.id, transports: ['hybrid', 'internal'] }],
			authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
			attestation: 'none',
		})
	})

	test('tells the user, and the audit log', async () => {
		const one = await withPasskey()
		const { body } = await one.get('/v1/notifications')
		expect(body.data.map(({ type }: { type: string }) => type)).toContain('security.passkey_added')
		await one.delete(`${PATH}/${one.passkey_id}`)
		const log = await (await admin()).get(`/v1/admin/audit-logs?target_id=${one.passkey_id}`)
		expect(log.body.map(({ action }: { action: string }) => action)).toEqual(['passkeys.delete', 'passkeys.create'])
	})

	test.each([
		['another origin', { origin: 'http://evil.example' }],
		['a subdomain', { origin: 'http://a.localhost' }],
		['a frame on another site', { crossOrigin: true }],
		['another relying party', { rpId: 'example.com' }],
		['another challenge', { challenge: 'A'.repeat(43) }],
		['a use instead of a creation', { type: 'webauthn.get' }],
		['nobody there', { flags: 0x04 }],
		['nobody verified', { flags: 0x01 }],
		['a backup of what has none', { flags: 0x15 }],
		['the id of another passkey', { id: 'AAAA' }],
		['data that are cut off', { tamper: (data: Buffer) => data.subarray(0, 60) }],
		['data without a passkey', { tamper: (data: Buffer) => data.subarray(0, 37) }],
	])('refuses %s, and stores nothing', async (_, lies) => {
		const credential = await (await newAuthenticator()).create(await creationOptions(refused), lies)
		const { status, body } = await refused.post(PATH, { name: 'Laptop', credential })
		expect({ status, fields: body.details.fields }).toMatchObject({ status: 400, fields: [{ path: 'credential' }] })
		expect(await stored(refused)).toEqual([])
	})

	test("refuses a key of another algorithm, a weak one and what isn't a key", async () => {
		const one = await user('keyed')
		const credential = await newCredential(one)
		const weak = (await crypto.subtle.generateKey(
			{ name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 1024, publicExponent: new Uint8Array([1, 0, 1]) },
			true,
			['sign', 'verify'],
		)) as CryptoKeyPair
		const spki = Buffer.from(await crypto.subtle.exportKey('spki', weak.publicKey))
		for (const wrong of [
			{ publicKeyAlgorithm: -7 },
			{ publicKeyAlgorithm: -65_535 },
			{ publicKey: 'AAAA' },
			{ publicKey: spki.toString('base64url'), publicKeyAlgorithm: -257 },
		]) {
			const response = { ...credential.response, ...wrong }
			const { status, body } = await one.post(PATH, { name: 'Laptop', credential: { ...credential, response } })
			expect([wrong, status, body.details.fields[0].message]).toEqual([
				wrong,
				400,
				'Must have a key for EdDSA, ES256, or RS256 with at least 2,048 bits',
			])
		}
	})

	test('answers a challenge of its own session, once', async () => {
		const one = await user('keyed')
		const credential = await newCredential(one)
		expect((await (await user('thief')).post(PATH, { name: 'Mine', credential })).status).toBe(400)
		expect((await (await signIn(one.login)).post(PATH, { name: 'Mine', credential })).status).toBe(400)
		const both = await Promise.all([1, 2].map(() => one.post(PATH, { name: 'Laptop', credential })))
		expect(both.filter(({ status }) => status === 201)).toHaveLength(1)
		expect(await stored(one)).toHaveLength(1)
	})

	test("refuses a passkey that was added before, also to somebody else's account", async () => {
		const one = await withPasskey()
		const other = await user('other')
		for (const caller of [one, other]) {
			const credential = await one.authenticator.create(await creationOptions(caller))
			expect(reasonOf(await caller.post(PATH, { name: 'Again', credential }))).toEqual([409, 'passkeys.known'])
		}
	})

	test('is limited to twenty, also for two at the same time', async () => {
		const one = await user('keyed')
		const sessions = await Promise.all([1, 2].map(() => signIn(one.login)))
		await addPasskey(one)
		await env.DB.prepare(
			`INSERT INTO passkeys (id, user_id, credential_id, public_key, algorithm, sign_count, transports, name, created_at)
			SELECT passkeys.id || json_each.key, user_id, credential_id || json_each.key, public_key, algorithm, sign_count, transports, name, created_at
			FROM passkeys JOIN json_each(?) WHERE user_id = ?`,
		)
			.bind(JSON.stringify(Array(18).fill(0)), one.user_id)
			.run()
		const credentials = await Promise.all(sessions.map((session) => newCredential(session)))
		const both = await Promise.all(
			sessions.map((session, index) => session.post(PATH, { name: 'Last', credential: credentials[index] })),
		)
		expect(both.map(reasonOf).toSorted()).toEqual([
			[201, undefined],
			[409, 'passkeys.too_many'],
		])
		expect(await stored(one)).toHaveLength(20)
		expect(reasonOf(await one.post(`${PATH}/options`))).toEqual([409, 'passkeys.too_many'])
		const [first] = (await one.get(PATH)).body
		expect((await one.delete(`${PATH}/${first.id}`)).status).toBe(204)
		await addPasskey(one)
	})
})

test('a passkey can be renamed and removed, and what is removed no longer logs in', async () => {
	const one = await withPasskey()
	const path = `${PATH}/${one.passkey_id}`
	expect(await one.patch(path, { name: 'Phone' })).toMatchObject({ status: 200, body: { name: 'Phone' } })
	expect((await one.patch(path, { name: ' ' })).status).toBe(400)
	expect((await one.delete(path)).status).toBe(204)
	expect((await one.get(path)).status).toBe(404)
	expect(reasonOf(await logIn(await one.authenticator.get(await requestOptions())))).toEqual([
		401,
		'auth.invalid_passkey',
	])
})

test('deleting a user removes their passkeys', async () => {
	const one = await withPasskey()
	const credential = await one.authenticator.get(await requestOptions(one.login))
	expect((await (await admin()).delete(`/v1/admin/users/${one.user_id}`)).status).toBe(204)
	expect(await stored(one)).toEqual([])
	expect(reasonOf(await logIn(credential))).toEqual([401, 'auth.invalid_passkey'])
})

describe('the relying party', () => {
	test('is the host of PUBLIC_URL', async () => {
		const one = await user('keyed')
		const { body } = await one.post(`${PATH}/options`, undefined, PUBLIC_URL)
		expect(body.rp.id).toBe('plinth.example.com')
		const authenticator = await newAuthenticator('ES256', { origin: 'https://plinth.example.com' })
		const credential = await authenticator.create(body)
		expect((await one.post(PATH, { name: 'Laptop', credential })).status).toBe(400)
		expect((await one.post(PATH, { name: 'Laptop', credential }, PUBLIC_URL)).status).toBe(201)
	})

	test.each(['http://127.0.0.1:8787', 'https://203.0.113.7', 'https://[2001:db8::1]/'])(
		'is nobody if PUBLIC_URL is the address %s',
		async (address) => {
			const one = await user('keyed')
			const refused = await one.post(`${PATH}/options`, undefined, { env: { PUBLIC_URL: address } })
			expect(reasonOf(refused)).toEqual([409, 'sign_in.no_public_url'])
		},
	)
})
