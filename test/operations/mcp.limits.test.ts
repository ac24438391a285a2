import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { counted } from '../support/d1.ts'
import { withAccessLog } from '../support/logged.ts'
import { adminKey, ask, keyOf, toolsOf } from '../support/mcp.ts'
import { admin, unique, user } from '../support/world.ts'

// A tool's call passes the same middleware as any other.

withAccessLog()

const ada = await user()
const key = await keyOf(ada, { scopes: ['org.settings'] })

/** Limits that let so many calls through, and how many they have counted. */
function limits(most = Number.MAX_SAFE_INTEGER) {
	const spent: Record<string, number> = {}
	const limit = (name: string) => ({
		limit: () => {
			spent[name] = (spent[name] ?? 0) + 1
			return Promise.resolve({ success: spent[name] <= most })
		},
	})
	const [PRINCIPAL_RATE_LIMIT, ORG_RATE_LIMIT, RUNTIME_RATE_LIMIT] = ['caller', 'org', 'runtime'].map(limit)
	return {
		spent,
		env: { RATE_LIMITS: 'on', PRINCIPAL_RATE_LIMIT, ORG_RATE_LIMIT, RUNTIME_RATE_LIMIT } as unknown as Partial<Env>,
	}
}

test('each call of a tool counts as one call of its key', async () => {
	const calls: [string, object][] = [
		['find', { query: 'plans' }],
		['find', {}],
		['describe', { method: 'GET', path: '/v1/plans' }],
		['read', { path: '/v1/plans' }],
		['read', { path: '/docs' }],
		['write', { method: 'POST', path: '/v1/plans', body: {} }],
		['undo', { audit_id: 'aud_nothing' }],
	]
	// The isolate knows the key now: looking it up has a limit of its own.
	await ask(key, 'tools/list')
	for (const [name, args] of calls) {
		const { spent, env: variables } = limits()
		await toolsOf(key, { env: variables })(name, args)
		expect.soft([name, args, spent]).toEqual([name, args, { caller: 1, org: 1 }])
	}
	for (const method of ['tools/list', 'server/discover', 'nothing']) {
		const { spent, env: variables } = limits()
		await ask(key, method, {}, { env: variables })
		expect.soft([method, spent]).toEqual([method, { caller: 1, org: 1 }])
	}
	const runtime = limits()
	await toolsOf(key, { env: runtime.env })('read', { path: '/v1/runtime/nothing' })
	expect(runtime.spent).toEqual({ runtime: 1 })
})

test('a list that is read again with fewer rows counts and is logged once', async () => {
	const args = Array.from({ length: 9 }, () => 'x'.repeat(1_000))
	for (let count = 0; count < 3; count += 1)
		await ada.post('/v1/mcp-configs', { name: unique('mcp'), transport: 'stdio', command: 'run', args })
	const { spent, env: variables } = limits()
	const { data, headers } = await toolsOf(key, { env: variables })('read', { path: '/v1/mcp-configs' })
	expect(data.untrusted).toHaveLength(2)
	expect(spent).toEqual({ caller: 1, org: 1 })
	expect(await entriesOf(headers)).toEqual(['GET /v1/mcp-configs', 'POST /mcp'])
})

test('a call beyond the limit is an error that says so', async () => {
	const { env: variables } = limits(0)
	const tool = toolsOf(key, { env: variables })
	for (const [name, args] of [
		['read', { path: '/v1/plans' }],
		['find', { query: 'plans' }],
	] as const)
		expect.soft(await tool(name, args)).toMatchObject({ isError: true, data: { status: 429, error: 'rate_limit' } })
	expect((await ask(key, 'tools/list', {}, { env: variables })).status).toBe(429)
})

/** The method and the path of all that was logged under a trace. */
async function entriesOf(headers: Headers): Promise<string[]> {
	const trace_id = headers.get('X-Trace-Id')
	const { body } = await (await admin()).get(`/v1/admin/access-log?trace_id=${trace_id}`)
	return body.data.map(({ method, path }: { method: string; path: string }) => `${method} ${path}`).toSorted()
}

