import { expect, test } from 'vitest'
import { as } from '../support/api.ts'
import { ASK, asking } from '../support/asks.ts'
import { adminKey, keyOf, toolsOf } from '../support/mcp.ts'
import { create, unique, user, world } from '../support/world.ts'

const { owner: ada, member, admin } = await world()
const tool = toolsOf(await keyOf(ada, { scopes: ['org.settings'] }))
const root = toolsOf(await adminKey())

test('find gives the operations whose words fit, at most 20, the best first', async () => {
	const first = async (query: string) => {
		const { operations } = (await tool('find', { query })).data
		expect(operations.length).toBeLessThanOrEqual(20)
		return `${operations[0]?.method} ${operations[0]?.path}`
	}
	expect(await first('list plans')).toBe('GET /v1/plans')
	expect(await first('create a webhook endpoint')).toBe('POST /v1/webhook-endpoints')
	expect(await first('revert a change in an org')).toBe('POST /v1/orgs/{org_id}/audit-logs/{id}/revert')
	expect(await first('give credits to an org')).toMatch(/credits/)
	expect((await tool('find', { query: 'zzzz' })).data).toEqual({ operations: [] })
	const [pause] = (await tool('find', { query: 'pause' })).data.operations
	expect(pause).toEqual({
		method: expect.any(String),
		path: expect.stringContaining('paus'),
		summary: expect.any(String),
		needs: expect.stringContaining('permission'),
	})
})

test('describe gives parameters, body, reasons and an example of an operation', async () => {
	const { data } = await tool('describe', { method: 'PATCH', path: '/v1/feature-flags/{key}' })
	expect(data).toMatchObject({
		method: 'PATCH',
		path: '/v1/feature-flags/{key}',
		summary: expect.any(String),
		needs: expect.stringContaining('platform.write'),
		parameters: [{ name: 'key', in: 'path', required: true }],
		fields: expect.arrayContaining(['key', 'default_value']),
		example: expect.any(Object),
	})
	const [name] = /\w+$/.exec(data.body.$ref) ?? []
	expect(data.body.$defs[name as string].properties).toHaveProperty('default_value')
	const made = await tool('describe', { method: 'POST', path: '/v1/api-keys' })
	expect(made.data.reasons).toMatchObject({ 'limit.reached': expect.stringMatching(/^409: ./) })
	const filled = await tool('describe', { method: 'GET', path: '/v1/orgs/org_1/runs?limit=2' })
	expect(filled.data.path).toBe('/v1/orgs/{org_id}/runs')
	const unknown = await tool('describe', { method: 'GET', path: '/v1/nothing' })
	expect(unknown).toMatchObject({ isError: true, data: { status: 404, error: 'not_found' } })
})

test('every operation of the API has its description', async () => {
	const { data } = await tool('find', { query: 'v1' })
	expect(data.operations).toHaveLength(20)
	for (const { method, path } of data.operations)
		expect((await tool('describe', { method, path })).data).toMatchObject({ method, path })
})

test('read gives what a GET gives, as data that others wrote', async () => {
	const [older, plan] = [await create.plan(), await create.plan()]
	const { isError, data } = await tool('read', { path: `/v1/plans/${plan.id}` })
	expect(isError).toBe(false)
	expect(data).toEqual({ status: 200, etag: expect.any(String), untrusted: plan })
	const some = await tool('read', { path: '/v1/plans?limit=1', fields: ['id', 'nothing'] })
	expect(some.data).toEqual({ status: 200, cursor: expect.any(String), untrusted: [{ id: plan.id }] })
	const { cursor } = some.data
	const next = await tool('read', { path: '/v1/plans?limit=1', fields: ['name'], cursor })
	expect(next.data).toMatchObject({ status: 200, untrusted: [{ name: older.name }] })
})

test('a refused call is an error with the body of the refusal, and what it says is data', async () => {
	const { isError, data, headers } = await tool('read', { path: '/v1/admin/users' })
	expect(isError).toBe(true)
	expect(data).toEqual({
		status: 403,
		error: 'auth.forbidden',
		untrusted: {
			error: 'auth.forbidden',
			message: expect.any(String),
			trace_id: headers.get('X-Trace-Id'),
			details: { permission: 'platform.read' },
		},
	})
	const unknown = await tool('read', { path: '/v1/plans?limt=2' })
	expect(unknown.data).toMatchObject({ status: 400, error: 'validation.error' })
	expect(unknown.data.untrusted.details.fields[0].message).toContain('limit')
})

