import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { KeptEntry } from '../../src/worker/traffic/access-log/entry.ts'
import type { GatewayDocument } from '../../src/worker/traffic/gateway/schema.ts'
import { as, LENIENT } from '../support/api.ts'
import { entryAt } from '../support/archive.ts'
import { counted } from '../support/d1.ts'
import { configOf, CURL, GATEWAY, HETZNER, sendFromEdge, TOR, underGateway } from '../support/gateway.ts'
import { withAccessLog } from '../support/logged.ts'
import { DEFAULT_DOCUMENT, compileGateway, openDatabase, rehearse } from '../support/program.ts'
import { runsOf } from '../support/property.ts'
import { admin, unique, user, world } from '../support/world.ts'

withAccessLog()

// What a configuration would have done to recent requests.

const EDGE = '192.0.2.1'
const HOME = '203.0.113.7'
const AWAY = '198.51.100.7'
const PROXY: Partial<GatewayDocument> = { ip_mode: 'proxy', trusted_cidrs: ['192.0.2.0/24'] }

const ask = async (config: Partial<GatewayDocument>, headers: Record<string, string> = {}) => {
	const { status, body } = await (await admin()).post(`${GATEWAY}/rehearse`, { config: configOf(config) }, { headers })
	expect(status).toBe(200)
	return body
}
const hitsOf = (
	rehearsal: { users: { user_id: string; refused: number; newly_refused: number }[] },
	{ user_id }: { user_id: string },
) => rehearsal.users.find((hit) => hit.user_id === user_id)

// Over HTTP, on the log of the tests' own requests.

test('requests count for the user who made them, including those with their API keys', async () => {
	const { owner, stranger } = await world()
	const key = as((await owner.post('/v1/api-keys', { name: unique('key') })).body.key)
	const risky = (token: string | undefined) => ({ token, cf: TOR, headers: { 'User-Agent': CURL } })
	for (const token of [owner.token, owner.token, key.token, stranger.token])
		expect((await sendFromEdge('GET', '/v1/plans', risky(token))).status).toBe(200)
	// Not assessed at all.
	expect((await sendFromEdge('GET', '/healthz', risky(owner.token))).status).toBe(200)
	const rehearsal = await ask({ risk_reject_threshold: 0.9 })
	expect(hitsOf(rehearsal, owner)).toEqual({
		user_id: owner.user_id,
		username: owner.login,
		login: owner.login,
		refused: 3,
		newly_refused: 3,
		last_at: expect.stringMatching(/^\d{4}-/),
	})
	expect(hitsOf(rehearsal, stranger)).toMatchObject({ refused: 1 })
	expect(rehearsal.refused).toBe(rehearsal.refused_by['ip.blocked'] + rehearsal.refused_by['risk.rejected'])
	expect(rehearsal.judged).toBeGreaterThanOrEqual(rehearsal.refused)
	expect(rehearsal.refused).toBe(rehearsal.newly_refused + rehearsal.refused_by_both)
	expect(rehearsal.from <= rehearsal.to).toBe(true)
	const laxer = await ask({ risk_reject_threshold: 0.95 })
	expect([hitsOf(laxer, owner), hitsOf(laxer, stranger)]).toEqual([undefined, undefined])
})

test("today's IP rules decide about the address that the proposed mode yields", async () => {
	const { owner, stranger } = await world()
	for (const caller of [owner, stranger])
		for (const chain of [HOME, AWAY, `${HOME}, ${AWAY}`])
			expect(
				(await caller.get('/v1/plans', { headers: { 'CF-Connecting-IP': EDGE, 'X-Forwarded-For': chain } })).status,
			).toBe(200)
	const allow = { type: 'allowlist', cidr: HOME }
	const made = await owner.post('/v1/ip-rules?confirm=true', allow, { headers: { 'CF-Connecting-IP': HOME } })
	expect(made.status).toBe(201)
	// Nothing is admitted from the proxy's own address; through it, requests from home are. The rule is of today, so under the
	// present configuration it refuses the same requests.
	const direct = await ask({})
	expect(direct).toMatchObject({ newly_refused: 0, newly_admitted: 0, refused_by_both: direct.refused })
	expect(hitsOf(direct, owner)?.newly_refused).toBe(0)
	expect(hitsOf(direct, owner)?.refused).toBeGreaterThanOrEqual(3)
	expect(hitsOf(direct, stranger)).toBeUndefined()
	const proxied = await ask(PROXY)
	expect(proxied.newly_admitted).toBeGreaterThanOrEqual(1)
	expect((hitsOf(direct, owner)?.refused ?? 0) - (hitsOf(proxied, owner)?.refused ?? 0)).toBe(1)
	const everybody = await ask({ ip_mode: 'proxy', trusted_cidrs: [`${AWAY}/32`, '192.0.2.0/24'] })
	expect((hitsOf(direct, owner)?.refused ?? 0) - (hitsOf(everybody, owner)?.refused ?? 0)).toBe(2)
})

