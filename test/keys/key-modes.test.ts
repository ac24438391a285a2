import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { as } from '../support/api.ts'
import { DAY_MS, later } from '../support/clock.ts'
import { forgetPrincipals } from '../support/program.ts'
import { placeOf, proposed, proposer } from '../support/proposals.ts'
import { runtimeOf, sealingWorld } from '../support/sealing.ts'
import { at, serviceOf } from '../support/service-accounts.ts'
import { admin, type Caller, create, unique, user, world } from '../support/world.ts'

const readOnly = { status: 403, body: { details: { reason: 'key.read_only' } } }
const personsOnly = { status: 403, body: { details: { reason: 'key.persons_only' } } }
const asked = { status: 401, body: { details: { reason: 'auth.step_up' } } }

const RULE = { type: 'blocklist', cidr: '203.0.113.0/24' }

async function keyOf(caller: Pick<Caller, 'post'>, fields: object = {}) {
	const { status, body } = await caller.post('/v1/api-keys', {
		name: unique('key'),
		scopes: ['org.settings'],
		...fields,
	})
	expect(status).toBe(201)
	return { ...as(body.key), id: body.id as string, path: `/v1/api-keys/${body.id}` }
}

/** The proof of a user's sessions is an hour old. */
async function proofIsOld({ user_id }: { user_id: string }) {
	const old = new Date(Date.now() - 3_600_000).toISOString()
	await env.DB.prepare('UPDATE sessions SET created_at = ?, authenticated_at = NULL WHERE user_id = ?')
		.bind(old, user_id)
		.run()
	forgetPrincipals()
}

test('a key acts unless somebody says otherwise, and its record says so', async () => {
	const owner = await user()
	const { path } = await keyOf(owner)
	expect((await owner.get(path)).body.mode).toBe('act')
	const { path: other } = await keyOf(owner, { mode: 'read' })
	expect((await owner.get(other)).body.mode).toBe('read')
	expect(await owner.post('/v1/api-keys', { name: 'x', mode: 'write' })).toMatchObject({
		status: 400,
		body: { details: { fields: [{ path: 'mode' }] } },
	})
})

test('a key that reads is refused every write and passes its dry run', async () => {
	const owner = await user()
	const key = await keyOf(owner, { mode: 'read' })
	expect(await key.post('/v1/ip-rules', RULE)).toMatchObject(readOnly)
	const dry = await key.post('/v1/ip-rules', RULE, { headers: { 'Dry-Run': 'true' } })
	expect(dry).toMatchObject({ status: 200, body: { dry_run: true, status: 201 } })
	expect((await key.get('/v1/ip-rules')).body).toEqual([])
})

test('reading with it grants the credits that are due this month, as any reading does', async () => {
	const owner = await user()
	const { id: plan_id } = await create.plan({
		entitlements: [{ key: 'credits.monthly_grant', value: '70', value_type: 'integer' }],
	})
	await create.subscription(owner.org_id, { plan_id })
	const key = await keyOf(await admin(), { mode: 'read', scopes: ['platform.read'] })
	const balance = `/v1/admin/credits?org_id=${owner.org_id}`
	expect(await key.get(balance)).toMatchObject({ status: 200, body: { balance: 70 } })
	await later(32 * DAY_MS, async () => {
		expect(await key.get(balance)).toMatchObject({ status: 200, body: { balance: 140 } })
	})
})

test('no credential is released to a key of a runtime that reads or proposes', async () => {
	const { admin: root, org_id } = await sealingWorld()
	const runtime = await runtimeOf(root, org_id)
	for (const mode of ['read', 'propose']) {
		const { key } = (await root.post(`${runtime.path}/keys`, { name: mode, mode })).body
		expect(await as(key).post('/v1/runtime/tools/resolve', { org_id, group: 'web_search' })).toMatchObject(readOnly)
	}
	const released = `/v1/admin/audit-logs?actor_service_account_id=${runtime.id}&action=secrets.release`
	expect((await root.get(released)).body).toEqual([])
})

test('a POST that only reads is open to it', async () => {
	const key = await keyOf(await user(), { mode: 'read' })
	expect((await key.post('/v1/ip-rules/check', { ip: '203.0.113.7' })).status).toBe(200)
	expect((await key.post('/ofrep/v1/evaluate/flags', {})).status).toBe(200)
})