test('an id that no path can hold is refused', async () => {
	for (const [name, args] of [
		['undo', { audit_id: '\ud800' }],
		['requests', { request_id: '\udc00' }],
	] as const)
		expect(await tool(name, args)).toMatchObject({ isError: true, data: { status: 400, error: 'validation.error' } })
})

test('write changes something, says under which audit row, and undo reverts it', async () => {
	const flag = await create.featureFlag()
	const path = `/v1/feature-flags/${flag.key}`
	const call = { method: 'PATCH', path, body: { description: 'by an agent' } }
	const dry = await root('write', { ...call, dry_run: true })
	expect(dry.data).toMatchObject({ status: 200, untrusted: { dry_run: true, changes: [expect.any(Object)] } })
	expect(dry.data.audit_id).toBeUndefined()
	expect((await root('read', { path })).data.untrusted).toEqual(flag)
	const { data } = await root('write', call)
	expect(data).toMatchObject({
		status: 200,
		audit_id: expect.stringMatching(/^aud_/),
		untrusted: { description: 'by an agent' },
	})
	expect((await root('undo', { audit_id: data.audit_id, dry_run: true })).data.untrusted).toMatchObject({
		dry_run: true,
	})
	const undone = await root('undo', { audit_id: data.audit_id })
	expect(undone).toMatchObject({ isError: false, data: { status: 200, audit_id: expect.stringMatching(/^aud_/) } })
	expect((await root('read', { path })).data.untrusted).toEqual(flag)
	expect(await root('undo', { audit_id: 'aud_nothing' })).toMatchObject({ isError: true, data: { status: 404 } })
})

test('write keeps to what was read, repeats under a key, and makes changes on trial', async () => {
	const flag = await create.featureFlag()
	const path = `/v1/feature-flags/${flag.key}`
	const { etag } = (await root('read', { path })).data
	const call = (description: string) => ({ method: 'PATCH', path, body: { description }, if_match: etag })
	expect((await root('write', call('first'))).isError).toBe(false)
	expect(await root('write', call('second'))).toMatchObject({ isError: true, data: { status: 412 } })
	const body = { name: unique('plan'), display_name: 'Plan' }
	const plan = { method: 'POST', path: '/v1/plans', body, idempotency_key: unique('key') }
	const [one, other] = [await root('write', plan), await root('write', plan)]
	expect(one.data.status).toBe(201)
	expect(other.data.untrusted).toEqual(one.data.untrusted)
	const trial = { method: 'PATCH', path, body: { default_value: !flag.default_value }, confirm_within: 60 }
	expect((await root('write', trial)).data).toMatchObject({ status: 200, confirm_id: expect.any(String) })
	const ended = { method: 'DELETE', path: `/v1/plans/${one.data.untrusted.id}` }
	expect((await root('write', ended)).isError).toBe(false)
})

test('a tool has the permissions of its key, and no others', async () => {
	for (const one of [await keyOf(member), await keyOf(ada)].map((key) => toolsOf(key))) {
		const made = { method: 'POST', path: '/v1/webhook-endpoints', body: { url: 'https://a.example', events: ['*'] } }
		const { isError, data } = await one('write', made)
		expect([isError, data.status, data.untrusted.details]).toEqual([true, 403, { permission: 'org.settings' }])
	}
	expect((await ada.get('/v1/webhook-endpoints')).body).toEqual([])
	const other = await user()
	expect((await tool('read', { path: `/v1/orgs/${other.org_id}/runs` })).data.status).toBe(404)
	const gone = await ada.post('/v1/api-keys', { name: unique('gone') })
	await ada.delete(`/v1/api-keys/${gone.body.id}`)
	expect((await as(gone.body.key).post('/mcp', {})).status).toBe(401)
})

test('a key that only reads uses MCP, and its writes are refused unless they are tried', async () => {
	const reading = toolsOf(await keyOf(ada, { scopes: ['org.settings'], mode: 'read' }))
	const body = { url: 'https://a.example', events: ['*'] }
	const made = { method: 'POST', path: '/v1/webhook-endpoints', body }
	expect(await reading('write', made)).toMatchObject({ isError: true, data: { status: 403, reason: 'key.read_only' } })
	expect((await reading('write', { ...made, dry_run: true })).data.untrusted).toMatchObject({ dry_run: true })
	expect((await reading('read', { path: made.path })).data.untrusted).toEqual([])
	expect((await reading('undo', { audit_id: 'aud_nothing' })).data.status).toBe(403)
})

