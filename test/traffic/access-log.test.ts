import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { as, BASE, LENIENT, send } from '../support/api.ts'
import {
	append,
	down,
	loggedUnder,
	passes,
	recentLog,
	requestOf,
	streamThat,
	withAccessLog,
} from '../support/logged.ts'
import worker from '../support/program.ts'
import { admin, unique, user, world } from '../support/world.ts'

withAccessLog()

const PATH = '/v1/admin/access-log'
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'

/** A new trace id, and the header with it. */
function traced() {
	const trace_id = crypto.randomUUID().replaceAll('-', '')
	return { trace_id, headers: { traceparent: `00-${trace_id}-00f067aa0ba902b7-01` } }
}

const read = async (query: string) => {
	const { status, body, headers } = await (await admin()).get(`${PATH}?${query}`)
	expect(status).toBe(200)
	return { ...(body as { data: Record<string, unknown>[]; has_more: boolean; next_before: string | null }), headers }
}

test('a request is in the log as soon as it has its response, with every field', async () => {
	const caller = await user()
	const { trace_id, headers } = traced()
	const before = Date.now()
	await caller.get('/v1/plans?limit=7&secret=planted', {
		headers: { ...LENIENT.headers, ...headers, 'CF-Connecting-IP': '203.0.113.9', 'User-Agent': BROWSER },
	})
	const entry = await loggedUnder(trace_id)
	expect(entry).toEqual({
		id: expect.stringMatching(/^log_/),
		timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
		trace_id,
		method: 'GET',
		path: '/v1/plans',
		status_code: 200,
		duration_ms: expect.any(Number),
		client_ip: '203.0.113.9',
		country: null,
		city: null,
		user_agent: BROWSER,
		ua_type: 'browser',
		risk_score: 0,
		risk_reasons: [],
		identity_type: 'user',
		org_id: caller.org_id,
		user_id: caller.user_id,
		service_account_id: null,
		username: caller.login,
		error: null,
		reason: null,
		decided_by: null,
		is_console_read: false,
	})
	expect(Date.parse(entry.timestamp as string)).toBeGreaterThanOrEqual(before)
})

test('every request is logged, including refused ones', async () => {
	const { owner, member } = await world()
	const { key } = (await owner.post('/v1/api-keys', { name: unique('key') })).body
	const calls: [expected: object, token: string | undefined, call: string, body?: string][] = [
		[{ status_code: 401, identity_type: 'anonymous', user_id: null }, undefined, 'GET /v1/plans'],
		[{ status_code: 401, risk_score: 0.3, risk_reasons: ['anonymous', 'empty_user_agent'] }, 'forged', 'GET /v1/plans'],
		[{ status_code: 403, identity_type: 'user' }, member.token, 'GET /v1/admin/users'],
		[{ status_code: 404, path: '/v1/nothing/here' }, undefined, 'GET /v1/nothing/here'],
		[{ status_code: 405, method: 'DELETE' }, member.token, 'DELETE /v1/plans'],
		[{ status_code: 422, method: 'POST' }, owner.token, 'POST /v1/ip-rules', '{'],
		[{ status_code: 413 }, owner.token, 'POST /v1/ip-rules', 'x'.repeat(1_100_000)],
		[
			{ status_code: 200, identity_type: 'api_key', user_id: owner.user_id, org_id: owner.org_id },
			key,
			'GET /v1/plans',
		],
		[{ status_code: 200, path: '/healthz' }, undefined, 'GET /healthz'],
		[{ status_code: 200, path: '/openapi.json' }, undefined, 'GET /openapi.json'],
		[{ status_code: 204, method: 'OPTIONS' }, undefined, 'OPTIONS /v1/plans'],
	]
	const preflight = { Origin: 'https://console.example.com', 'Access-Control-Request-Method': 'GET' }
	for (const [expected, token, call, body] of calls) {
		const { trace_id, headers } = traced()
		const [method = '', path = ''] = call.split(' ')
		await send(method, path, {
			body,
			headers: {
				...headers,
				...(token ? { Authorization: `Bearer ${token}` } : {}),
				...(method === 'OPTIONS' && preflight),
			},
		})
		expect(await loggedUnder(trace_id)).toMatchObject(expected)
	}
})

test('a write with If-Match, which first reads its own path, is logged once', async () => {
	const root = await admin()
	const flag = (await root.post('/v1/feature-flags', { key: unique('flag'), default_value: true })).body
	const path = `/v1/feature-flags/${flag.key}`
	const { headers: tags } = await root.get(path)
	const { trace_id, headers } = traced()
	const tagged = { headers: { ...headers, 'If-Match': tags.get('ETag') as string } }
	const { status } = await root.patch(path, { default_value: false }, tagged)
	expect(status).toBe(200)
	expect(await loggedUnder(trace_id)).toMatchObject({ method: 'PATCH', status_code: 200 })
})

