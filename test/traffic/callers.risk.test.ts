import { describe, expect, test } from 'vitest'
import type { RequestInfo, Risk } from '../../src/worker/context.ts'
import type { GatewayDocument } from '../../src/worker/traffic/gateway/schema.ts'
import { as, send } from '../support/api.ts'
import { counted } from '../support/d1.ts'
import {
	CHROME,
	configOf,
	CURL,
	GOOGLEBOT,
	HETZNER,
	rejected,
	sendFromEdge,
	tooRisky,
	TOR,
	underGateway,
	using,
} from '../support/gateway.ts'
import { HOSTING_NETWORKS, assess, compileGateway, uaTypeOf } from '../support/program.ts'
import { unique, user, world } from '../support/world.ts'

// How risky a request is, and what happens to it.

const FIBER = 16_591

const agents = {
	browser: [
		CHROME,
		'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
		'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
		'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
		'Opera/9.80 (Windows NT 6.1; WOW64) Presto/2.12.388 Version/12.18',
	],
	bot: [
		GOOGLEBOT,
		'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
		'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
		'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Safari/537.36',
		'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
		'Scrapy/2.13 (+https://scrapy.org)',
		'curlybot/1.0',
		'Javanese-crawler/1.0',
	],
	tool: [
		['wrk', CURL, 'ApacheBench/2.3', 'k6/1.1.0 (https://k6.io/)'],
		['Wget/1.25.0', 'python-requests/2.32.4', 'Python-urllib/3.13', 'Python/3.13 aiohttp/3.12.14'],
		['python-httpx/0.28.1', 'Go-http-client/2.0', 'okhttp/5.1.0', 'axios/1.10.0'],
		['node-fetch/1.0 (+https://github.com/bitinn/node-fetch)', 'undici', 'node'],
		['got (https://github.com/sindresorhus/got)', 'PostmanRuntime/7.44.1', 'insomnia/11.2.0', 'HTTPie/3.2.4'],
		['Java/21.0.7', 'Java-http-client/21.0.7', 'Apache-HttpClient/5.5 (Java/21.0.7)', 'libwww-perl/6.79', 'Ruby'],
		['GuzzleHttp/7', 'PHP/8.4.10', 'reqwest/0.12.22', 'Dart/3.8 (dart:io)'],
		['Mozilla/5.0 (Windows NT; Windows NT 10.0; en-US) WindowsPowerShell/5.1.19041.1'],
		['Mozilla/5.0 (Linux; Ubuntu 24.04; en-US) PowerShell/7.5.2'],
	].flat(),
	unknown: ['acme-runtime/1.2.3', 'MyAgent/2.0', ''],
}

describe.each(Object.entries(agents))('a %s', (kind, texts) => {
	test.each(texts)('%s', (text) => {
		expect(uaTypeOf(text)).toBe(kind)
		// And again, from the cache.
		expect(uaTypeOf(text)).toBe(kind)
	})
})

// A quadratic search of this length takes hours on any machine.
test('a user agent of a megabyte is classified by its beginning, and none takes long', () => {
	for (const filler of ['a', ' ', '1.', '/1', '(', ')', ';', '.', 'bot', '|', '\u00e9', 'a/1.0 ', '0(:%) ', '-.'])
		for (const beginning of ['', 'Mozilla/5.0 ', `${CURL} `]) {
			const kind = uaTypeOf(beginning + filler.repeat(1_048_576 / filler.length))
			expect(['browser', 'bot', 'tool', 'unknown']).toContain(kind)
			if (beginning.startsWith('curl')) expect(kind).toBe('tool')
		}
	expect(uaTypeOf(`${CHROME}${' x'.repeat(5_000)} Googlebot/2.1`)).toBe('browser')
})

const requestInfoOf = (fields: Partial<RequestInfo> = {}): RequestInfo => ({
	peer: '203.0.113.7',
	forwarded_for: undefined,
	true_client_ip: undefined,
	user_agent: CHROME,
	country: 'DE',
	city: 'Berlin',
	asn: FIBER,
	...fields,
})
const judged = (fields: Partial<RequestInfo>, isAnonymous = false, config: Partial<GatewayDocument> = {}) =>
	assess(compileGateway(configOf(config)), requestInfoOf(fields), isAnonymous)

