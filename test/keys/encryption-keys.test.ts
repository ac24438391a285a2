import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { as } from '../support/api.ts'
import { dump } from '../support/dump.ts'
import { encryptionPair } from '../support/encryption.ts'
import { ORG_TABLES as TABLES } from '../support/program.ts'
import { missing } from '../support/replies.ts'
import { serviceOf } from '../support/service-accounts.ts'
import { signIn, user, world } from '../support/world.ts'

const person = { status: 403, body: { error: 'auth.forbidden', details: { reason: 'auth.person_required' } } }
const privateKey = {
	status: 400,
	body: {
		error: 'validation.error',
		message: expect.stringMatching(/^This private key has been sent over the network\./),
		details: { reason: 'runtime.private_key' },
	},
}

const base64url = (bytes: number[]) => Buffer.from(bytes).toString('base64url')

/** An org's service account, and the path of its encryption keys. */
async function account() {
	const here = await world()
	const service = await serviceOf(here.owner, here.org_id)
	return { ...here, service, path: `${service.path}/encryption-keys` }
}

test('a public key is added once, listed and removed; an account has at most two', async () => {
	const { owner, service, path } = await account()
	const [first, second, third] = [await encryptionPair(), await encryptionPair('X25519'), await encryptionPair()]
	const added = await owner.put(path, first.publicJwk)
	const record = {
		kid: first.kid,
		service_account_id: service.id,
		jwk: first.publicJwk,
		created_by: owner.user_id,
		created_at: expect.any(String),
	}
	expect(added).toMatchObject({ status: 201, body: record })
	expect(added.headers.get('Audit-Id')).not.toBeNull()
	const again = await owner.put(path, {
		...first.publicJwk,
		kid: first.kid,
		use: 'enc',
		alg: 'ECDH-ES+A256KW',
		key_ops: [],
	})
	expect(again).toMatchObject({ status: 200, body: added.body })
	expect(again.headers.get('Audit-Id')).toBeNull()
	expect((await owner.put(path, second.publicJwk)).status).toBe(201)
	expect(await owner.put(path, third.publicJwk)).toMatchObject({
		status: 409,
		body: { details: { reason: 'limit.reached', limit: 2 } },
	})
	expect((await owner.put(path, second.publicJwk)).status).toBe(200)
	expect((await owner.get(path)).body.map(({ kid }: { kid: string }) => kid)).toEqual([first.kid, second.kid])
	expect((await owner.delete(`${path}/${first.kid}`)).status).toBe(204)
	expect(await owner.delete(`${path}/${first.kid}`)).toMatchObject(missing)
	expect((await owner.put(path, third.publicJwk)).status).toBe(201)
})

test('two people who add a third and a fourth key at the same time get one in', async () => {
	const { owner, path } = await account()
	await owner.put(path, (await encryptionPair()).publicJwk)
	const pairs = await Promise.all([encryptionPair(), encryptionPair(), encryptionPair()])
	const statuses = await Promise.all(pairs.map(async ({ publicJwk }) => (await owner.put(path, publicJwk)).status))
	expect(statuses.toSorted()).toEqual([201, 409, 409])
})

test('anything but a canonical public key is a 400 that names the member', async () => {
	const { owner, path } = await account()
	const [p256, x25519] = [(await encryptionPair()).publicJwk, (await encryptionPair('X25519')).publicJwk]
	const { x = '', y = '' } = p256
	const p = [0xff, 0xff, 0xff, 0xff, 0, 0, 0, 1, ...Array<number>(12).fill(0), ...Array<number>(12).fill(0xff)]
	const lowOrder = [
		Array<number>(32).fill(0),
		[1, ...Array<number>(31).fill(0)],
		[
			224, 235, 122, 124, 59, 65, 184, 174, 22, 86, 227, 250, 241, 159, 196, 106, 218, 9, 141, 235, 156, 50, 177, 253,
			134, 98, 5, 22, 95, 73, 184, 0,
		],
		[0xec, ...Array<number>(30).fill(0xff), 0x7f],
	]
	const cases: [string, object][] = [
		['kty', {}],
		['kty', { kty: 'oct' }],
		['kty', { kty: 'RSA', n: 'AQAB', e: 'AQAB' }],
		['kty', { ...p256, kty: 'constructor' }],
		['kty', { ...p256, kty: ['EC'] }],
		['kty', { keys: [p256] }],
		['crv', { ...p256, crv: 'P-384' }],
		['crv', { ...x25519, crv: 'Ed25519' }],
		['crv', { ...p256, crv: 'X25519' }],
		['x', { ...p256, x: undefined }],
		['x', { ...p256, x: `${x}=` }],
		['x', { ...p256, x: `${x.slice(0, -1)}${String.fromCodePoint((x.codePointAt(42) ?? 0) + 1)}` }],
		['x', { ...p256, x: `AA${x}` }],
		['x', { ...p256, x: ` ${x}` }],
		['x', { ...p256, x: 'A'.repeat(500_000) }],
		['x', { ...p256, x: base64url(p) }],
		['x', { ...p256, x: { toString: 'AA' } }],
		['y', { ...p256, y: undefined }],
		['y', { ...p256, y: 7 }],
		['x', { ...p256, y: x, x: y }],
		['x', { ...p256, x: base64url(Array<number>(32).fill(0)), y: base64url(Array<number>(32).fill(0)) }],
		['x', { ...x25519, x: base64url(Array<number>(32).fill(0xff)) }],
		// The prime itself, and a point with its top bit set.
		['x', { ...x25519, x: base64url([0xed, ...Array<number>(30).fill(0xff), 0x7f]) }],
		['x', { ...x25519, x: base64url([9, ...Array<number>(30).fill(0), 0x80]) }],
		...lowOrder.map((bytes): [string, object] => ['x', { ...x25519, x: base64url(bytes) }]),
		['use', { ...p256, use: 'sig' }],
		['alg', { ...p256, alg: 'ECDH-ES' }],
		['key_ops', { ...p256, key_ops: ['deriveBits'] }],
		['key_ops', { ...p256, key_ops: 'wrapKey' }],
		['kid', { ...p256, kid: 'runtime-1' }],
		['kid', { ...p256, kid: (await encryptionPair()).kid }],
		['kid', { ...p256, kid: 7 }],
		['x5c', { ...p256, x5c: ['AA'] }],
	]
	for (const [member, jwk] of cases) {
		const { status, body } = await owner.put(path, jwk)
		expect([jwk, status, body.error]).toEqual([jwk, 400, 'validation.error'])
		const members = body.details.fields.map((field: { path: string }) => field.path)
		expect([jwk, members]).toEqual([jwk, expect.arrayContaining([member])])
	}
	expect((await owner.put(path, 'x'.repeat(1_200_000))).status).toBe(413)
	expect((await owner.get(path)).body).toEqual([])
})

