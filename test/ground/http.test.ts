import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { as, BASE, LENIENT, send } from '../support/api.ts'
import { withD1 } from '../support/d1.ts'
import worker, { openDatabase, plans } from '../support/program.ts'
import { admin, create, unique, user } from '../support/world.ts'

const MiB = 1_048_576

test('an unknown path is 404 for every caller', async () => {
	const under = ['/v1', '/v1/nothing', '/v1/plans/a/b', '/v1/plans%00']
	for (const path of ['/', '/v2/plans', '/ofrep/v1/nothing', '/..%2f', ...under])
		for (const api of [as(), await admin()])
			expect(await api.get(path), path).toMatchObject({ status: 404, body: { error: 'not_found' } })
})

test('a known path accepts only its own methods, and lists them', async () => {
	const cases: [string, string, string][] = [
		['PUT', '/v1/plans', 'GET, POST'],
		['DELETE', '/v1/feature-flags', 'GET, POST'],
		['POST', '/v1/feature-flags/x', 'DELETE, GET, PATCH'],
		['POST', '/healthz', 'GET'],
		['PATCH', '/v1/auth/login', 'POST'],
		['PROPFIND', '/v1/plans', 'GET, POST'],
	]
	for (const [method, path, allow] of cases) {
		const { status, body, headers } = await send(method, path)
		expect({ path, status, error: body.error }).toEqual({ path, status: 405, error: 'method_not_allowed' })
		expect(headers.get('Allow')?.split(', ').sort().join(', ')).toBe(allow)
	}
})

test('a path with a trailing slash is 404, whatever the method', async () => {
	const root = await admin()
	const { key } = await create.featureFlag()
	for (const path of ['/v1/plans/', `/v1/feature-flags/${key}/`, '/v1/me/', '/healthz/', '/v1/plans//', '/docs/'])
		for (const method of ['GET', 'POST', 'PUT', 'DELETE'])
			expect([
				path,
				method,
				await send(method, path, { headers: { Authorization: `Bearer ${root.token}` } }),
			]).toMatchObject([path, method, { status: 404, body: { error: 'not_found' } }])
})

test('HEAD responds like GET, without a body', async () => {
	const { status, body, headers } = await send('HEAD', '/healthz')
	expect({ status, body }).toEqual({ status: 200, body: '' })
	expect(headers.get('Content-Type')).toBe('application/json')
})

test("a response can't be cached, sniffed or framed", async () => {
	const { headers } = await as().get('/v1/plans')
	expect(Object.fromEntries(headers)).toMatchObject({
		'cache-control': 'no-store',
		'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
		'x-content-type-options': 'nosniff',
	})
})

