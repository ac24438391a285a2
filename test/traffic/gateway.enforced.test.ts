import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import type { GatewayDocument } from '../../src/worker/traffic/gateway/schema.ts'
import { type Api, as, send } from '../support/api.ts'
import { counted } from '../support/d1.ts'
import { underGateway } from '../support/gateway.ts'
import { unique, user, world } from '../support/world.ts'

// Which address a request comes from, seen over HTTP by means of an org's allowlist.

const CLIENT = '203.0.113.7'
const OTHER = '198.51.100.7'
const EDGE = '192.0.2.1'
const TRUSTED = ['192.0.2.0/24', '10.0.0.0/8', '2001:db8:ed::/48']

const allow = (caller: Api, cidr: string) =>
	caller.post('/v1/ip-rules?confirm=true', { type: 'allowlist', cidr }, { headers: { 'CF-Connecting-IP': EDGE } })
const reach = async (caller: Api, headers: Record<string, string>) => {
	const { status, body } = await caller.get('/v1/plans', { headers })
	return status === 200 ? 'let in' : body.details.reason
}
const from = (peer: string, chain?: string, named?: string) => ({
	'CF-Connecting-IP': peer,
	...(chain === undefined ? {} : { 'X-Forwarded-For': chain }),
	...(named === undefined ? {} : { 'True-Client-IP': named }),
})

test('an org that allows one address can only be reached from there, whatever is forged', async () => {
	const owner = await user('owner')
	expect((await allow(owner, CLIENT)).status).toBe(201)
	const key = as((await owner.post('/v1/api-keys', { name: unique('key') }, { headers: from(CLIENT) })).body.key)
	const tables: [Partial<GatewayDocument>, [Record<string, string>, boolean][]][] = [
		[
			{ ip_mode: 'direct' },
			[
				[from(CLIENT, OTHER, OTHER), true],
				[from(OTHER, CLIENT, CLIENT), false],
				[{ ...from(OTHER), 'X-Real-IP': CLIENT, Forwarded: `for=${CLIENT}`, 'CF-Connecting-IPv6': CLIENT }, false],
				[from('garbage', CLIENT, CLIENT), false],
			],
		],
		[
			{ ip_mode: 'proxy', trusted_cidrs: TRUSTED },
			[
				[from(EDGE, CLIENT), true],
				[from(EDGE, `${OTHER}, ${CLIENT}:99, 10.0.0.1`), true],
				[from(EDGE, `[::ffff:${CLIENT}]:99`), true],
				[from('2001:db8:ed::1', CLIENT, OTHER), true],
				[from(CLIENT, OTHER), true],
				[from(EDGE, `${CLIENT}, ${OTHER}`), false],
				[from(EDGE, OTHER, CLIENT), false],
				[from(OTHER, CLIENT), false],
				[from(EDGE), false],
				[from(EDGE, ''), false],
				[from(EDGE, `${CLIENT}, unknown`), false],
				[from(EDGE, '10.0.0.1'), false],
			],
		],
		[
			{ ip_mode: 'cdn', trusted_cidrs: TRUSTED },
			[
				[from(EDGE, OTHER, CLIENT), true],
				[from(CLIENT, OTHER, OTHER), true],
				[from(OTHER, CLIENT, CLIENT), false],
				[from(EDGE, CLIENT), false],
				[from(EDGE, CLIENT, OTHER), false],
				[from(EDGE, CLIENT, `${CLIENT}, ${CLIENT}`), false],
			],
		],
	]
	for (const [config, rows] of tables)
		await underGateway(config, async () => {
			for (const [headers, isIn] of rows)
				for (const caller of [owner, key])
					expect({ config, headers, reach: await reach(caller, headers) }).toEqual({
						config,
						headers,
						reach: isIn ? 'let in' : 'ip.blocked',
					})
		})
})