test('it is told of a permission that it lacks first, and of wrong input never', async () => {
	const owner = await user()
	const key = await keyOf(owner, { mode: 'read', scopes: [] })
	expect(await key.post('/v1/ip-rules', RULE)).toMatchObject({ body: { details: { permission: 'org.settings' } } })
	const reader = await keyOf(owner, { mode: 'read' })
	expect(await reader.post('/v1/ip-rules', { cidr: 'no network' })).toMatchObject(readOnly)
})

test('it gets no stored response, since that takes what the write takes', async () => {
	const owner = await user()
	const key = await keyOf(owner)
	const headers = { 'Idempotency-Key': unique('call') }
	expect((await key.post('/v1/ip-rules', RULE, { headers })).status).toBe(201)
	await owner.patch(key.path, { mode: 'read' })
	expect(await key.post('/v1/ip-rules', RULE, { headers })).toMatchObject(readOnly)
})

test('a GET that makes or sends something is refused to it', async () => {
	const owner = await user()
	const { body } = await owner.post('/v1/llm-providers', { name: unique('llm'), provider: 'vendor_a', api_key: 'sk-1' })
	const key = await keyOf(owner, { mode: 'read', scopes: ['data.secrets'] })
	expect(await key.get(`/v1/llm-providers/${body.id}/available-models`)).toMatchObject(readOnly)
	expect((await key.get(`/v1/llm-providers/${body.id}`)).status).toBe(200)
})

test('narrowing a key takes effect at once, and takes no proof', async () => {
	const owner = await user()
	const key = await keyOf(owner)
	await proofIsOld(owner)
	expect(await owner.patch(key.path, { mode: 'read' })).toMatchObject({
		status: 200,
		body: { id: key.id, mode: 'read' },
	})
	expect(await key.post('/v1/ip-rules', RULE)).toMatchObject(readOnly)
})

test('a mode that was narrowed elsewhere takes effect within five seconds', async () => {
	vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
	const [owner, { owner: other, org_id }] = [await user(), await world()]
	const key = await keyOf(owner)
	const service = await serviceOf(other, org_id)
	const callers = [key, service]
	const write = (by: Pick<Caller, 'post'>) => by.post('/v1/ip-rules', RULE, { headers: { 'Dry-Run': 'true' } })
	expect((await Promise.all(callers.map(write))).map(({ status }) => status)).toEqual([200, 200])
	await env.DB.prepare("UPDATE api_keys SET mode = 'read' WHERE id = ?").bind(key.id).run()
	await env.DB.prepare("UPDATE service_account_keys SET mode = 'read' WHERE id = ?").bind(service.key_id).run()
	vi.setSystemTime(Date.now() + 5_000)
	for (const by of callers) expect(await by.post('/v1/ip-rules', RULE)).toMatchObject(readOnly)
})

test('widening takes a recent proof, and a refused one changes nothing', async () => {
	const owner = await user()
	const key = await keyOf(owner, { mode: 'read' })
	await proofIsOld(owner)
	expect(await owner.patch(key.path, { mode: 'propose' })).toMatchObject(asked)
	expect((await owner.get(key.path)).body.mode).toBe('read')
	expect((await owner.patch(key.path, { mode: 'read' })).status).toBe(200)
})

test('a change of the mode is in the audit log once, and the same again is no change', async () => {
	const owner = await user()
	const key = await keyOf(owner)
	const { headers } = await owner.patch(key.path, { mode: 'propose' })
	const { body } = await (await admin()).get(`/v1/admin/audit-logs?target_id=${key.id}&limit=1`)
	expect(body[0]).toMatchObject({
		id: headers.get('Audit-Id'),
		action: 'api_keys.update',
		before: { mode: 'act' },
		after: { mode: 'propose' },
	})
	expect((await owner.patch(key.path, { mode: 'propose' })).headers.get('Audit-Id')).toBeNull()
})

test('somebody else’s key is a 404, and no key changes a mode', async () => {
	const owner = await user()
	const key = await keyOf(owner)
	expect((await (await user()).patch(key.path, { mode: 'read' })).status).toBe(404)
	expect(await key.patch(key.path, { mode: 'read' })).toMatchObject({
		status: 401,
		body: { details: { reason: 'auth.api_key_not_accepted' } },
	})
})