test('tokens, query strings and bodies are never logged, wherever somebody puts them', async () => {
	const caller = await user()
	const { key } = (await caller.post('/v1/api-keys', { name: unique('key') })).body
	const { trace_id, headers } = traced()
	await as(key).get(`/v1/plans/${key}?token=planted-in-the-query`, {
		headers: { ...headers, 'User-Agent': `agent ${caller.token} whsec_cGxhbnRlZA==`, Cookie: 'planted-in-the-cookie' },
	})
	await caller.post('/v1/ip-rules/check', { ip: '203.0.113.1', note: 'planted-in-the-body' })
	expect(await loggedUnder(trace_id)).toMatchObject({ path: '/v1/plans/…', user_agent: 'agent … …' })
	const { entries } = await recentLog().read({ filters: {}, limit: 500 })
	const kept = JSON.stringify(entries)
	for (const secret of [key, caller.token as string, 'planted-in-the', 'whsec_']) expect(kept).not.toContain(secret)
})

test('long texts are cut, without an error', async () => {
	const { trace_id, headers } = traced()
	const long = `/v1/${'é/"\\'.repeat(700)}`
	const { status } = await as().get(encodeURI(long), { headers: { ...headers, 'User-Agent': 'x'.repeat(10_240) } })
	expect(status).toBe(404)
	const entry = await loggedUnder(trace_id)
	expect((entry.path as string).length).toBe(1_024)
	const other = traced()
	await as().get('/v1/line%0Abreak%00%3Fsecret=1', { headers: other.headers })
	expect((await loggedUnder(other.trace_id)).path).toBe('/v1/line\uFFFDbreak\uFFFD%3Fsecret=1')
	expect(entry.user_agent).toBe('x'.repeat(512))
})

test('each filter, and all of them together, return what a plain comparison returns', async () => {
	const user_id = unique('usr')
	const requests = Array.from({ length: 160 }, (_, index) => requestOf(index, { user_id }))
	for (let start = 0; start < 160; start += 40) await append(recentLog(), requests.slice(start, start + 40))
	const cases: [string, object][] = [
		['method=post', { method: 'POST' }],
		['path=/v1/plans', { path: '/v1/plans' }],
		[`path=${encodeURIComponent('/v1/"quoted"\\')}`, { path: '/v1/"quoted"\\' }],
		['ip=203.0.113.7', { ip: '203.0.113.7' }],
		['ip=2001:0DB8:0::1', { ip: '2001:db8::1' }],
		['ip=::ffff:203.0.113.7', { ip: '203.0.113.7' }],
		['country=de', { country: 'DE' }],
		['country=T1', { country: 'T1' }],
		['path=v1/plans', { path: '/v1/plans' }],
		['path=v1/pl', { path: '/v1/pl' }],
		['path=', {}],
		['path=/', {}],
		['risk_min=.5', { risk_min: 0.5 }],
		['risk_min=.1', { risk_min: 0.1 }],
		['risk_min=1.', { risk_min: 1 }],
		['risk_min=1e-1', { risk_min: 0.1 }],
		[`risk_min=${0.1 + 0.2}`, { risk_min: 0.1 + 0.2 }],
		['risk_min=0', {}],
		['risk_min=1', { risk_min: 1 }],
		['ua_type=bot', { ua_type: 'bot' }],
		['status_code=403', { status_code: 403 }],
		['status_class=4xx', { status_class: '4xx' }],
		['status_class=2xx&status_code=201', { status_class: '2xx', status_code: 201 }],
		['status_class=5xx&status_code=201', { status_class: '5xx', status_code: 201 }],
		['org_id=org_1', { org_id: 'org_1' }],
		['error=auth.forbidden', { error: 'auth.forbidden' }],
		['reason=ip.blocked', { reason: 'ip.blocked' }],
		['decided_by=permission:data.secrets', { decided_by: 'permission:data.secrets' }],
		['is_console_read=true', { is_console_read: true }],
		['is_console_read=false', { is_console_read: false }],
		[`trace_id=${'7'.padStart(32, '0')}`, { trace_id: '7'.padStart(32, '0') }],
		[
			'method=GET&path=/v1/&ip=203.0.113.7&country=DE&risk_min=0.1&ua_type=browser&status_code=200',
			{
				method: 'GET',
				path: '/v1/',
				ip: '203.0.113.7',
				country: 'DE',
				risk_min: 0.1,
				ua_type: 'browser',
				status_code: 200,
			},
		],
	]
	for (const [query, filters] of cases) {
		const expected = requests
			.filter((request) => passes(request, filters))
			.map(({ trace_id }) => trace_id)
			.toReversed()
		const seen: unknown[] = []
		let before = ''
		do {
			const page = await read(`user_id=${user_id}&limit=37&${query}${before}`)
			seen.push(...page.data.map(({ trace_id }) => trace_id))
			expect(page.next_before).toBe(page.has_more ? page.data.at(-1)?.id : null)
			before = page.next_before === null ? '' : `&before=${page.next_before}`
		} while (before !== '')
		expect({ query, seen }).toEqual({ query, seen: expected })
	}
})