test('a repeated X-Forwarded-For is one chain, and a repeated True-Client-IP names no address', async () => {
	const owner = await user('owner')
	await allow(owner, CLIENT)
	const twice = (name: string, ...values: string[]) => {
		const headers = new Headers({ 'CF-Connecting-IP': EDGE })
		for (const value of values) headers.append(name, value)
		return Object.fromEntries(headers)
	}
	await underGateway({ ip_mode: 'proxy', trusted_cidrs: TRUSTED }, async () => {
		expect(await reach(owner, twice('X-Forwarded-For', OTHER, CLIENT))).toBe('let in')
		expect(await reach(owner, twice('X-Forwarded-For', CLIENT, OTHER))).toBe('ip.blocked')
	})
	await underGateway({ ip_mode: 'cdn', trusted_cidrs: TRUSTED }, async () => {
		expect(await reach(owner, twice('True-Client-IP', CLIENT))).toBe('let in')
		expect(await reach(owner, twice('True-Client-IP', CLIENT, CLIENT))).toBe('ip.blocked')
	})
})

test('an unreadable address is let in if there are no rules, and never shown as it was sent', async () => {
	const { owner, admin } = await world()
	await underGateway({ ip_mode: 'proxy', trusted_cidrs: TRUSTED }, async () => {
		const headers = from(EDGE, '<script>')
		expect(await reach(owner, headers)).toBe('let in')
		const { body } = await owner.post('/v1/ip-rules?confirm=true', { type: 'blocklist', cidr: OTHER }, { headers })
		const [entry] = (await admin.get(`/v1/admin/audit-logs?target_id=${body.id}`)).body
		expect(entry.client_address).toBe('unknown')
		expect(await reach(owner, headers)).toBe('ip.blocked')
	})
})

test('a change applies to the next request, even from known callers', async () => {
	const owner = await user('owner')
	await allow(owner, CLIENT)
	const headers = from(EDGE, CLIENT)
	for (let round = 0; round < 3; round += 1) {
		expect(await reach(owner, headers)).toBe('ip.blocked')
		await underGateway({ ip_mode: 'proxy', trusted_cidrs: [`${EDGE}/32`] }, async () => {
			expect(await reach(owner, headers)).toBe('let in')
		})
	}
})

test("another isolate's change applies within five seconds, even to callers without a credential", async () => {
	const owner = await user('owner')
	await allow(owner, CLIENT)
	const anonymous = () => send('POST', '/v1/auth/logout', { headers: from(EDGE, CLIENT) })
	await underGateway({}, async () => {
		expect(await reach(owner, from(EDGE, CLIENT))).toBe('ip.blocked')
		expect((await anonymous()).status).toBe(401)
		await env.DB.prepare(
			`UPDATE gateway_config SET ip_mode = 'proxy', trusted_cidrs = '["192.0.2.0/24"]', risk_reject_threshold = 0.1`,
		).run()
		vi.useFakeTimers({ now: Date.now() + 5_001, toFake: ['Date'] })
		expect(await reach(owner, { ...from(EDGE, CLIENT), 'User-Agent': 'curl/8' })).toBe('let in')
		expect(await anonymous()).toMatchObject({ status: 403, body: { details: { reason: 'risk.rejected' } } })
	})
})

test('the document costs no D1 call of its own: it is read with the principal, or cached', async () => {
	const owner = await user('owner')
	vi.useFakeTimers({ toFake: ['Date'] })
	await owner.get('/v1/me')
	expect((await counted(() => owner.get('/v1/plans'))).calls).toBe(1)
	await send('POST', '/v1/auth/logout')
	expect((await counted(() => send('POST', '/v1/auth/logout'))).calls).toBe(0)
})

test('behind a proxy, failed logins count against the client, not the proxy', async () => {
	const guess = (headers: Record<string, string>) =>
		send('POST', '/v1/auth/login', { body: { login: unique('guess'), password: 'wrong password 1' }, headers })
	const [bad, good] = ['203.0.113.66', '203.0.113.67']
	await underGateway({ ip_mode: 'proxy', trusted_cidrs: TRUSTED }, async () => {
		for (let failure = 0; failure < 50; failure += 1)
			expect((await guess(from(EDGE, `${failure}.1.1.1, ${bad}`))).status).toBe(401)
		expect((await guess(from(EDGE, bad))).status).toBe(429)
		expect((await guess(from(EDGE, good))).status).toBe(401)
	})
})