test('a private key is refused whatever else is wrong, and nothing of it is kept or returned', async () => {
	const { owner, path } = await account()
	const [p256, x25519] = [await encryptionPair(), await encryptionPair('X25519')]
	const before = await dump()
	for (const jwk of [
		p256.privateJwk,
		x25519.privateJwk,
		{ ...p256.privateJwk, kty: 'RSA', crv: 7 },
		{ kty: 'oct', k: p256.privateJwk.d },
		{ ...p256.publicJwk, p: 'x' },
		{ d: null },
	]) {
		const refused = await owner.put(path, jwk)
		expect(refused).toMatchObject(privateKey)
		const told = JSON.stringify([refused.body, [...refused.headers]])
		for (const secret of [p256.privateJwk.d, x25519.privateJwk.d]) expect(told).not.toContain(secret)
	}
	expect(await dump()).toEqual(before)
})

test('only a person adds and removes keys: no API key, no service account, whatever it may do', async () => {
	const { admin, owner, org_id, service, path } = await account()
	const { publicJwk, kid } = await encryptionPair()
	const key = (await owner.post('/v1/api-keys', { name: 'k', scopes: ['org.settings', 'data.secrets'] })).body.key
	const mighty = await serviceOf(admin, org_id, { scopes: ['platform_admin', 'org.settings', 'data.secrets'] })
	for (const caller of [as(key), service, mighty]) {
		expect(await caller.put(path, publicJwk)).toMatchObject(person)
		expect(await caller.delete(`${path}/${kid}`)).toMatchObject(person)
		expect((await caller.get(path)).body).toEqual([])
	}
})

test('the owners of the org are notified of each key, and platform admins of those of the platform', async () => {
	const { admin, owner, org_id, service, path } = await account()
	const second = await user('second')
	await admin.put(`/v1/admin/orgs/${org_id}/members/${second.user_id}`, { role: 'admin' })
	const colleague = await signIn(second.login, org_id)
	const { publicJwk, kid } = await encryptionPair()
	const noticesOf = async (caller: typeof owner) =>
		(await caller.get('/v1/notifications')).body.data.filter(
			({ payload }: { payload?: { service_account_id?: string } }) => payload?.service_account_id === service.id,
		)
	// A dry run tells nobody.
	await colleague.put(path, publicJwk, { headers: { 'Dry-Run': 'true' } })
	expect(await noticesOf(owner)).toEqual([])
	await colleague.put(path, publicJwk)
	await colleague.put(path, publicJwk)
	await colleague.delete(`${path}/${kid}`)
	const payload = { service_account_id: service.id, kid, actor_user_id: second.user_id }
	expect(await noticesOf(owner)).toMatchObject([
		{ type: 'security.encryption_key_removed', payload },
		{ type: 'security.encryption_key_added', payload },
	])
	expect(await noticesOf(admin)).toEqual([])
	await admin.patch(service.path, { runtime: { orgs: ['*'] } })
	await admin.put(path, publicJwk)
	expect(await noticesOf(admin)).toHaveLength(1)
	expect(await noticesOf(owner)).toHaveLength(3)
})

test('keys go with their account, and are in no backup', async () => {
	const { owner, service, path } = await account()
	const { publicJwk, kid } = await encryptionPair()
	await owner.put(path, publicJwk)
	expect(TABLES.service_account_encryption_keys?.backup).toHaveProperty('left')
	expect((await owner.delete(service.path)).status).toBe(204)
	const left = env.DB.prepare('SELECT count(*) AS keys FROM service_account_encryption_keys WHERE kid = ?').bind(kid)
	expect(await left.first('keys')).toBe(0)
})
