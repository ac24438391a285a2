import { env } from 'cloudflare:workers'
import { expect, inject, test, vi } from 'vitest'
import { as, send } from '../support/api.ts'
import { counted } from '../support/d1.ts'
import { underGateway } from '../support/gateway.ts'
import { newLongLived, forgetPrincipals } from '../support/program.ts'
import { address, signIn, unique, user, world } from '../support/world.ts'

// The guards against volume: the limits of callers, and of look-ups of unknown credentials.

/** The configuration of the deployment's limits, by binding. */
const configured = Object.fromEntries(
	(inject('wrangler') as { ratelimits: { name: string; simple: object }[] }).ratelimits.map(({ name, simple }) => [
		name,
		simple,
	]),
)

/** A rate limit that lets each key through so many times. */
function limiter(budget: number): RateLimit {
	const counts = new Map<string, number>()
	return {
		limit: ({ key }) => {
			const count = (counts.get(key) ?? 0) + 1
			counts.set(key, count)
			return Promise.resolve({ success: count <= budget })
		},
	}
}

/** Rate limits that refuse the named keys, and a list of all keys that were counted. */
function spied(...refused: string[]) {
	const keys: string[] = []
	const limit = ({ key }: RateLimitOptions) => {
		keys.push(key)
		return Promise.resolve({ success: !refused.includes(key) })
	}
	const [PRINCIPAL_RATE_LIMIT, ORG_RATE_LIMIT, SIGN_IN_RATE_LIMIT] = [{ limit }, { limit }, { limit }]
	return { keys, env: { RATE_LIMITS: 'on', PRINCIPAL_RATE_LIMIT, ORG_RATE_LIMIT, SIGN_IN_RATE_LIMIT } }
}

/** A key in our format that belongs to nobody. */
const bogus = () => newLongLived('api_key')
const bearer = (token: string | undefined, from = '203.0.113.7') => ({
	Authorization: `Bearer ${token}`,
	'CF-Connecting-IP': from,
})
test('a user is limited to 600 requests a minute over all keys and logins, and learns when to retry', async () => {
	expect(configured.PRINCIPAL_RATE_LIMIT).toEqual({ limit: 600, period: 60 })
	const caller = await user()
	const tokens = [caller.token, (await signIn(caller.login)).token]
	for (let key = 0; key < 2; key += 1)
		tokens.push((await caller.post('/v1/api-keys', { name: unique('key') })).body.key)
	const on = { env: { RATE_LIMITS: 'on', PRINCIPAL_RATE_LIMIT: limiter(8) } }
	for (let request = 0; request < 8; request += 1)
		expect((await as(tokens[request % 4]).get('/v1/nothing', on)).status).toBe(404)
	for (const token of tokens) {
		const { status, body, headers } = await as(token).get('/v1/plans', on)
		expect({ status, body }).toEqual({
			status: 429,
			body: { error: 'rate_limit', message: expect.any(String), trace_id: expect.any(String), details: {} },
		})
		expect(headers.get('Retry-After')).toBe('60')
		expect(headers.get('RateLimit')).toBe('"caller";r=0;t=60')
	}
	expect((await caller.get('/healthz', on)).status).toBe(200)
	expect((await caller.get('/v1/me')).status).toBe(200)
})

test("the deployment's own limits refuse a request beyond their number", async () => {
	const { limit } = configured.SIGN_IN_RATE_LIMIT as { limit: number }
	// Twice as many and one, since they may fall into two minutes.
	const counts = Array.from({ length: limit * 2 + 1 }, () => env.SIGN_IN_RATE_LIMIT.limit({ key: 'anyone' }))
	expect((await Promise.all(counts)).map(({ success }) => success)).toContain(false)
})

test('a request counts for its user and its org, and either can refuse it', async () => {
	const caller = await user()
	const key = as((await caller.post('/v1/api-keys', { name: unique('key') })).body.key)
	for (const api of [caller, key]) {
		const { keys, env: limits } = spied()
		expect((await api.get('/v1/plans?limit=1', { env: limits })).status).toBe(200)
		// The isolate knows the user, but sees the key for the first time.
		expect(keys.filter((one) => !one.startsWith('lookup '))).toEqual([caller.user_id, caller.org_id])
	}
	for (const [full, name] of [
		[caller.user_id, 'caller'],
		[caller.org_id, 'org'],
	] as const) {
		const { status, headers } = await caller.get('/v1/plans', { env: spied(full).env })
		expect([status, headers.get('RateLimit')]).toEqual([429, `"${name}";r=0;t=60`])
	}
})

test('signing in is limited to 60 requests a minute from one address, or from one IPv6 /64', async () => {
	expect(configured.SIGN_IN_RATE_LIMIT).toEqual({ limit: 60, period: 60 })
	const on = { RATE_LIMITS: 'on', SIGN_IN_RATE_LIMIT: limiter(3) }
	const from = (client_address: string) =>
		send('POST', '/v1/auth/logout', { env: on, headers: { 'CF-Connecting-IP': client_address } })
	for (const host of [1, 2, 3]) expect((await from(`2001:db8:1:1::${host}`)).status).toBe(401)
	expect(await from('2001:db8:1:1::4')).toMatchObject({ status: 429, body: { error: 'rate_limit' } })
	expect((await from(address())).status).toBe(401)
})