const scores: [Partial<RequestInfo>, boolean, number, Risk[]][] = [
	[{}, false, 0, []],
	[{}, true, 0.1, ['anonymous']],
	[{ user_agent: '' }, false, 0.2, ['empty_user_agent']],
	[{ user_agent: GOOGLEBOT }, false, 0.15, ['bot']],
	[{ user_agent: CURL }, false, 0, []],
	[{ asn: HETZNER }, false, 0.3, ['hosting_network']],
	[{ country: 'T1' }, false, 0.6, ['tor']],
	[{ user_agent: '' }, true, 0.3, ['anonymous', 'empty_user_agent']],
	[{ user_agent: GOOGLEBOT }, true, 0.25, ['anonymous', 'bot']],
	[{ asn: HETZNER, user_agent: '' }, true, 0.6, ['anonymous', 'empty_user_agent', 'hosting_network']],
	[{ asn: HETZNER, user_agent: GOOGLEBOT }, true, 0.55, ['anonymous', 'bot', 'hosting_network']],
	[{ country: 'T1', user_agent: CURL }, true, 0.7, ['anonymous', 'tor']],
	[TOR, false, 0.9, ['hosting_network', 'tor']],
	[TOR, true, 1, ['anonymous', 'hosting_network', 'tor']],
	[{ ...TOR, user_agent: '' }, true, 1, ['anonymous', 'empty_user_agent', 'hosting_network', 'tor']],
]

test.each(scores)('%j, anonymous: %s, is %d', (fields, isAnonymous, risk_score, risk_reasons) => {
	const { risk_score: score, risk_reasons: reasons } = judged(fields, isAnonymous)
	expect({ score, reasons }).toEqual({ score: risk_score, reasons: risk_reasons })
})

test("place and network are the peer's, so behind a proxy they say nothing about the client", () => {
	const place = { country: 'T1', city: 'Tor', asn: HETZNER }
	const behind = { ...place, peer: '192.0.2.1', forwarded_for: '203.0.113.7', true_client_ip: '203.0.113.7' }
	for (const ip_mode of ['proxy', 'cdn'] as const) {
		const config = { ip_mode, trusted_cidrs: ['192.0.2.0/24'] }
		expect(judged(behind, false, config)).toMatchObject({
			client_address: '203.0.113.7',
			country: null,
			city: null,
			risk_score: 0,
		})
		const bare = { ...behind, forwarded_for: undefined, true_client_ip: undefined }
		for (const fields of [bare, { ...behind, peer: '198.51.100.1' }])
			expect(judged(fields, false, config)).toMatchObject({ country: 'T1', city: 'Tor', risk_score: 0.9 })
	}
})

test('an unknown place is null', () => {
	const unknown = { country: undefined, city: undefined, asn: undefined }
	expect(judged(unknown)).toMatchObject({ country: null, city: null, risk_score: 0 })
	expect(judged({ country: 'XX' })).toMatchObject({ country: null })
})

test('there are many hosting networks, and no residential ones among them', () => {
	expect(HOSTING_NETWORKS.size).toBeGreaterThan(40)
	// The simulator's own, Google Fiber, Deutsche Telekom, Comcast, Vodafone, Starlink.
	for (const asn of [395_747, FIBER, 3_320, 7_922, 3_209, 14_593]) expect(HOSTING_NETWORKS.has(asn)).toBe(false)
})

// Over HTTP.