test("a simulation's figures match what happens when the configuration is set", async () => {
	const caller = await user()
	const send = () =>
		Promise.all(
			[{}, TOR, { country: 'T1' }, { asn: HETZNER }, TOR].map((cf) =>
				sendFromEdge('GET', '/v1/plans', { cf, token: caller.token, headers: { 'User-Agent': CURL } }),
			),
		)
	expect((await send()).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
	const config = { risk_reject_threshold: 0.6 }
	const before = await ask(config)
	expect(hitsOf(before, caller)).toMatchObject({ refused: 3 })
	const statuses = await underGateway(config, async () => (await send()).map(({ status }) => status))
	expect(statuses).toEqual([200, 403, 403, 200, 403])
	const after = await ask(config)
	expect(hitsOf(after, caller)).toMatchObject({ refused: 6, newly_refused: 6 })
	// Once the configuration is the present one, it refuses nothing that it doesn't refuse already.
	const [unchanged, back] = await underGateway(config, async () => [await ask(config), await ask({})])
	expect(unchanged).toMatchObject({ newly_refused: 0, newly_admitted: 0, refused_by_both: unchanged.refused })
	expect(back.newly_admitted).toBeGreaterThanOrEqual(6)
})

test('a simulation shows the caller their own request, and refuses no platform admin', async () => {
	const headers = { 'CF-Connecting-IP': EDGE, 'X-Forwarded-For': `${HOME}:99`, 'User-Agent': CURL }
	const callerUnder = async (config: Partial<GatewayDocument>, more = {}) =>
		(await ask(config, { ...headers, ...more })).caller
	expect(await callerUnder({})).toEqual({ client_ip: EDGE, risk_score: 0, risk_reasons: [], refused: false })
	expect(await callerUnder(PROXY)).toMatchObject({ client_ip: HOME })
	expect(await callerUnder(PROXY, { 'X-Forwarded-For': '<x>' })).toMatchObject({ client_ip: 'unknown' })
	expect(await callerUnder({ risk_reject_threshold: 0.1 }, { 'User-Agent': '' })).toEqual({
		client_ip: EDGE,
		risk_score: 0.2,
		risk_reasons: ['empty_user_agent'],
		refused: false,
	})
})

test('a simulation changes nothing', async () => {
	const root = await admin()
	const before = await root.get(GATEWAY)
	const rows = () =>
		env.DB.prepare(
			'SELECT (SELECT count(*) FROM audit_logs) AS audited, (SELECT count(*) FROM idempotency_keys) AS kept, (SELECT version FROM gateway_config) AS version',
		).first()
	const rowsBefore = await rows()
	const { rows_written } = await counted(() =>
		root.post(
			`${GATEWAY}/rehearse`,
			{ config: configOf({ ...PROXY, risk_reject_threshold: 0.1 }) },
			{ headers: { 'Idempotency-Key': unique('key') } },
		),
	)
	expect(rows_written).toBe(0)
	expect(await rows()).toEqual(rowsBefore)
	expect((await root.get(GATEWAY)).headers.get('ETag')).toBe(before.headers.get('ETag'))
	const caller = await user()
	expect((await caller.get('/v1/plans')).status).toBe(200)
})

test('a body without a configuration returns 400 naming the field', async () => {
	const root = await admin()
	for (const body of [{}, DEFAULT_DOCUMENT, { config: null }, { config: 'direct' }])
		expect(await root.post(`${GATEWAY}/rehearse`, body, LENIENT)).toMatchObject({
			status: 400,
			body: { details: { fields: [{ path: 'config' }] } },
		})
})

// On a separate log, where every figure is known.

const reader = openDatabase(env.DB, 'first-primary').reader

const entry = (fields: Partial<KeptEntry> = {}): KeptEntry => ({
	...entryAt(Date.parse('2026-11-21T07:00:00.000Z')),
	identity_type: 'anonymous',
	facts: { peer: AWAY, forwarded_for: undefined, true_client_ip: undefined, country: undefined, asn: undefined },
	...fields,
})
const of = (user_id: string, fields: Partial<KeptEntry> = {}) =>
	entry({ identity_type: 'user', user_id, org_id: `org of ${user_id}`, ...fields })

async function* log(...parts: KeptEntry[][]) {
	for (const part of parts) yield await Promise.resolve(part)
}
const play = (config: Partial<GatewayDocument>, ...parts: KeptEntry[][]) => compare({}, config, ...parts)
const compare = (present: Partial<GatewayDocument>, proposed: Partial<GatewayDocument>, ...parts: KeptEntry[][]) => {
	const gateways = { present: compileGateway(configOf(present)), proposed: compileGateway(configOf(proposed)) }
	return rehearse(reader, gateways, log(...parts))
}

test('an empty log yields zeros', async () => {
	expect(await play({ risk_reject_threshold: 0.1 })).toEqual({
		judged: 0,
		refused: 0,
		refused_by: { 'ip.blocked': 0, 'risk.rejected': 0 },
		newly_refused: 0,
		newly_admitted: 0,
		refused_by_both: 0,
		users: [],
		anonymous: { refused: 0, newly_refused: 0 },
		from: null,
		to: null,
	})
})

test('every figure counts what it says', async () => {
	const at = (second: number) => ({ timestamp: `2026-11-21T07:00:0${second}.000Z` })
	const parts = [
		[
			of('a', at(9)),
			of('a', { ...at(8), user_agent: 'curl/8' }),
			entry({ ...at(7), refused: 'risk.rejected' }),
			of('admin', { ...at(6), is_exempt: true }),
			entry({ ...at(6), path: '/healthz' }),
			entry({ ...at(6), path: '/v1x' }),
		],
		[
			of('b', { ...at(5), refused: 'ip.blocked' }),
			of('a', { ...at(4), identity_type: 'api_key' }),
			entry({ ...at(3), path: '/ofrep/v1/evaluate/flags' }),
			entry({ ...at(2), user_agent: 'curl/8' }),
			entry({ ...at(1), path: '/docs' }),
		],
	]
	const expected = {
		judged: 7,
		refused: 5,
		refused_by: { 'ip.blocked': 0, 'risk.rejected': 5 },
		newly_refused: 5,
		newly_admitted: 0,
		refused_by_both: 0,
		users: [
			{ user_id: 'a', username: null, login: null, refused: 2, newly_refused: 2, last_at: at(9).timestamp },
			{ user_id: 'b', username: null, login: null, refused: 1, newly_refused: 1, last_at: at(5).timestamp },
		],
		anonymous: { refused: 2, newly_refused: 2 },
		from: at(2).timestamp,
		to: at(9).timestamp,
	}
	expect(await play({ risk_reject_threshold: 0.2 }, ...parts)).toEqual(expected)
	expect(await play({ risk_reject_threshold: 0 }, ...parts)).toMatchObject({ judged: 7, refused: 0, users: [] })
	// What counts is the present configuration, not what happened when the request arrived.
	const [present, laxer] = [{ risk_reject_threshold: 0.2 }, { risk_reject_threshold: 0.3 }]
	expect(await compare(present, present, ...parts)).toMatchObject({
		refused: 5,
		newly_refused: 0,
		newly_admitted: 0,
		refused_by_both: 5,
		users: [
			{ user_id: 'a', refused: 2, newly_refused: 0 },
			{ user_id: 'b', refused: 1, newly_refused: 0 },
		],
		anonymous: { refused: 2, newly_refused: 0 },
	})
	expect(await compare(present, laxer, ...parts)).toMatchObject({ refused_by_both: 2, newly_admitted: 3, refused: 2 })
})

test('the users who are newly refused come first', async () => {
	const risky = { user_agent: '', facts: { ...entry().facts, asn: HETZNER } }
	const known = Array.from({ length: 3 }, () => of('known', risky))
	const { users } = await compare({ risk_reject_threshold: 0.5 }, { risk_reject_threshold: 0.2 }, [...known, of('new')])
	expect(users).toMatchObject([
		{ user_id: 'new', refused: 1, newly_refused: 1 },
		{ user_id: 'known', refused: 3, newly_refused: 0 },
	])
})

test('of many users, the hundred with the most refusals are named', async () => {
	const known = await user()
	const parts = Array.from({ length: 104 }, (_, i) =>
		Array.from({ length: i + 1 }, () => of(i === 103 ? known.user_id : `user ${i}`)),
	)
	const { users, refused } = await play({ risk_reject_threshold: 0.2 }, ...parts)
	expect(users).toHaveLength(100)
	expect(users[0]).toMatchObject({ username: known.login, login: known.login, refused: 104 })
	expect(users.map((hit) => hit.refused)).toEqual(Array.from({ length: 100 }, (_, i) => 104 - i))
	expect(refused).toBe((104 * 105) / 2)
})

test('the whole recent log is assessed in a D1 call for each page with new orgs, and one for the names', async () => {
	const { owner, org_id } = await world()
	await owner.post('/v1/ip-rules?confirm=true', { type: 'allowlist', cidr: HOME })
	const [pages, size] = [runsOf(5, 25), runsOf(400, 2_000)]
	const parts = Array.from({ length: pages }, (_, part) =>
		Array.from({ length: size }, (_, i) =>
			of(`user ${i % 500}`, {
				org_id: i % 2 === 0 ? org_id : `org ${part} ${i % 10}`,
				user_agent: `agent/${i % 300}.${part}`,
				facts: {
					peer: EDGE,
					forwarded_for: `${i % 4 === 0 ? HOME : AWAY}, 192.0.2.9`,
					true_client_ip: undefined,
					country: 'DE',
					asn: 64_496,
				},
			}),
		),
	)
	let result: Awaited<ReturnType<typeof rehearse>> | undefined
	const { calls, rows_read } = await counted(async () => (result = await play(PROXY, ...parts)))
	const judged = pages * size
	// The org admits its home only. Directly, every request of its half comes from the proxy.
	expect(result).toMatchObject({ judged, refused: judged / 4, newly_admitted: judged / 4, refused_by_both: judged / 4 })
	expect(calls).toBe(pages + 1)
	expect(rows_read).toBeLessThan(1_000)
})