test('requests without a credential count by address, IPv6 by its /64', async () => {
	for (const [from, counts] of [
		['203.0.113.9', '203.0.113.9'],
		['::ffff:203.0.113.9', '203.0.113.9'],
		['2001:DB8:1:2:3:4:5:6', '2001:db8:1:2'],
		['2001:db8:1:2::', '2001:db8:1:2'],
		['garbage', 'unknown'],
	] as const) {
		const { keys, env: limits } = spied()
		await send('GET', '/v1/plans', { headers: { 'CF-Connecting-IP': from }, env: limits })
		expect([from, keys]).toEqual([from, [counts]])
	}
})

test('unknown credentials reach the database only while their /64 is under its limit', async () => {
	const known = (await user()).token
	expect((await as(known).get('/v1/plans')).status).toBe(200)
	const on = { RATE_LIMITS: 'on', PRINCIPAL_RATE_LIMIT: limiter(4) }
	const ask = async (path: string, token: string | undefined, host: string) =>
		(await send('GET', path, { env: on, headers: bearer(token, `2001:db8:2:2:${host}`) })).status
	const flood: number[] = []
	const { calls } = await counted(async () => {
		for (const host of ['1::1', '2::1', '3::1', '4::1', '5::1', '6::1'])
			flood.push(await ask('/v1/plans', bogus(), host))
	})
	expect(flood).toEqual([401, 401, 401, 401, 429, 429])
	// The isolate reads the gateway's document for the first of them.
	expect(calls).toBeLessThanOrEqual(5)
	const later: number[] = []
	const refused = await counted(async () => {
		for (const path of ['/v1/plans', '/readyz?verbose', '/v1/auth/refresh']) later.push(await ask(path, bogus(), ':1'))
	})
	expect({ later, calls: refused.calls }).toEqual({ later: [429, 429, 429], calls: 0 })
	// A known caller still gets through from the same address.
	expect(await ask('/v1/plans', known, ':1')).toBe(200)
})

test('a refused credential is cached for five seconds', async () => {
	const key = bogus()
	await send('GET', '/v1/plans')
	const ask = () => send('GET', '/v1/plans', { headers: bearer(key) })
	expect((await counted(ask)).calls).toBe(1)
	const again = await counted(async () => {
		for (let request = 0; request < 10; request += 1) expect((await ask()).status).toBe(401)
	})
	expect(again.calls).toBe(0)
})

test('a member who is added again gets in at once, in the isolate that added them', async () => {
	const { admin: root, member, org_id } = await world()
	const at = `/v1/admin/orgs/${org_id}/members/${member.user_id}`
	expect((await root.delete(at)).status).toBe(204)
	expect((await member.get('/v1/plans')).status).toBe(401)
	expect((await root.put(at, { role: 'member' })).status).toBe(200)
	expect((await member.get('/v1/plans')).status).toBe(200)
})

test("look-ups count by the address that the gateway finds, and known credentials don't count", async () => {
	const caller = await user()
	const key = as((await caller.post('/v1/api-keys', { name: unique('key') })).body.key)
	await underGateway({ ip_mode: 'proxy', trusted_cidrs: ['192.0.2.0/24'] }, async () => {
		const headers = { 'CF-Connecting-IP': '192.0.2.1', 'X-Forwarded-For': '2001:db8:9:9::7' }
		// The isolate reads the new document for the first request that needs one.
		await send('GET', '/v1/plans')
		const first = spied()
		expect((await key.get('/v1/plans', { headers, env: first.env })).status).toBe(200)
		expect(first.keys).toEqual(['lookup 2001:db8:9:9', caller.user_id, caller.org_id])
		forgetPrincipals()
		const second = spied()
		expect((await key.get('/v1/plans', { headers, env: second.env })).status).toBe(200)
		expect(second.keys).toEqual([caller.user_id, caller.org_id])
	})
})

test('RATE_LIMITS=off turns every limit off', async () => {
	const { keys, env: limits } = spied()
	const off = { ...limits, RATE_LIMITS: 'off' }
	await send('GET', '/v1/plans', { headers: bearer(bogus()), env: off })
	await send('POST', '/v1/auth/logout', { env: off })
	await (await user()).get('/v1/me', { env: off })
	expect(keys).toEqual([])
	expect(env.RATE_LIMITS).toBe('off')
})

test('a probe looks up no credential unless it has ?verbose', async () => {
	vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
	await send('GET', '/readyz')
	const probe = await counted(() => send('GET', '/readyz', { headers: bearer(bogus()) }))
	vi.useRealTimers()
	expect(probe.calls).toBe(0)
	const { keys, env: limits } = spied()
	await send('GET', '/readyz', { headers: bearer(bogus()), env: limits })
	expect(keys).toEqual([])
	await send('GET', '/readyz?verbose', { headers: bearer(bogus(), '2001:db8:7:7::1'), env: limits })
	expect(keys).toEqual(['lookup 2001:db8:7:7', '2001:db8:7:7'])
})