test('a request is refused if its score is at or above the threshold, unless that is 0', async () => {
	const { token } = await user()
	const kinds: Record<number, [string, { country?: string; asn?: number }]> = {
		0: [CHROME, {}],
		0.15: [GOOGLEBOT, {}],
		0.2: ['', {}],
		0.3: [CURL, { asn: HETZNER }],
		0.9: [CURL, TOR],
	}
	for (const [risk_reject_threshold, score, status] of [
		[0, 0.9, 200],
		[1e-9, 0, 200],
		[1e-9, 0.2, 403],
		[0.9, 0.9, 403],
		[0.900_000_1, 0.9, 200],
		[0.3, 0.3, 403],
		[0.15, 0.15, 403],
		[1, 0.9, 200],
	] as const)
		await underGateway({ risk_reject_threshold }, async () => {
			const [agent, cf] = kinds[score] ?? ['', {}]
			const response = await sendFromEdge('GET', '/v1/plans', { cf, token, headers: { 'User-Agent': agent } })
			expect.soft([risk_reject_threshold, score, response.status]).toEqual([risk_reject_threshold, score, status])
			if (status === 403) expect(response.body.details).toMatchObject({ reason: 'risk.rejected', risk_score: score })
		})
	await underGateway({ risk_reject_threshold: 1 }, async () => {
		expect(await sendFromEdge('GET', '/v1/plans', { cf: TOR })).toMatchObject(
			rejected(1, ['anonymous', 'empty_user_agent', 'hosting_network', 'tor']),
		)
	})
})

test("a caller's claim about their place is ignored", async () => {
	const { token } = await user()
	await underGateway({ risk_reject_threshold: 0.3 }, async () => {
		const headers = { 'User-Agent': CURL, 'CF-IPCountry': 'T1', 'CF-ASN': String(HETZNER), 'X-Country': 'T1' }
		expect((await sendFromEdge('GET', '/v1/plans', { token, headers })).status).toBe(200)
		const cf = { country: 'T1' }
		expect(
			await sendFromEdge('GET', '/v1/plans', { token, cf, headers: { ...headers, 'CF-IPCountry': 'DE' } }),
		).toMatchObject(rejected(0.6, ['tor']))
	})
})

test('users and API keys of every org are assessed, on known and unknown paths, before their input is validated', async () => {
	const { owner, member } = await world()
	const key = as((await owner.post('/v1/api-keys', { name: unique('key'), scopes: ['org.settings'] })).body.key)
	await underGateway({ risk_reject_threshold: 0.2 }, async () => {
		for (const caller of [owner, member, key]) {
			expect(await caller.get('/v1/plans')).toMatchObject(rejected(0.2, ['empty_user_agent']))
			expect((await caller.get('/v1/plans', using(CURL))).status).toBe(200)
		}
		for (const response of await Promise.all([
			owner.post('/v1/webhook-endpoints', '{'),
			owner.get('/v1/nowhere'),
			owner.post('/ofrep/v1/evaluate/flags', { context: {} }),
			owner.delete('/v1/ip-rules/nothing'),
		]))
			expect(response).toMatchObject(tooRisky)
		expect(await send('GET', '/v1/plans')).toMatchObject(rejected(0.3, ['anonymous', 'empty_user_agent']))
		expect((await as('nonsense').get('/v1/plans', using(CURL))).status).toBe(401)
	})
})

test('IP rules apply first', async () => {
	const owner = await user()
	await owner.post('/v1/ip-rules?confirm=true', { type: 'blocklist', cidr: '198.51.100.7' })
	await underGateway({ risk_reject_threshold: 0.1 }, async () => {
		const headers = { 'CF-Connecting-IP': '198.51.100.7' }
		expect((await owner.get('/v1/plans', { headers })).body.details).toEqual({
			reason: 'ip.blocked',
			client_address: '198.51.100.7',
		})
	})
})

test('a refused request writes nothing and costs no D1 call once the caller is known', async () => {
	const owner = await user()
	await underGateway({ risk_reject_threshold: 0.1 }, async () => {
		await owner.get('/v1/me', using(CURL))
		const refuse = async () => expect(await owner.post('/v1/api-keys', { name: 'key' })).toMatchObject(tooRisky)
		expect(await counted(refuse)).toEqual({ calls: 0, rows_read: 0, rows_written: 0 })
		expect((await owner.get('/v1/api-keys', using(CURL))).body).toEqual([])
	})
})

test('probes, documents and public keys are not assessed', async () => {
	await underGateway({ risk_reject_threshold: 0.1 }, async () => {
		for (const path of ['/healthz', '/readyz', '/docs', '/openapi.json', '/.well-known/jwks.json'])
			expect({ path, status: (await send('GET', path)).status }).toEqual({ path, status: 200 })
	})
})