test('a valid inbound traceparent is continued, a malformed one is ignored', async () => {
	const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
	// A later version may have more after the flags (W3C Trace Context, 3.2.2).
	for (const good of ['00-%-01', 'cc-%-01', 'cc-%-01-more']) {
		const traceparent = good.replace('%', `${trace}-00f067aa0ba902b7`)
		expect((await as().get('/v1/plans', { headers: { traceparent } })).body.trace_id).toBe(trace)
	}
	for (const bad of [
		`ff-${trace}-00f067aa0ba902b7-01`,
		`00-${trace}-00f067aa0ba902b7-01-more`,
		`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
		`00-${trace.toUpperCase()}-00f067aa0ba902b7-01`,
		`${trace}\t`,
		'x'.repeat(5000),
	]) {
		const { headers } = await as().get('/healthz', { headers: { traceparent: bad } })
		expect(headers.get('X-Trace-Id')).not.toBe(trace)
	}
})

test('browsers may call with credentials from an allowed origin, but not from any other', async () => {
	const preflight = (origin: string) =>
		send('OPTIONS', '/v1/plans', {
			headers: {
				Origin: origin,
				'Access-Control-Request-Method': 'POST',
				'Access-Control-Request-Headers': 'authorization,idempotency-key',
			},
		})
	const allowed = await preflight('https://console.example.com')
	expect(allowed.status).toBe(204)
	expect(Object.fromEntries(allowed.headers)).toMatchObject({
		'access-control-allow-origin': 'https://console.example.com',
		'access-control-allow-credentials': 'true',
		'access-control-allow-headers': 'authorization,idempotency-key',
	})
	for (const origin of ['https://evil.example.com', 'https://console.example.com.evil.com', 'null', ''])
		expect((await preflight(origin)).headers.get('Access-Control-Allow-Origin'), origin).toBeNull()
	const response = await as().get('/healthz', { headers: { Origin: 'https://console.example.com' } })
	expect(response.headers.get('Access-Control-Expose-Headers')).toContain('Next-Cursor')
})

test('a body over 1 MiB is 413, with or without a declared length', async () => {
	const root = await admin()
	const key = unique('big')
	const over = JSON.stringify({ key, default_value: true, description: 'x'.repeat(MiB) })
	const stream = new ReadableStream({
		start(controller) {
			controller.enqueue(new TextEncoder().encode(over))
			controller.close()
		},
	})
	for (const body of [over, stream]) {
		const request = new Request('http://localhost/v1/feature-flags', {
			method: 'POST',
			body,
			headers: { Authorization: `Bearer ${root.token}` },
		})
		const { exports } = await import('cloudflare:workers')
		const response = await exports.default.fetch(request)
		expect(response.status).toBe(413)
		expect(await response.json()).toMatchObject({ error: 'payload_too_large', details: { limit: MiB } })
	}
	expect((await root.get(`/v1/feature-flags/${key}`)).status).toBe(404)
	const under = JSON.stringify({ key, default_value: true, padding: 'x'.repeat(MiB - 1000) })
	expect((await root.post('/v1/feature-flags', under, LENIENT)).status).toBe(201)
})

test('a body of a few MiB is read to its end before its 413, so its sender sees the response, and a larger one is not', async () => {
	const token = (await admin()).token
	const readOf = async (size: number) => {
		let read = 0
		const body = new ReadableStream({
			pull(controller) {
				read += 65_536
				controller.enqueue(new Uint8Array(65_536))
				if (read === size) controller.close()
			},
		})
		const headers = { Authorization: `Bearer ${token}`, 'Content-Length': String(size) }
		const request = new Request('http://localhost/v1/feature-flags', { method: 'POST', body, headers })
		const ctx = createExecutionContext()
		const response = await worker.fetch(request, env, ctx)
		await waitOnExecutionContext(ctx)
		expect(response.status).toBe(413)
		return read
	}
	expect(await readOf(4 * MiB)).toBe(4 * MiB)
	expect(await readOf(17 * MiB)).toBeLessThan(MiB)
})

test('hostile bodies get a response in the error shape', async () => {
	const root = await admin()
	const deep = '['.repeat(200_000)
	const bodies: [string, number][] = [
		[deep, 422],
		[`{"key":${deep}`, 422],
		[`{"key":${'['.repeat(50_000)}${']'.repeat(50_000)},"default_value":true}`, 400],
		['{"__proto__":{"key":"x"},"constructor":{"default_value":true}}', 400],
		['\u0000', 422],
		['{"key":"a\\u0000b","default_value":true}', 400],
		['{"key":"KEY","default_value":true}', 400],
		['{"key":"a","default_value":"true"}', 400],
		['{"key":"a","default_value":1}', 400],
		[`{"key":"${'k'.repeat(129)}","default_value":true}`, 400],
	]
	for (const [body, status] of bodies)
		expect((await root.post('/v1/feature-flags', body)).status, body.slice(0, 60)).toBe(status)
})

test("a body that isn't valid UTF-8 is 422, and none of it is stored", async () => {
	const root = await admin()
	const key = unique('mangled')
	const { exports } = await import('cloudflare:workers')
	const post = async (path: string, body: Buffer) => {
		const headers = { Authorization: `Bearer ${root.token}`, 'Idempotency-Key': unique('key') }
		const response = await exports.default.fetch(new Request(BASE + path, { method: 'POST', body, headers }))
		return { status: response.status, body: await response.json() }
	}
	// A lone continuation byte, a truncated sequence, an overlong slash, an encoded surrogate, and Latin-1.
	for (const bytes of [[0x80], [0xe2, 0x82], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xe9]]) {
		const inside = (before: string, after: string) =>
			Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)])
		const flag = inside(`{"key":"${key}","default_value":true,"description":"`, '"}')
		const context = inside('{"context":{"targetingKey":"', '"}}')
		for (const [path, body] of [
			['/v1/feature-flags', flag],
			['/v1/runtime/runs', inside('[{"run_id":"', '"}]')],
			['/ofrep/v1/evaluate/flags', context],
			[`/ofrep/v1/evaluate/flags/${key}`, context],
		] as const)
			expect([path, bytes, await post(path, body)]).toMatchObject([
				path,
				bytes,
				{ status: 422, body: { error: 'validation.error' } },
			])
	}
	expect((await root.get(`/v1/feature-flags/${key}`)).status).toBe(404)
	const whole = Buffer.from(`\ufeff{"key":"${key}","default_value":true,"description":"Größe €😀"}`)
	expect(await post('/v1/feature-flags', whole)).toMatchObject({ status: 201, body: { description: 'Größe €😀' } })
})

test("an Authorization header that isn't a Bearer token is 401", async () => {
	const { token } = await user()
	for (const value of [
		`Basic ${token}`,
		'Bearer',
		'Bearer ',
		`Token ${token}`,
		`Bearer ${token} extra`,
		`Bearer ${'x'.repeat(10_000)}`,
	])
		expect((await send('GET', '/v1/me', { headers: { Authorization: value } })).status, value.slice(0, 30)).toBe(401)
	expect((await send('GET', '/v1/me', { headers: { Authorization: `bearer   ${token}` } })).status).toBe(200)
})

test('a write returns a bookmark that a read accepts, and a bad bookmark is 400', async () => {
	const root = await admin()
	const flag = unique('flag')
	const written = await root.post('/v1/feature-flags', { key: flag, default_value: true })
	const bookmark = written.headers.get('X-D1-Bookmark') as string
	expect(bookmark).toMatch(/^[\da-f-]+$/)
	expect((await root.get(`/v1/feature-flags/${flag}`, { headers: { 'X-D1-Bookmark': bookmark } })).status).toBe(200)
	expect(await root.get('/v1/plans', { headers: { 'X-D1-Bookmark': 'yesterday' } })).toMatchObject({
		status: 400,
		body: { details: { fields: [{ path: 'X-D1-Bookmark' }] } },
	})
})

test('an overloaded, lost, full or silent database is a 503 with Retry-After that leaks none of its messages', async () => {
	const root = await admin()
	await root.get('/v1/plans')
	const failures: [string, string, string][] = [
		['D1_ERROR: D1 DB is overloaded. Requests queued for too long.', 'database.overloaded', '10'],
		[
			'D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.',
			'database.overloaded',
			'10',
		],
		['D1_ERROR: Network connection lost.', 'database.unreachable', '1'],
		['D1_ERROR: Exceeded maximum DB size', 'database.full', '300'],
		['D1_ERROR: database or disk is full: SQLITE_FULL', 'database.full', '300'],
		['Error: database or disk is full', 'database.full', '300'],
	]
	for (const [message, reason, wait] of failures) {
		const fail = () => Promise.reject(new Error(message))
		const { status, body, headers } = await withD1(fail, () => root.get('/v1/plans'))
		expect({ status, error: body.error, details: body.details }).toEqual({
			status: 503,
			error: 'unavailable',
			details: { reason },
		})
		expect(headers.get('Retry-After')).toBe(wait)
		expect(JSON.stringify(body)).not.toContain('D1')
	}
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
	const silent = withD1(
		() => new Promise(() => undefined),
		() => root.get('/v1/plans'),
	)
	await vi.advanceTimersByTimeAsync(5_000)
	expect(await silent).toMatchObject({ status: 503, body: { details: { reason: 'database.timeout' } } })
})

test('an unexpected error is 500, and neither the response nor the log contains what was sent', async () => {
	const root = await admin()
	const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
	const secret = unique('planted')
	const fail = () => Promise.reject(new Error('D1_ERROR: no such table: feature_flags'))
	const { status, body } = await withD1(fail, () =>
		root.post('/v1/feature-flags', { key: secret, default_value: true }),
	)
	expect({ status, error: body.error }).toEqual({ status: 500, error: 'internal_error' })
	const logged = JSON.stringify(log.mock.calls)
	expect(logged).toContain(body.trace_id)
	expect(JSON.stringify(body) + logged).not.toContain(secret)
	expect(JSON.stringify(body)).not.toContain('table')
})

test('the log leaves out the text that a syntax error quotes', async () => {
	const root = await admin()
	const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
	const secret = unique('planted')
	const fail = () => Promise.reject(new SyntaxError(`Unexpected token 'p', "${secret}" is not valid JSON`))
	const { status } = await withD1(fail, () => root.post('/v1/feature-flags', { key: 'a.b', default_value: true }))
	expect(status).toBe(500)
	const logged = JSON.stringify(log.mock.calls)
	expect(logged).toContain('SyntaxError')
	expect(logged).not.toContain(secret)
})

test("an ETag doesn't depend on the token, and gives 304", async () => {
	const plan = await create.plan()
	const [one, two] = [await user(), await user()]
	const path = `/v1/plans/${plan.id}`
	const etag = (await one.get(path)).headers.get('ETag') as string
	expect((await two.get(path)).headers.get('ETag')).toBe(etag)
	for (const match of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
		const { status, body } = await one.get(path, { headers: { 'If-None-Match': match } })
		expect({ match, status, body }).toEqual({ match, status: 304, body: '' })
	}
	expect((await one.get(path, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200)
})

test('the database handle refuses a write that bypasses write()', async () => {
	const { reader } = openDatabase(env.DB, 'first-primary')
	const name = unique('plan')
	const values = { id: unique('plan'), name, display_name: name, created_at: '' }
	await expect(async () => reader.insert(plans).values(values)).rejects.toThrow('Failed query')
	await expect(async () => reader.batch([reader.insert(plans).values(values)])).rejects.toThrow(
		'A write outside write()',
	)
	const { results } = await env.DB.prepare('SELECT id FROM plans WHERE name = ?').bind(name).all()
	expect(results).toEqual([])
})