test('the log has the request of a tool under the trace of its call, with the address and the agent of the caller', async () => {
	const from = { 'CF-Connecting-IP': '198.51.100.7', 'User-Agent': 'agent/1.0' }
	const { headers } = await toolsOf(key, { headers: from })('write', { method: 'DELETE', path: '/v1/plans/plan_1' })
	const { body } = await (await admin()).get(`/v1/admin/access-log?trace_id=${headers.get('X-Trace-Id')}&method=DELETE`)
	expect(body.data).toMatchObject([
		{
			method: 'DELETE',
			path: '/v1/plans/plan_1',
			status_code: 403,
			client_ip: '198.51.100.7',
			user_agent: 'agent/1.0',
			identity_type: 'api_key',
			org_id: ada.org_id,
			decided_by: 'permission:money.write',
		},
	])
	expect(await entriesOf(headers)).toEqual(['DELETE /v1/plans/plan_1', 'POST /mcp'])
})

test('a list in an object continues after the last row that fits too', async () => {
	const eve = await user()
	const own = await keyOf(eve)
	for (let count = 0; count < 24; count += 1)
		await ask(own, `nothing-${count}`, {}, { headers: { 'User-Agent': 'x'.repeat(512) } })
	const root = toolsOf(await adminKey())
	const path = `/v1/admin/access-log?org_id=${eve.org_id}&method=POST&path=/mcp&limit=100`
	const first = (await root('read', { path })).data
	const second = (await root('read', { path, cursor: first.cursor })).data
	const { data } = (await (await admin()).get(path)).body
	expect(data.length).toBe(24)
	expect([...first.untrusted.data, ...second.untrusted.data]).toEqual(data)
	expect(second.cursor).toBeUndefined()
})

test('the IP rules of the org hold for tools', async () => {
	const bob = await user()
	const own = await keyOf(bob, { scopes: ['org.settings'] })
	expect((await bob.post('/v1/ip-rules?confirm=true', { type: 'blocklist', cidr: '192.0.2.0/24' })).status).toBe(201)
	const at = (address: string) => ({ headers: { 'CF-Connecting-IP': address } })
	const call = { name: 'read', arguments: { path: '/v1/plans' } }
	expect((await ask(own, 'tools/call', call, at('192.0.2.7'))).body.details.reason).toBe('ip.blocked')
	expect((await ask(own, 'tools/call', call, at('198.51.100.7'))).status).toBe(200)
})

test('headers of the client say nothing about the call of a tool', async () => {
	const key_ = unique('key')
	const headers = {
		'If-Match': '"x"',
		'Idempotency-Key': key_,
		'Confirm-Within': '60',
		Prefer: 'respond-async',
		'X-Client': 'console',
	}
	const root = toolsOf(await adminKey(), { headers })
	const body = () => ({ name: unique('plan'), display_name: 'Plan' })
	for (const one of [body(), body()])
		expect((await root('write', { method: 'POST', path: '/v1/plans', body: one })).data).toMatchObject({
			status: 201,
			untrusted: one,
		})
	const dry = await ask(key, 'tools/list', {}, { headers: { 'Dry-Run': 'true' } })
	expect(dry).toMatchObject({ status: 400, body: { details: { reason: 'dry_run.not_offered' } } })
})

test('finding and describing ask the database nothing of a known caller', async () => {
	const tool = toolsOf(key)
	await tool('find', { query: 'plans' })
	for (const [name, args] of [
		['find', { query: 'plans' }],
		['describe', { method: 'GET', path: '/v1/plans' }],
	] as const)
		expect((await counted(() => tool(name, args))).calls).toBe(0)
	expect((await counted(() => tool('read', { path: '/v1/plans' }))).calls).toBe(1)
	expect(env.ACCESS_LOG).toBe('on')
})
