import { beforeEach, expect, test, vi } from 'vitest'
import { as, type Reply } from '../support/api.ts'
import { encryptionPair } from '../support/encryption.ts'
import { rows } from '../support/rows.ts'
import { callsOf, sampleOf } from '../support/samples.ts'
import { serviceOf } from '../support/service-accounts.ts'
import { SPEC } from '../support/spec.ts'
import { sampleWorld } from '../support/spec/row.ts'
import { unique, world } from '../support/world.ts'

// A rotation that is sent twice never leaves two successors. Where the new value is given or public, the second changes nothing and
// answers the same. Where it's generated and secret, it can't be shown again: the second gives another one, and the first ends.
// Each operation that replaces a value is here.

beforeEach(() => void vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] }))
const audited = (reply: Reply) => reply.headers.get('Audit-Id')

test('an API key and a key of a service account: another one, and the unused first one ends', async () => {
	const { owner, org_id } = await world()
	const service = await serviceOf(owner, org_id)
	const own = (await owner.post('/v1/api-keys', { name: 'Mine' })).body
	for (const [path, id, use] of [
		['/v1/api-keys', own.id as string, '/v1/entitlement-keys'],
		[`${service.path}/keys`, service.key_id, '/v1/me'],
	] as const) {
		const [lost, second] = [await owner.post(`${path}/${id}/rotate`), await owner.post(`${path}/${id}/rotate`)]
		expect([lost.status, second.status]).toEqual([201, 201])
		expect((await as(lost.body.key).get(use)).status).toBe(401)
		expect((await as(second.body.key).get(use)).status).toBe(200)
		expect((await owner.get(path)).body).toHaveLength(2)
		expect(await owner.post(`${path}/${id}/rotate`)).toMatchObject({
			status: 409,
			body: { details: { reason: 'api_keys.rotated' } },
		})
		expect((await as(second.body.key).get(use)).status).toBe(200)
	}
})

test('the signing key of an endpoint: the second changes nothing, until its day is over or the replaced key is purged', async () => {
	const { owner } = await world()
	const made = (await owner.post('/v1/webhook-endpoints', { url: 'https://h.example.com/', events: ['*'] })).body
	const path = `/v1/webhook-endpoints/${made.id}/rotate-key`
	const first = await owner.post(path)
	expect(first.body.previous_public_key).toBe(made.public_key)
	for (const headers of [{}, { 'Idempotency-Key': unique('key') }, { 'Dry-Run': 'true' }]) {
		const again = await owner.post(path, undefined, { headers })
		expect(again.status).toBe(200)
		expect('Dry-Run' in headers ? again.body.body : again.body).toEqual(first.body)
		expect(audited(again)).toBeNull()
	}
	const purged = await owner.post(`${path}?purge=true`)
	expect(purged.body.previous_public_key).toBe(first.body.public_key)
	expect((await owner.post(path)).body).toEqual(purged.body)
	await rows(
		'UPDATE webhook_endpoints SET previous_key_until = ? WHERE id = ? RETURNING id',
		new Date().toISOString(),
		made.id,
	)
	const next = await owner.post(path)
	expect(next.body.previous_public_key).toBe(purged.body.public_key)
	expect(audited(next)).not.toBeNull()
})

test('the secret of an endpoint and the keys of providers are given: the same again changes nothing', async () => {
	const { owner } = await world()
	const url = 'https://mcp.example.com/'
	for (const [path, body, change] of [
		[
			'/v1/webhook-endpoints',
			{ url, events: ['*'], secret: `whsec_${btoa('a'.repeat(32))}` },
			{ secret: `whsec_${btoa('b'.repeat(32))}` },
		],
		[
			'/v1/llm-providers',
			{ name: unique('p'), provider: 'vendor_a', api_key: 'sk-0123456789' },
			{ api_key: 'sk-9876543210' },
		],
		[
			'/v1/mcp-configs',
			{ name: unique('m'), transport: 'streamable_http', url, bearer_token: 'token-1' },
			{ bearer_token: 'token-2' },
		],
	] as const) {
		const at = `${path}/${(await owner.post(path, body)).body.id}`
		const first = await owner.patch(at, change)
		const kept = await rows('SELECT * FROM secrets ORDER BY table_name, row_id, column_name')
		vi.setSystemTime(Date.now() + 1_000)
		const again = await owner.patch(at, change)
		expect([audited(first) !== null, audited(again), again.body]).toEqual([true, null, first.body])
		expect(await rows('SELECT * FROM secrets ORDER BY table_name, row_id, column_name')).toEqual(kept)
	}
})

test('an encryption key is public: the same again is the one that the account has', async () => {
	const { owner, org_id } = await world()
	const { path } = await serviceOf(owner, org_id)
	const { publicJwk } = await encryptionPair()
	const [first, again] = [
		await owner.put(`${path}/encryption-keys`, publicJwk),
		await owner.put(`${path}/encryption-keys`, publicJwk),
	]
	expect([first.status, again.status, again.body]).toEqual([201, 200, first.body])
	expect(audited(again)).toBeNull()
})

test('a SCIM token and the token of an invitation: the second ends the first, so there is one', async () => {
	const here = await sampleWorld()
	const { owner, org_id } = here
	const invited = `/v1/orgs/${org_id}/invitations`
	const { id } = (await owner.post(invited, { email: `${unique('x')}@example.com`, role: 'member' })).body
	const [first, second] = [await owner.post(`${invited}/${id}/resend`), await owner.post(`${invited}/${id}/resend`)]
	expect((await as().get(`/v1/invitations/${first.body.token}`)).status).toBe(404)
	expect((await as().get(`/v1/invitations/${second.body.token}`)).status).toBe(200)
	const row = SPEC.find(({ name }) => name === 'POST /v1/orgs/{org_id}/oidc-connections/{connection_id}/scim-token')
	const [call] = row ? await callsOf(row, here) : []
	if (!row || !call) throw new Error('No sample')
	const [lost, kept] = [await sampleOf(row, call, here).send(), await sampleOf(row, call, here).send()]
	expect((await as(lost.body.token).get('/scim/v2/Users')).status).toBe(401)
	expect((await as(kept.body.token).get('/scim/v2/Users')).status).toBe(200)
})
