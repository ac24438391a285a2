import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { rowsOf } from '../support/admission.ts'
import { LENIENT } from '../support/api.ts'
import { EVENT_TYPES } from '../support/program.ts'
import { invalidField } from '../support/replies.ts'
import { type Caller, unique, user, world } from '../support/world.ts'

const PATH = '/v1/webhook-endpoints'
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const wanted = (fields: object = {}) => ({
	url: 'https://hooks.example.com/in?team=1',
	events: ['run.completed'],
	...fields,
})

const create = async (caller: Caller, fields: object = {}) => (await caller.post(PATH, wanted(fields))).body

test('a created endpoint has a public key, and reading and listing it return the same', async () => {
	const { owner, member, org_id } = await world()
	const reply = await owner.post(PATH, wanted())
	expect(reply).toMatchObject({
		status: 201,
		body: {
			id: expect.stringMatching(/^whe_/),
			org_id,
			...wanted(),
			enabled: true,
			disabled_reason: null,
			public_key: expect.stringMatching(/^whpk_[A-Za-z0-9+/]{43}=$/),
			previous_public_key: null,
			has_secret: false,
			success_rate: null,
			last_failure: null,
		},
	})
	expect((await owner.get(PATH)).body).toEqual([reply.body])
	expect(await owner.get(`${PATH}/${reply.body.id}`)).toMatchObject({ status: 200, body: reply.body })
	expect(await member.get(`${PATH}/${reply.body.id}`)).toMatchObject({ status: 200, body: { has_secret: false } })
})

test("members without org.settings and the audit log see a URL's query without its values", async () => {
	const { admin, owner, member } = await world()
	const url = 'https://hooks.example.com/in?token=planted&team=planted'
	const shown = { url: 'https://hooks.example.com/in?token=****&team=****' }
	const { id } = await create(owner, { url })
	const at = `${PATH}/${id}`
	expect((await owner.get(at)).body).toMatchObject({ url })
	expect((await member.get(at)).body).toMatchObject(shown)
	expect((await member.get(PATH)).body).toMatchObject([shown])
	const { headers } = await owner.get(at)
	const other = { url: url.replace('token=planted', 'token=planted-too') }
	expect((await owner.patch(at, other)).body).toMatchObject(other)
	// The log masks both URLs the same, and `If-Match` still tells them apart.
	const stale = { headers: { 'If-Match': headers.get('ETag') ?? '' } }
	expect((await owner.patch(at, { enabled: false }, stale)).status).toBe(412)
	await owner.post(`${at}/rotate-key`)
	await owner.delete(at)
	const log = (await admin.get(`/v1/admin/audit-logs?target_id=${id}`)).body
	expect(log.map(({ action }: { action: string }) => action.split('.')[1])).toEqual([
		'delete',
		'rotate_key',
		'update',
		'create',
	])
	expect(log[1]).toMatchObject({ before: shown, after: shown })
	expect(JSON.stringify(log)).not.toContain('planted')
})

// Which URLs are which: `ground/outbound.test.ts`.
test('a URL that must not be called is a 400 with the rule it breaks, on creation and on change', async () => {
	const owner = await user()
	const at = `${PATH}/${(await create(owner)).id}`
	for (const [url, reason] of [
		['http://hooks.example.com', 'url.scheme'],
		['https://10.1.2.3', 'url.private_target'],
		['', 'url.invalid'],
	]) {
		const refused = { ...invalidField('url'), body: { details: { reason } } }
		const responses = [await owner.post(PATH, wanted({ url })), await owner.patch(at, { url })]
		expect([url, responses]).toMatchObject([url, [refused, refused]])
	}
})

test('a wrong field is a 400 that names it', async () => {
	const owner = await user()
	for (const [path, value] of [
		['events', []],
		['events', undefined],
		['events', 'run.completed'],
		['events.1', ['run.completed', 'run.completed']],
		['events.0', ['run']],
		['events.0', ['']],
		['events.1', ['run.failed', 'Run.Completed']],
		['secret', 'hunter2'],
		['secret', 'whsec_c2hvcnQ='],
		['secret', `whsec_${btoa('x'.repeat(65))}`],
		['url', 7],
	] as const) {
		const field = path.split('.')[0] as string
		expect([value, await owner.post(PATH, wanted({ [field]: value }))]).toMatchObject([value, invalidField(path)])
	}
})

