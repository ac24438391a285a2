import { describe, expect, test } from 'vitest'
import { as, declared, LENIENT, type Reply, send } from '../support/api.ts'
import { admin, unique, world } from '../support/world.ts'

// What a request has and its operation doesn't know: named, or refused under `Prefer: handling=strict`.

const DRY = { headers: { Prefer: 'handling=lenient', 'Dry-Run': 'true' } }

const ignored = ({ headers }: Reply) => headers.get('X-Ignored')
const fieldsOf = ({ body }: Reply) =>
	(body.details.fields as Record<'path' | 'message', string>[]).map(({ path, message }) => ({ path, message }))

const here = await world()

const mcp = () => ({ name: unique('mcp'), transport: 'streamable_http', url: 'https://mcp.example.com/mcp' })
const newFlag = () => ({ key: unique('flag'), default_value: true })

describe('what is ignored', () => {
	test('a misspelled field changes nothing, and the response names it', async () => {
		const { owner } = here
		const { id } = (await owner.post('/v1/mcp-configs', mcp())).body
		const reply = await owner.patch(`/v1/mcp-configs/${id}`, { is_actve: false, envv: {} }, LENIENT)
		expect(reply).toMatchObject({ status: 200, body: { is_active: true } })
		expect(ignored(reply)).toBe('is_actve, envv')
		expect(ignored(await owner.patch(`/v1/mcp-configs/${id}`, { is_active: true }, LENIENT))).toBeNull()
	})

	test('parameters are named, with and without a query of its own, next to fields', async () => {
		const { owner } = here
		expect(ignored(await here.admin.get('/v1/admin/runs?statuss=failed&limit=1', LENIENT))).toBe('statuss')
		expect(ignored(await owner.get('/v1/me?a=1&a=2&b', LENIENT))).toBe('a, b')
		expect(ignored(await owner.get('/v1/me?', LENIENT))).toBeNull()
		const scoped = await here.admin.get('/v1/tool-providers?scop=org', LENIENT)
		expect(scoped).toMatchObject({ status: 200 })
		expect(ignored(scoped)).toBe('scop')
		const both = await here.admin.post('/v1/feature-flags?dry=1', { ...newFlag(), on: 1 }, LENIENT)
		expect(both.status).toBe(201)
		expect(ignored(both)).toBe('on, dry')
	})

	test('fields inside lists and objects have their path', async () => {
		const entitlements = [
			{ key: 'a', value: '1', value_type: 'integer' },
			{ key: 'b', value: '1', value_type: 'integer', kind: 1 },
		]
		const plan = { name: unique('plan'), display_name: 'P', entitlements, descripton: '' }
		expect(ignored(await here.admin.post('/v1/plans', plan, LENIENT))).toBe('entitlements.1.kind, descripton')
		const config = { ip_mode: 'direct', trusted_cidrs: [], risk_reject_threshold: 0, mode: 1 }
		const nested = await here.admin.post('/v1/admin/gateway-config/rehearse', { config }, LENIENT)
		expect(ignored(nested)).toBe('config.mode')
	})

	test('a report of one run and of many', async () => {
		const { org_id } = here
		const run = () => ({ run_id: unique('run'), org_id, status: 'running' })
		const one = await here.admin.post('/v1/runtime/runs', { ...run(), modell: 'x' }, LENIENT)
		expect(ignored(one)).toBe('modell')
		const many = [run(), { ...run(), cost: 1 }, run(), { ...run(), cost: 1 }]
		expect(ignored(await here.admin.post('/v1/runtime/runs', many, LENIENT))).toBe('1.cost, 3.cost')
		const async = { headers: { Prefer: 'respond-async, handling=lenient' } }
		const accepted = await here.admin.post('/v1/runtime/runs', many, async)
		expect(accepted.status).toBe(202)
		expect(ignored(accepted)).toBe('1.cost, 3.cost')
	})

	test('what a caller may shape freely is not looked into', async () => {
		const free = { anything: { at: ['all'] } }
		const { owner } = here
		const strict = [
			await owner.post('/ofrep/v1/evaluate/flags', { context: { targetingKey: 'x', ...free } }),
			await here.admin.post('/v1/admin/notifications/broadcasts', {
				type: 'announcement',
				title: 'T',
				body: 'B',
				target: here.org_id,
				payload: free,
			}),
			await owner.post('/v1/mcp-configs', { ...mcp(), transport: 'stdio', command: 'x', env: { ANY: 'x' } }),
			await owner.post('/v1/llm-providers', {
				name: unique('llm'),
				provider: 'vendor_a',
				api_key: 'sk-1234567890',
				advanced_json: free,
			}),
		]
		expect(strict.map(({ status, headers }) => [status, headers.get('X-Ignored')])).toEqual([
			[200, null],
			[202, null],
			[201, null],
			[201, null],
		])
	})

	test('names are encoded, cut, and twenty at most', async () => {
		const { admin: root } = here
		const odd = { 'naïve, field': 1, '\ud800': 1, __proto__x: 1, constructor: 1, ['x'.repeat(5_000)]: 1 }
		const reply = await root.post('/v1/feature-flags', { ...newFlag(), ...odd }, LENIENT)
		expect(reply.status).toBe(201)
		expect(ignored(reply)?.split(', ').map(decodeURIComponent)).toEqual([
			'naïve, field',
			'\ufffd',
			'__proto__x',
			'constructor',
			'x'.repeat(64),
		])
		const text = `{"key":"${unique('flag')}","default_value":true,"__proto__":1}`
		expect(ignored(await root.post('/v1/feature-flags', text, LENIENT))).toBe('__proto__')
		const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`f${index}`, index]))
		const named = ignored(await root.post('/v1/feature-flags?p=1', { ...newFlag(), ...many }, LENIENT))
		expect(named?.split(', ')).toEqual(Object.keys(many).slice(0, 20))
		const refused = await root.post('/v1/feature-flags', { ...newFlag(), ...many })
		expect(fieldsOf(refused)).toHaveLength(20)
	})

	test('an error names what was ignored too', async () => {
		const wrong = await here.admin.post('/v1/feature-flags', { key: unique('flag'), defalt_value: true }, LENIENT)
		expect(wrong).toMatchObject({ status: 400, body: { details: { fields: [{ path: 'default_value' }] } } })
		expect(ignored(wrong)).toBe('defalt_value')
		expect(ignored(await here.admin.get('/v1/plans/none?x=1', LENIENT))).toBe('x')
	})

	test('an unknown event type is kept, and named by its value', async () => {
		const { owner } = here
		const endpoint = { url: 'https://hooks.example.com/x', events: ['run.completed', 'run.complete', 'a.b'] }
		const reply = await owner.post('/v1/webhook-endpoints', endpoint, LENIENT)
		expect(reply).toMatchObject({ status: 201, body: { events: endpoint.events } })
		expect(ignored(reply)).toBe('run.complete, a.b')
		const every = await owner.patch(`/v1/webhook-endpoints/${reply.body.id}`, { events: ['*'] }, LENIENT)
		expect(ignored(every)).toBeNull()
	})

	test("a document's unknown event types are named in its plan and its apply, and kept", async () => {
		const { owner, org_id } = here
		const key = `https://hooks.example.com/${unique('doc')}`
		const document = { version: 1, webhook_endpoints: { [key]: { events: ['run.complete'] } } }
		const planned = await owner.post(`/v1/orgs/${org_id}/config/plan`, { document }, LENIENT)
		expect(ignored(planned)).toBe('run.complete')
		const strict = await owner.post(`/v1/orgs/${org_id}/config/plan`, { document })
		expect(strict.status).toBe(400)
		expect(fieldsOf(strict)).toEqual([
			{ path: `webhook_endpoints.${key}.events.0`, message: 'Must be a known name. Did you mean run.completed?' },
		])
		const apply = (Prefer: string) =>
			owner.put(`/v1/orgs/${org_id}/config`, { document }, { headers: { 'If-Match': planned.body.base, Prefer } })
		expect((await apply('handling=strict')).status).toBe(400)
		expect(await apply('handling=lenient')).toMatchObject({ status: 200, body: { revision: expect.any(Number) } })
		// What is stored is taken as it is.
		const { body: stored } = await owner.get(`/v1/orgs/${org_id}/config`)
		const again = await owner.post(`/v1/orgs/${org_id}/config/plan`, { document: stored })
		expect(again).toMatchObject({ status: 200, body: { changes: [] } })
	})

	test('a dry run lists it', async () => {
		const reply = await here.admin.post('/v1/feature-flags?why=not', { ...newFlag(), 'ön, off': 1 }, DRY)
		expect(reply).toMatchObject({ status: 200, body: { dry_run: true, status: 201, ignored: ['ön, off', 'why'] } })
		expect(ignored(reply)).toBe(`${encodeURIComponent('ön, off')}, why`)
		const known = await here.admin.post('/v1/feature-flags', newFlag(), DRY)
		expect(known.body.ignored).toEqual([])
	})

	test('a replay names nothing: its request is not read again', async () => {
		const once = (headers: Record<string, string>) =>
			here.admin.post('/v1/feature-flags', body, { headers: { 'Idempotency-Key': key, ...headers } })
		const [key, body] = [unique('key'), { ...newFlag(), on: 1 }]
		expect((await once({ Prefer: 'handling=strict' })).status).toBe(400)
		expect(ignored(await once(LENIENT.headers))).toBe('on')
		for (const Prefer of ['handling=lenient', 'handling=strict']) {
			const replay = await once({ Prefer })
			expect(replay.status).toBe(201)
			expect(replay.headers.get('Idempotency-Replayed')).toBe('true')
			expect([ignored(replay), replay.headers.get('Preference-Applied')]).toEqual([null, null])
		}
	})

	test('pages and /healthz take any parameter', async () => {
		for (const path of ['/healthz?x=1', '/.well-known/jwks.json?x=1']) {
			const reply = await send('GET', path)
			expect([reply.status, ignored(reply)]).toEqual([200, null])
		}
	})

	test('browsers of other origins may read it', async () => {
		const origin = 'https://console.example.com'
		const reply = await send('GET', '/v1/me?x=1', { headers: { Origin: origin }, env: { ALLOWED_ORIGINS: origin } })
		const exposed = reply.headers.get('Access-Control-Expose-Headers')?.split(',')
		expect(exposed).toEqual(expect.arrayContaining(['X-Ignored', 'Preference-Applied']))
	})
})