test('a rotation keeps the mode', async () => {
	const { owner, org_id } = await world()
	const key = await keyOf(owner, { mode: 'read' })
	expect((await owner.post(`${key.path}/rotate`, {})).body.mode).toBe('read')
	const service = await serviceOf(owner, org_id)
	const path = `${service.path}/keys/${service.key_id}`
	await owner.patch(path, { mode: 'propose' })
	expect((await owner.post(`${path}/rotate`, {})).body.mode).toBe('propose')
})

test('the key of a service account is made with a mode, and only persons change it', async () => {
	const { owner, member, org_id } = await world()
	const service = await serviceOf(owner, org_id)
	const made = (await owner.post(`${service.path}/keys`, { mode: 'read' })).body
	expect(made.mode).toBe('read')
	const reader = as(made.key)
	const path = `${service.path}/keys/${made.id}`
	expect(await reader.post('/v1/ip-rules', RULE)).toMatchObject(readOnly)
	for (const key of [service, reader, await keyOf(owner)])
		expect(await key.patch(path, { mode: 'act' })).toMatchObject(personsOnly)
	expect(await (await keyOf(member, { scopes: [] })).patch(path, { mode: 'act' })).toMatchObject({
		body: { details: { permission: 'org.settings' } },
	})
	expect(await owner.patch(path, { mode: 'act' })).toMatchObject({ status: 200, body: { mode: 'act' } })
	expect((await reader.post('/v1/ip-rules', RULE)).status).toBe(201)
	expect((await owner.patch(`${service.path}/keys/sak_none`, { mode: 'act' })).status).toBe(404)
})

test('a key that acts and holds the settings makes keys of every mode, and a person who grants makes what a key proposed', async () => {
	const { owner, admin: root, org_id } = await world()
	const service = await serviceOf(owner, org_id)
	const keys = `${service.path}/keys`
	const scopes = ['org.settings', 'data.secrets']
	const acting = await keyOf(owner, { scopes })
	for (const mode of ['act', 'read', 'propose'])
		expect(await acting.post(keys, { mode })).toMatchObject({ status: 201, body: { mode } })
	const request = proposed(await (await proposer(owner, scopes)).post(keys, { name: 'wide', mode: 'act' }))
	expect((await owner.get(keys)).body.some(({ name }: { name: string }) => name === 'wide')).toBe(false)
	const granted = await root.post(`${placeOf(request)}/grant`, { hash: request.hash })
	expect(granted.body.response).toMatchObject({ status: 201, body: { name: 'wide', mode: 'act' } })
})

test('who may not give what an account may do narrows its key and never widens it', async () => {
	const { admin: root, owner, org_id } = await world()
	const service = await serviceOf(root, org_id, { scopes: ['runtime.report'] })
	const path = `${service.path}/keys/${service.key_id}`
	expect((await owner.patch(path, { mode: 'read' })).status).toBe(200)
	expect(await owner.patch(path, { mode: 'act' })).toMatchObject({
		status: 403,
		body: { details: { permission: 'runtime.report' } },
	})
	expect((await root.patch(path, { mode: 'act' })).status).toBe(200)
	const ofPlatform = await serviceOf(root, org_id, { scopes: ['platform.read'] })
	expect(await owner.patch(`${ofPlatform.path}/keys/${ofPlatform.key_id}`, { mode: 'read' })).toMatchObject({
		status: 403,
		body: { details: { reason: 'service_accounts.of_platform' } },
	})
	expect((await owner.patch(`${at(org_id, 'svc_none')}/keys/sak_none`, { mode: 'read' })).status).toBe(404)
})

test('a key narrowed elsewhere gives no power, though this isolate still lets it in', async () => {
	const { owner, org_id } = await world()
	const { body } = await owner.post(at(org_id), { name: unique('service'), scopes: ['org.settings'] })
	const key = (await owner.post(`${at(org_id, body.id)}/keys`, {})).body
	expect((await as(key.key).get('/v1/me')).status).toBe(200)
	await env.DB.prepare("UPDATE service_account_keys SET mode = 'read' WHERE id = ?").bind(key.id).run()
	const made = await as(key.key).post(at(org_id), { name: unique('service'), scopes: ['org.settings'] })
	expect(made).toMatchObject(readOnly)
})