test('an endpoint may subscribe to an event type that is not emitted yet, and to everything', async () => {
	const owner = await user()
	const reply = await owner.post(PATH, wanted({ events: ['thread.archived', '*'] }), LENIENT)
	expect(reply).toMatchObject({ status: 201, body: { events: ['thread.archived', '*'] } })
})

test('a patch changes what it names and nothing else', async () => {
	const owner = await user()
	const endpoint = await create(owner)
	const at = `${PATH}/${endpoint.id}`
	expect((await owner.patch(at, {})).body).toEqual(endpoint)
	expect((await owner.patch(at, { enabled: false })).body).toEqual({ ...endpoint, enabled: false })
	expect((await owner.patch(at, { events: ['*'], enabled: true })).body).toEqual({ ...endpoint, events: ['*'] })
	expect(await owner.patch(at, { enabled: 'yes' })).toMatchObject(invalidField('enabled'))
})

test('a secret and the signing key are stored sealed and never shown', async () => {
	const owner = await user()
	const endpoint = await create(owner, { secret: SECRET })
	expect(endpoint.has_secret).toBe(true)
	const other = `whsec_${btoa('y'.repeat(32))}`
	const patched = await owner.patch(`${PATH}/${endpoint.id}`, { secret: other })
	const rotated = await owner.post(`${PATH}/${endpoint.id}/rotate-key`)
	expect(rotated.body.public_key).not.toBe(endpoint.public_key)
	expect(rotated.body.previous_public_key).toBe(endpoint.public_key)
	const sealed = "SELECT column_name FROM secrets WHERE table_name = 'webhook_endpoints' AND row_id = ? ORDER BY 1"
	const columns = (await rowsOf(sealed, endpoint.id)).map(({ column_name }) => column_name)
	expect(columns).toEqual(['previous_secret', 'previous_signing_key', 'secret', 'signing_key'])
	const audited = await rowsOf('SELECT * FROM audit_logs WHERE target_id = ?', endpoint.id)
	expect(audited).toHaveLength(3)
	const everything = JSON.stringify([endpoint, patched.body, rotated.body, audited])
	for (const secret of [SECRET, other]) expect(everything).not.toContain(secret.slice(6))
	expect((await owner.patch(`${PATH}/${endpoint.id}`, { secret: null })).body.has_secret).toBe(false)
})

test('simultaneous rotations are one', async () => {
	const owner = await user()
	const endpoint = await create(owner, { secret: SECRET })
	const responses = await Promise.all(Array.from({ length: 5 }, () => owner.post(`${PATH}/${endpoint.id}/rotate-key`)))
	const { body } = await owner.get(`${PATH}/${endpoint.id}`)
	expect(body.previous_public_key).toBe(endpoint.public_key)
	for (const reply of responses) expect(reply).toMatchObject({ status: 200, body: { public_key: body.public_key } })
})

test('deleting an endpoint deletes its secrets too', async () => {
	const owner = await user()
	const { id } = await create(owner, { secret: SECRET })
	expect((await owner.delete(`${PATH}/${id}`)).body).toEqual({ ok: true })
	for (const reply of [
		await owner.get(`${PATH}/${id}`),
		await owner.delete(`${PATH}/${id}`),
		await owner.patch(`${PATH}/${id}`, { enabled: true }),
		await owner.get(`${PATH}/${id}/deliveries`),
		await owner.post(`${PATH}/${id}/test`),
		await owner.post(`${PATH}/${id}/rotate-key`),
	])
		expect(reply.status).toBe(404)
	expect((await owner.get(PATH)).body).toEqual([])
	expect(await rowsOf('SELECT 1 FROM secrets WHERE row_id = ?', id)).toEqual([])
})

test('an org has at most a hundred endpoints', async () => {
	const owner = await user()
	await env.DB.prepare(
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
		INSERT INTO webhook_endpoints (id, org_id, url, events, public_key, created_at) SELECT ?1 || i, ?2, 'https://x.example.com', '["*"]', 'k', '' FROM n`,
	)
		.bind(unique('whe_0'), owner.org_id)
		.run()
	const responses = await Promise.all([owner.post(PATH, wanted()), owner.post(PATH, wanted())])
	expect(responses.map(({ status }) => status).sort()).toEqual([201, 409])
})

test('the list of event types says where each one is described', async () => {
	const caller = await user()
	const { body } = await caller.get('/v1/webhook-event-types')
	expect(body.map(({ type }: { type: string }) => type)).toEqual(Object.keys(EVENT_TYPES))
})
