import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { newApiKey } from '../../src/identity/auth/tokens.ts'
import { as, send } from '../support/api.ts'
import { counted } from '../support/d1.ts'
import { underGateway } from '../support/gateway.ts'
import { address, signIn, unique, user, world } from '../support/world.ts'

// The guards against volume: the limits of callers, and of look-ups of unknown credentials.

const ON = { env: { RATE_LIMITS: 'on' } }

/** Repeats `work` until one run begins and ends in the same minute, because the rate limits count by the minute. */
async function withinOneMinute<T>(work: () => Promise<T>): Promise<T> {
	const minute = () => Math.floor(Date.now() / 60_000)
	for (;;) {
		const began = minute()
		const done = await work()
		if (minute() === began) return done
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
const bogus = newApiKey
const bearer = (token: string | undefined, from = '203.0.113.7') => ({
	Authorization: `Bearer ${token}`,
	'CF-Connecting-IP': from,
})
/** The prefix of an unused IPv6 /64. */
const network = () =>
	`2001:db8:${address()
		.split('.')
		.slice(2)
		.map((part) => Number(part).toString(16))
		.join(':')}`

test('a user is limited to 600 requests a minute over all keys and logins, and learns when to retry', async () => {
	const requests = async () => {
		const caller = await user()
		const tokens = [caller.token, (await signIn(caller.login)).token]
		for (let key = 0; key < 2; key += 1)
			tokens.push((await caller.post('/v1/api-keys', { name: unique('key') })).body.key)
		for (let request = 0; request < 600; request += 1)
			expect((await as(tokens[request % 4]).get('/v1/nothing', ON)).status).toBe(404)
		return { caller, responses: await Promise.all(tokens.map((token) => as(token).get('/v1/plans', ON))) }
	}
	const { caller, responses } = await withinOneMinute(requests)
	for (const { status, body, headers } of responses) {
		expect({ status, body }).toEqual({
			status: 429,
			body: { error: 'rate_limit', message: 'Too many requests', trace_id: expect.any(String), details: {} },
		})
		expect(headers.get('Retry-After')).toBe('60')
	}
	expect((await caller.get('/healthz', ON)).status).toBe(200)
	expect((await caller.get('/v1/me')).status).toBe(200)
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
	for (const full of [caller.user_id, caller.org_id])
		expect((await caller.get('/v1/plans', { env: spied(full).env })).status).toBe(429)
})

test('signing in is limited to 60 requests a minute from one address, or from one IPv6 /64', async () => {
	const requests = async () => {
		const prefix = network()
		const from = (host: number) => ({ ...ON, headers: { 'CF-Connecting-IP': `${prefix}::${host.toString(16)}` } })
		for (let request = 0; request < 60; request += 1)
			expect((await send('POST', '/v1/auth/logout', from(request + 1))).status).toBe(401)
		return send('POST', '/v1/auth/logout', from(61))
	}
	expect(await withinOneMinute(requests)).toMatchObject({ status: 429, body: { error: 'rate_limit' } })
	const elsewhere = { ...ON, headers: { 'CF-Connecting-IP': address() } }
	expect((await send('POST', '/v1/auth/logout', elsewhere)).status).toBe(401)
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
	const requests = async () => {
		const prefix = network()
		const ask = async (path: string, token: string | undefined, from: string) =>
			(await send('GET', path, { ...ON, headers: bearer(token, from) })).status
		const flood: number[] = []
		const { calls } = await counted(async () => {
			for (let request = 0; request < 620; request += 1)
				flood.push(await ask('/v1/plans', bogus(), `${prefix}:${request.toString(16)}::1`))
		})
		const later: number[] = []
		const refused = await counted(async () => {
			for (const path of ['/v1/plans', '/readyz?verbose', '/v1/auth/refresh'])
				later.push(await ask(path, bogus(), `${prefix}::1`))
		})
		return { flood, calls, later, more: refused.calls, known: await ask('/v1/plans', known, `${prefix}::1`) }
	}
	const seen = await withinOneMinute(requests)
	expect(seen.flood.filter((status) => status === 429)).toHaveLength(20)
	// The gateway's document is read again once it's five seconds old.
	expect(seen.calls).toBeLessThan(615)
	expect(seen).toMatchObject({ later: [429, 429, 429], more: 0 })
	// A known caller still gets through from the same address. It costs a look-up once the principal is five seconds old.
	expect(seen.known).toBe(200)
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
		const { forgetPrincipals } = await import('../../src/tenancy/principals/remembered.ts')
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
	try {
		await send('GET', '/readyz')
		const probe = await counted(() => send('GET', '/readyz', { headers: bearer(bogus()) }))
		expect(probe.calls).toBe(0)
	} finally {
		vi.useRealTimers()
	}
	const { keys, env: limits } = spied()
	await send('GET', '/readyz', { headers: bearer(bogus()), env: limits })
	expect(keys).toEqual([])
	await send('GET', '/readyz?verbose', { headers: bearer(bogus(), '2001:db8:7:7::1'), env: limits })
	expect(keys).toEqual(['lookup 2001:db8:7:7', '2001:db8:7:7'])
})