test('requests says how what a run asked for stands, and withdraws it', async () => {
	const { org_id, service, budget } = await asking()
	await budget({ limit: 1, name: 'Each month' })
	const runtime = toolsOf(service.token ?? '')
	const body = { run_id: unique('run'), org_id, hold: { credits: 5 }, ask: ASK }
	const begun = await runtime('write', { method: 'POST', path: '/v1/runtime/runs/begin', body })
	expect(begun).toMatchObject({ isError: true, data: { status: 402, error: 'budget.exceeded' } })
	const { id: request_id } = begun.data.untrusted.details.request
	const asked = await runtime('requests', { request_id })
	expect(asked).toMatchObject({ isError: false, data: { untrusted: { id: request_id, state: 'open' } } })
	expect((await tool('requests', { request_id })).data.status).toBe(404)
	expect((await runtime('requests', { request_id, withdraw: true })).data.status).toBe(204)
	expect((await runtime('requests', { request_id })).data.untrusted.state).toBe('lapsed')
})

test('a key that proposes gets the ID of a request, which a person grants', async () => {
	const owner = await user()
	const proposing = toolsOf(await keyOf(owner, { scopes: ['org.settings'], mode: 'propose' }))
	const path = '/v1/ip-rules'
	const propose = async (cidr: string) =>
		(await proposing('write', { method: 'POST', path, body: { type: 'blocklist', cidr } })).data
	const { request_id, ...made } = await propose('203.0.113.0/24')
	expect(made).toMatchObject({ status: 202, untrusted: { request: { state: 'open' }, dry_run: { dry_run: true } } })
	expect((await owner.get(path)).body).toEqual([])
	expect((await proposing('requests', { request_id })).data.untrusted.state).toBe('open')
	const { hash } = made.untrusted.request
	expect((await admin.post(`/v1/orgs/${owner.org_id}/requests/${request_id}/grant`, { hash })).status).toBe(200)
	expect((await owner.get(path)).body).toMatchObject([{ cidr: '203.0.113.0/24' }])
	expect((await proposing('requests', { request_id })).data.untrusted.state).toBe('granted')
	const other = await propose('192.0.2.0/24')
	expect((await proposing('requests', { request_id: other.request_id, withdraw: true })).data.status).toBe(204)
	expect((await proposing('requests', { request_id: other.request_id })).data.untrusted.state).toBe('lapsed')
})

test('only paths of the API can be called, and only what responds with JSON', async () => {
	const paths = ['/mcp', '/healthz', '/v1/../mcp', '//evil.example/v1/plans', 'https://evil.example/v1/plans', '/docs']
	for (const path of [...paths, '/v1/%2e%2e/mcp', '\\\\evil.example\\v1\\plans', ''])
		expect
			.soft([path, await tool('read', { path })])
			.toMatchObject([
				path,
				{ isError: true, data: { status: 400, untrusted: { details: { fields: [{ path: 'path' }] } } } },
			])
	const stream = await root('read', { path: '/v1/admin/access-log/tail' })
	expect(stream).toMatchObject({ isError: true, data: { status: 400, reason: 'mcp.no_json' } })
})

test('wrong arguments are an error that names the fields', async () => {
	const wrong: [string, object, string][] = [
		['find', {}, 'query'],
		['find', { query: ' ' }, 'query'],
		['read', { path: '/v1/plans', fields: 'id' }, 'fields'],
		['write', { method: 'GET', path: '/v1/plans' }, 'method'],
		['write', { method: 'POST', path: '/v1/plans', body: 'text' }, 'body'],
		['write', { method: 'POST', path: '/v1/plans', if_match: 'x\r\nAuthorization: y' }, 'if_match'],
		['write', { method: 'POST', path: '/v1/plans', idempotency_key: '🔑' }, 'idempotency_key'],
		['undo', { audit_id: 7 }, 'audit_id'],
	]
	for (const [name, args, path] of wrong)
		expect
			.soft([name, await tool(name, args)])
			.toMatchObject([name, { isError: true, data: { status: 400, untrusted: { details: { fields: [{ path }] } } } }])
})
