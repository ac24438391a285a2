import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { type Api, as, send } from '../support/api.ts'
import { counted } from '../support/d1.ts'
import { operator } from '../support/operators.ts'
import { create, PASSWORD, unique, user, world } from '../support/world.ts'

// What the rules let in and refuse.

const PATH = '/v1/ip-rules'
const HOME = '203.0.113.7'
const AWAY = '198.51.100.7'
const from = (client_address: string) => ({ headers: { 'CF-Connecting-IP': client_address } })
const blocked = { status: 403, body: { error: 'auth.forbidden', details: { reason: 'ip.blocked' } } }

const add = async (caller: Api, type: string, cidr: string, client_address = HOME) => {
	const { status, body } = await caller.post(`${PATH}?confirm=true`, { type, cidr }, from(client_address))
	expect(status).toBe(201)
	return body
}
const reaches = async (caller: Api, client_address: string, path = '/v1/plans') =>
	(await caller.get(path, from(client_address))).status === 200
const keyOf = async (caller: Api, scopes: string[] = []) =>
	as((await caller.post('/v1/api-keys', { name: unique('key'), scopes }, from(HOME))).body.key)

test('a blocked address is refused for owner, member and API key alike, but not for other orgs', async () => {
	const { owner, member, stranger, admin } = await world()
	const key = await keyOf(owner)
	for (const caller of [owner, member, key]) expect(await reaches(caller, AWAY)).toBe(true)
	await add(owner, 'blocklist', '198.51.100.0/24')
	for (const caller of [owner, member, key]) {
		expect(await caller.get('/v1/plans', from(AWAY))).toMatchObject(blocked)
		expect(await reaches(caller, HOME)).toBe(true)
	}
	for (const caller of [stranger, admin]) expect(await reaches(caller, AWAY)).toBe(true)
})

test('with an allowlist, only its networks are let in, and the blocklist beats it', async () => {
	const owner = await user()
	await add(owner, 'allowlist', '203.0.113.0/24')
	await add(owner, 'allowlist', '2001:db8:1::/48')
	await add(owner, 'blocklist', '203.0.113.128/25')
	const expected = {
		[HOME]: true,
		'203.0.113.127': true,
		'203.0.113.128': false,
		[`::ffff:${HOME}`]: true,
		'::ffff:cb00:7107': true,
		'::ffff:203.0.113.200': false,
		[AWAY]: false,
		'2001:db8:1:2::3': true,
		'2001:DB8:1:0:0:0:0:3': true,
		'2001:db8:2::3': false,
	}
	for (const [ip, admitted] of Object.entries(expected)) {
		expect({ ip, admitted: await reaches(owner, ip) }).toEqual({ ip, admitted })
		const { body } = await owner.post(`${PATH}/check`, { ip }, from(HOME))
		expect({ ip, admitted: body.allowed }).toEqual({ ip, admitted })
	}
})

test('an invalid address is refused by orgs with rules, and let in by all others', async () => {
	const [owner, stranger] = [await user(), await user()]
	await add(owner, 'blocklist', '192.0.2.1')
	for (const odd of ['garbage', '', '10.1', '203.0.113.7, 10.0.0.1', '203.0.113.7/32', '203.0.113.7:80', '[::1]']) {
		expect({ odd, admitted: await reaches(owner, odd) }).toEqual({ odd, admitted: false })
		expect({ odd, admitted: await reaches(stranger, odd) }).toEqual({ odd, admitted: true })
	}
	expect(await reaches(owner, HOME)).toBe(true)
})

test('every kind of request is checked, on known and unknown paths, before its input is validated', async () => {
	const owner = await user()
	await add(owner, 'blocklist', AWAY)
	const calls = [
		owner.get('/v1/me', from(AWAY)),
		owner.post('/v1/api-keys', '{', from(AWAY)),
		owner.patch('/v1/notifications', {}, from(AWAY)),
		owner.put('/v1/tool-providers/web_search/keyed/activate', {}, from(AWAY)),
		owner.delete(`${PATH}/nothing`, from(AWAY)),
		owner.post(`${PATH}/check`, { ip: HOME }, from(AWAY)),
		owner.get('/v1/admin/users', from(AWAY)),
		owner.get('/v1/nowhere', from(AWAY)),
		owner.post('/v1/auth/logout', {}, from(AWAY)),
		owner.post('/ofrep/v1/evaluate/flags', { context: {} }, from(AWAY)),
		owner.post('/ofrep/v1/evaluate/flags/x', { context: {} }, from(AWAY)),
	]
	for (const response of await Promise.all(calls)) expect(response).toMatchObject(blocked)
	// Nobody was logged out.
	expect(await reaches(owner, HOME, '/v1/me')).toBe(true)
	const flag = await create.featureFlag()
	const evaluated = await owner.post(`/ofrep/v1/evaluate/flags/${flag.key}`, { context: {} }, from(HOME))
	expect(evaluated.status).toBe(200)
})

test('requests without a credential are not checked, so one may get a token where it cannot be used', async () => {
	const owner = await user()
	await add(owner, 'blocklist', AWAY)
	expect((await send('GET', '/healthz', from(AWAY))).status).toBe(200)
	expect((await send('GET', '/openapi.json', from(AWAY))).status).toBe(200)
	expect((await send('GET', '/v1/plans', from(AWAY))).status).toBe(401)
	const login = await send('POST', '/v1/auth/login', {
		body: { login: owner.login, password: PASSWORD },
		...from(AWAY),
	})
	expect(login.status).toBe(200)
	const token = as(login.body.access_token)
	expect(await token.get('/v1/me', from(AWAY))).toMatchObject(blocked)
	expect((await token.get('/v1/me', from(HOME))).status).toBe(200)
})