describe('under handling=strict', () => {
	const strict = (Prefer: string) => ({ headers: { Prefer } })

	test('it is a 400 with the nearest known name, and changes nothing', async () => {
		const { owner } = here
		const { id } = (await owner.post('/v1/mcp-configs', mcp())).body
		const reply = await owner.patch(`/v1/mcp-configs/${id}`, { name: 'changed', is_actve: false })
		expect(reply).toMatchObject({ status: 400, body: { error: 'validation.error' } })
		expect(fieldsOf(reply)).toEqual([{ path: 'is_actve', message: 'Must be a known name. Did you mean is_active?' }])
		expect(ignored(reply)).toBeNull()
		expect((await owner.get(`/v1/mcp-configs/${id}`)).body.name).not.toBe('changed')
	})

	test('parameters, lists, event types and operations that take nothing', async () => {
		const { admin: root, owner } = here
		expect(fieldsOf(await root.get('/v1/admin/runs?statuss=failed'))).toEqual([
			{ path: 'statuss', message: 'Must be a known name. Did you mean status?' },
		])
		expect(fieldsOf(await owner.get('/v1/me?x=1'))).toEqual([{ path: 'x', message: 'Must be left out' }])
		const { org_id } = here
		const runs = [{ run_id: unique('run'), org_id, status: 'running', modle: 'x' }]
		expect(fieldsOf(await root.post('/v1/runtime/runs', runs))).toEqual([
			{ path: '0.modle', message: 'Must be a known name. Did you mean model?' },
		])
		const endpoint = { url: 'https://hooks.example.com/x', events: ['run.failed', 'run.complete'] }
		expect(fieldsOf(await owner.post('/v1/webhook-endpoints', endpoint))).toEqual([
			{ path: 'events.1', message: 'Must be a known name. Did you mean run.completed?' },
		])
	})

	test('a field that exists and cannot change says so, and a name that is like no other names the known ones', async () => {
		const { admin: root } = here
		const wrong = async (path: string, body: object) => fieldsOf(await root.patch(path, body))
		const fixed = (path: string) => [{ path, message: 'Must be left out. It stays as it was made' }]
		const { id } = (await root.post('/v1/plans', { name: unique('plan'), display_name: 'P' })).body
		expect(await wrong(`/v1/plans/${id}`, { name: 'x' })).toEqual(fixed('name'))
		expect(await wrong('/v1/subscriptions/none', { current_period_start: 'x' })).toEqual(fixed('current_period_start'))
		expect(await wrong('/v1/me', { login: 'x' })).toEqual(fixed('login'))
		expect(fieldsOf(await here.owner.post('/v1/api-keys', { name: 'a', is_actve: true }))).toEqual([
			{ path: 'is_actve', message: 'Must be a known name. It takes name, scopes, mode, expires_at' },
		])
	})

	test('what is missing is named next to what is misspelled', async () => {
		const reply = await here.admin.post('/v1/feature-flags', { key: unique('flag'), defalt_value: true })
		expect(fieldsOf(reply)).toEqual([
			{ path: 'default_value', message: 'Must be given' },
			{ path: 'defalt_value', message: 'Must be a known name. Did you mean default_value?' },
		])
	})

	test.each([
		['handling=strict', 400],
		['Handling = "Strict"', 400],
		['respond-async, wait=10; x="a, b", handling=strict', 400],
		['wait="handling=strict, ", handling=strict', 400],
		['handling=strict, handling=lenient', 400],
		['handling=lenient, handling=strict', 200],
		['wait="a, handling=strict"', 200],
		['x; handling=strict', 200],
		['handling', 200],
		['handling=stricter', 200],
		['"', 200],
	])('Prefer: %s gives %i', async (Prefer, status) => {
		expect((await here.owner.get('/v1/me?x=1', strict(Prefer))).status).toBe(status)
	})

	test('a response says that it was applied, next to other preferences', async () => {
		const applied = async (Prefer: string) => {
			const run = { run_id: unique('run'), org_id: here.org_id, status: 'running' }
			return (await here.admin.post('/v1/runtime/runs', run, strict(Prefer))).headers.get('Preference-Applied')
		}
		expect(await applied('handling=strict')).toBe('handling=strict')
		expect(await applied('handling=strict, respond-async')).toBe('handling=strict, respond-async')
		expect(await applied('respond-async')).toBe('respond-async')
		expect(await applied('handling=lenient')).toBeNull()
	})

	test('access comes first', async () => {
		const { member } = here
		expect((await member.post('/v1/feature-flags?x=1', { x: 1 })).status).toBe(403)
		expect((await as().get('/v1/me?x=1')).status).toBe(401)
		expect((await member.get('/v1/tool-providers?scope=platform&x=1')).status).toBe(403)
	})

	test("a write with If-Match and parameters of its own still finds the resource's tag", async () => {
		const { owner } = here
		const rule = await owner.post('/v1/ip-rules', { type: 'blocklist', cidr: '192.0.2.0/24' })
		const read = await owner.get(`/v1/ip-rules/${rule.body.id}`)
		const reply = await owner.delete(`/v1/ip-rules/${rule.body.id}?confirm=true`, {
			headers: { 'If-Match': read.headers.get('ETag') as string },
		})
		expect(reply.status).toBeLessThan(300)
	})

	test('every operation names or refuses what it does not know', async () => {
		const { token } = await admin()
		const missed: string[] = []
		for (const { method, path, body } of declared.filter((one) => /^\/(v1|ofrep)\//.test(one.path))) {
			const filled = path.replaceAll(/:(\w+)/g, 'nothing')
			const call = (query: string, value?: object) =>
				send(method, filled + query, {
					...(value && { body: value }),
					headers: { Authorization: `Bearer ${token}`, 'CF-Connecting-IP': '192.0.2.77' },
				})
			const found = async (reply: Promise<Reply>) => {
				const { status, body: response } = await reply
				return status === 400 && response.details.fields?.some(({ path: at }: { path: string }) => at === 'unheard_of')
			}
			if (body && !(await found(call('', { unheard_of: 1 })))) missed.push(`${method} ${path} body`)
			if (!body && !(await found(call('?unheard_of=1')))) missed.push(`${method} ${path} query`)
		}
		expect(missed).toEqual([])
	})
})