test('bad input returns 400 naming the parameter', async () => {
	const root = await admin()
	const bad: Record<string, string[]> = {
		limit: ['0', '201', '-1', 'x', '1.5'],
		before: ['x', 'log_', 'log_01JD6Z5W3T9V7K2M4N8P0Q1R2', 'log_01jd6z5w3t9v7k2m4n8p0q1r2s', "log_'%20OR%201=1"],
		since: ['x', '2026-11-21T07:00:00Z', 'usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S'],
		method: ['G3T', 'GET%20', 'x'.repeat(17)],
		path: ['/v1%07', `/${'x'.repeat(1_024)}`],
		ip: ['1.2.3', '1.2.3.4/32', '01.2.3.4', 'x', '::1%25eth0', '1.2.3.4;drop'],
		country: ['DEU', '1D', 'd%27'],
		risk_min: ['-0.1', '1.1', 'NaN', '.', '1e1', '0x1'],
		ua_type: ['robot'],
		trace_id: ['x', '0'.repeat(31), `${'0'.repeat(31)}g`],
		status_code: ['99', '600', 'x', '4xx'],
		error: ['A%20B'],
		reason: ['x%27'],
		decided_by: ['x%20y'],
		is_console_read: ['maybe'],
		status_class: ['4', '4XX', '404', '0xx', '6xx', '4xx%27'],
	}
	for (const [name, values] of Object.entries(bad))
		for (const value of values) {
			const { status, body } = await root.get(`${PATH}?${name}=${value}`)
			expect({ name, value, status, path: body.details.fields?.[0]?.path }).toEqual({
				name,
				value,
				status: 400,
				path: name,
			})
		}
	for (const empty of ['path', 'ua_type', 'status_class'])
		expect(await root.get(`${PATH}?limit=1&${empty}=`)).toMatchObject({ status: 200, body: { data: [{}] } })
})

test('usernames are the current ones, and a deleted user no longer has one', async () => {
	const root = await admin()
	const caller = await user()
	const { trace_id, headers } = traced()
	await caller.get('/v1/plans', { headers })
	const username = unique('renamed')
	await root.patch(`/v1/admin/users/${caller.user_id}`, { username })
	expect(await loggedUnder(trace_id)).toMatchObject({ username })
	await root.delete(`/v1/admin/users/${caller.user_id}`)
	const { username: left } = await loggedUnder(trace_id)
	expect(left).not.toBe(username)
	expect(left).not.toContain(caller.login)
})

test('a page says where it was read, and how many requests were lost', async () => {
	const { headers } = await read('limit=1')
	expect(headers.get('X-Log-Source')).toBe('stream')
	expect(headers.get('X-Log-Lost')).toMatch(/^\d+$/)
})

const lostSoFar = async () => Number((await read('limit=1')).headers.get('X-Log-Lost'))

test('while the recent log is down, requests get their responses, the log returns 503, and losses are counted', async () => {
	const before = await lostSoFar()
	for (let request = 0; request < 5; request += 1)
		expect((await send('GET', '/healthz', { env: down })).status).toBe(200)
	vi.spyOn(console, 'error').mockImplementation(() => undefined)
	const response = await (await admin()).get(PATH, { env: down })
	expect(response).toMatchObject({
		status: 503,
		body: { error: 'unavailable', details: { reason: 'access_log.unavailable' } },
	})
	expect(response.headers.get('Retry-After')).toBe('5')
	const config = { ip_mode: 'direct', trusted_cidrs: [], risk_reject_threshold: 0 }
	const simulation = await (await admin()).post('/v1/admin/gateway-config/rehearse', { config }, { env: down })
	expect(simulation).toMatchObject({ status: 503, body: { details: { reason: 'access_log.unavailable' } } })
	// The five, and the two that were refused.
	expect(await lostSoFar()).toBe(before + 7)
})

test('while the recent log stalls, requests get their responses at once, and those that do not fit are counted', async () => {
	const before = await lostSoFar()
	const ctx = createExecutionContext()
	vi.spyOn(console, 'error').mockImplementation(() => undefined)
	vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
	try {
		const stalled = { ...env, ...streamThat(() => new Promise(() => undefined)) }
		for (let request = 0; request < 11_000; request += 1) {
			const { status } = await worker.fetch(new Request(`${BASE}/healthz`), stalled, ctx)
			expect(status).toBe(200)
		}
		await vi.advanceTimersByTimeAsync(60_000)
	} finally {
		vi.useRealTimers()
	}
	await waitOnExecutionContext(ctx)
	// Those that waited and were given up, and those that didn't fit.
	expect((await lostSoFar()) - before).toBe(11_000)
	const { trace_id, headers } = traced()
	await send('GET', '/healthz', { headers })
	expect(await loggedUnder(trace_id)).toMatchObject({ status_code: 200 })
})

test('an error inside the log is counted, and affects no request', async () => {
	const before = await lostSoFar()
	// Without a context nothing can write.
	const { status } = await worker.fetch(new Request(`${BASE}/healthz`), env, undefined)
	expect(status).toBe(200)
	expect(await lostSoFar()).toBe(before + 1)
})

test('ACCESS_LOG=off logs nothing', async () => {
	const { trace_id, headers } = traced()
	await send('GET', '/healthz', { headers, env: { ACCESS_LOG: 'off' } })
	expect((await read(`trace_id=${trace_id}`)).data).toEqual([])
})