test('a user of two orgs is subject to the rules of the one they act in', async () => {
	const { owner, stranger, org_id, admin } = await world()
	await admin.put(`/v1/admin/orgs/${org_id}/members/${stranger.user_id}`, { role: 'member' })
	await add(owner, 'blocklist', AWAY)
	const { body } = await send('POST', '/v1/auth/login', {
		body: { login: stranger.login, password: PASSWORD, org_id },
		...from(AWAY),
	})
	const refused = await as(body.access_token).get('/v1/me', from(AWAY))
	expect(refused).toMatchObject(blocked)
	// A person who asks who they are also reads where else they can act.
	const orgs = [{ org_id: stranger.org_id, name: expect.any(String) }]
	expect(refused.body.details).toEqual({ reason: 'ip.blocked', client_address: AWAY, orgs })
	expect((await as(body.access_token).get('/v1/plans', from(AWAY))).body.details).not.toHaveProperty('orgs')
	expect(await reaches(stranger, AWAY, '/v1/me')).toBe(true)
})

test("a caller who reads another org's data is subject to that org's rules, in one D1 call", async () => {
	const { admin, owner, stranger: guest, org_id } = await world()
	const flag = await create.featureFlag()
	await admin.put(`/v1/admin/orgs/${org_id}/members/${guest.user_id}`, { role: 'member' })
	const paths = [
		`/v1/orgs/${org_id}/usage/daily?start=2026-01-01&end=2026-01-02`,
		`/v1/orgs/${org_id}/usage/summary`,
		`/v1/orgs/${org_id}/usage/by-model`,
		`/v1/entitlements?org_id=${org_id}`,
		`/v1/feature-flags/${flag.key}/evaluate?org_id=${org_id}`,
	]
	const costs: number[] = []
	for (const path of paths) {
		await guest.get(path, from(AWAY))
		costs.push((await counted(() => guest.get(path, from(AWAY)))).calls)
	}
	await add(owner, 'blocklist', AWAY)
	for (const [index, path] of paths.entries()) {
		await guest.get('/v1/me', from(AWAY))
		let refused: unknown
		const { calls } = await counted(async () => {
			refused = await guest.get(path, from(AWAY))
		})
		expect([path, refused, calls]).toMatchObject([path, blocked, 1])
		const { calls: admitted } = await counted(async () => {
			expect([path, (await guest.get(path, from(HOME))).status]).toEqual([path, 200])
		})
		expect([path, admitted]).toEqual([path, costs[index]])
		expect([path, (await admin.get(path, from(AWAY))).status]).toEqual([path, 200])
	}
	const key = await keyOf(guest)
	for (const path of paths) expect([path, (await key.get(path, from(AWAY))).status]).toEqual([path, 404])
})

test('a platform admin is exempt in any org, and their API key only if it holds platform_admin', async () => {
	const { admin } = await world()
	const deputy = await operator(['admin'])
	const grant = `/v1/admin/users/${deputy.user_id}/platform-admin`
	const [strong, weak] = [await keyOf(deputy, ['platform_admin']), await keyOf(deputy, ['org.settings'])]
	await add(deputy, 'blocklist', AWAY)
	await add(deputy, 'allowlist', HOME)
	expect(await reaches(deputy, AWAY)).toBe(true)
	expect(await reaches(deputy, 'garbage')).toBe(true)
	expect(await reaches(strong, AWAY)).toBe(true)
	expect(await weak.get('/v1/plans', from(AWAY))).toMatchObject(blocked)
	expect(await reaches(weak, HOME)).toBe(true)
	await admin.delete(grant)
	expect(await deputy.get('/v1/plans', from(AWAY))).toMatchObject(blocked)
})

test('a rule and its deletion apply at once, even to known callers', async () => {
	const { owner, member } = await world()
	for (let round = 0; round < 2; round += 1) {
		expect(await reaches(member, AWAY)).toBe(true)
		const { id } = await add(owner, 'blocklist', AWAY)
		expect(await reaches(member, AWAY)).toBe(false)
		expect((await owner.delete(`${PATH}/${id}`, from(HOME))).status).toBe(204)
	}
	expect(await reaches(member, AWAY)).toBe(true)
})

test("another isolate's rule applies within five seconds", async () => {
	const owner = await user()
	expect(await reaches(owner, AWAY)).toBe(true)
	await env.DB.prepare(
		"INSERT INTO ip_rules (id, org_id, type, cidr, created_at) VALUES (?, ?, 'blocklist', '198.51.100.7/32', '')",
	)
		.bind(unique('ipr'), owner.org_id)
		.run()
	vi.useFakeTimers({ now: Date.now() + 5_001, toFake: ['Date'] })
	const isIn = await reaches(owner, AWAY)
	vi.useRealTimers()
	expect(isIn).toBe(false)
})

test('a blocked request costs no D1 call once the caller is known', async () => {
	const owner = await user()
	await add(owner, 'blocklist', AWAY)
	await owner.get('/v1/plans', from(AWAY))
	const refused = () => owner.post('/v1/api-keys', { name: 'key' }, from(AWAY))
	expect((await counted(async () => expect(await refused()).toMatchObject(blocked))).calls).toBe(0)
})

test('rules that are written concurrently are all enforced', async () => {
	const owner = await user()
	await Promise.all(Array.from({ length: 8 }, (_, i) => add(owner, 'blocklist', `198.51.100.${i}`)))
	const admitted = await Promise.all(Array.from({ length: 9 }, (_, i) => reaches(owner, `198.51.100.${i}`)))
	expect(admitted).toEqual([...Array<boolean>(8).fill(false), true])
})
