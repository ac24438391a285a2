import { env } from 'cloudflare:workers'
import { afterEach, expect, test } from 'vitest'
import { configOf, GATEWAY } from '../support/gateway.ts'
import { DEFAULT_DOCUMENT, forgetGateway, forgetPrincipals } from '../support/program.ts'
import { admin } from '../support/world.ts'

// The document: what may be written, and that it's read back as written.

/** Back to a fresh database. */
async function forgetAll() {
	await env.DB.prepare('DELETE FROM gateway_config').run()
	forgetPrincipals()
	forgetGateway()
}

afterEach(async () => {
	await (await admin()).put(GATEWAY, DEFAULT_DOCUMENT)
})

const matching = (tag: string | null) => ({ headers: { 'If-Match': tag ?? '' } })
const tagOf = async () => (await (await admin()).get(GATEWAY)).headers.get('ETag')
const versionOf = async () =>
	(await env.DB.prepare('SELECT version FROM gateway_config').first<{ version: number }>())?.version
const proxy = (...trusted_cidrs: string[]) => configOf({ ip_mode: 'proxy', trusted_cidrs })

test('a read returns the default until something is set, and that from then on', async () => {
	const root = await admin()
	await forgetAll()
	const before = await root.get(GATEWAY)
	expect(before).toMatchObject({ status: 200, body: DEFAULT_DOCUMENT })
	expect(before.headers.get('ETag')).toMatch(/^".+"$/)
	const wanted = { ip_mode: 'cdn', trusted_cidrs: ['192.0.2.0/24', '2001:db8::/32'], risk_reject_threshold: 0.3 }
	expect(await root.put(GATEWAY, wanted, matching('*'))).toMatchObject({ status: 200, body: wanted })
	const after = await root.get(GATEWAY)
	expect(after.body).toEqual(wanted)
	expect(after.headers.get('ETag')).not.toBe(before.headers.get('ETag'))
	expect(await root.get(GATEWAY, { headers: { 'If-None-Match': after.headers.get('ETag') ?? '' } })).toMatchObject({
		status: 304,
		body: '',
	})
})

test('networks are stored in canonical form, each once', async () => {
	const root = await admin()
	const v4 = ['192.0.2.77/24', '192.0.2.0/24', '192.0.2.1', '::ffff:10.0.0.1', '10.0.0.1/32', '::ffff:10.9.9.9/104']
	const { status, body } = await root.put(GATEWAY, proxy(...v4, '2001:DB8:0::1', '0.0.0.0/0', 'fe80::1/64'))
	const kept = [
		'192.0.2.0/24',
		'192.0.2.1/32',
		'10.0.0.1/32',
		'10.0.0.0/8',
		'2001:db8::1/128',
		'0.0.0.0/0',
		'fe80::/64',
	]
	expect({ status, body }).toEqual({ status: 200, body: proxy(...kept) })
	expect((await root.get(GATEWAY)).body).toEqual(body)
})

test.each([0, 0.1, 0.3, 0.75, 1, 1e-9])('a threshold of %d is returned as it was sent', async (threshold) => {
	const root = await admin()
	const document = configOf({ risk_reject_threshold: threshold })
	expect((await root.put(GATEWAY, document)).body).toEqual(document)
	expect((await root.get(GATEWAY)).body).toEqual(document)
})

const bad: [object, string][] = [
	[proxy(), 'trusted_cidrs'],
	[configOf({ ip_mode: 'cdn' }), 'trusted_cidrs'],
	...['Direct', '', 'cloudflare', 1, ['direct']].map((ip_mode): [object, string] => [
		{ ...DEFAULT_DOCUMENT, ip_mode },
		'ip_mode',
	]),
	...[1.1, -0.1, 'NaN', '0.5', true, [0.5], 1.000_000_1, -1e-9].map((risk_reject_threshold): [object, string] => [
		{ ...DEFAULT_DOCUMENT, risk_reject_threshold },
		'risk_reject_threshold',
	]),
	...['192.0.2.0/24', {}].map((trusted_cidrs): [object, string] => [
		{ ...DEFAULT_DOCUMENT, trusted_cidrs },
		'trusted_cidrs',
	]),
	...[
		['10.1/8', '10', '010.0.0.0/8', '10.0.0.0/08', '10.0.0.0/33', '10.0.0.0/8 ', '10.0.0.0/255.0.0.0'],
		['10.0.0.0:80', 'fe80::1%eth0', '::/129', '[::1]', 'any'],
		['', 7, null, `${'0'.repeat(70)}::`],
	].flatMap((cidrs) =>
		cidrs.map((cidr): [object, string] => [proxy('192.0.2.0/24', cidr as string), 'trusted_cidrs.1']),
	),
]

test.each(bad)('%j returns 400 naming %s', async (document, path) => {
	const root = await admin()
	const before = (await root.get(GATEWAY)).body
	const { status, body } = await root.put(GATEWAY, document)
	expect({ status, fields: body.details.fields.map((field: { path: string }) => field.path) }).toEqual({
		status: 400,
		fields: [path],
	})
	expect((await root.get(GATEWAY)).body).toEqual(before)
	expect(await root.post(`${GATEWAY}/rehearse`, { config: document })).toMatchObject({
		status: 400,
		body: { details: { fields: [{ path: `config.${path}` }] } },
	})
})

test('a PUT takes any subset of the fields, and keeps the others', async () => {
	const root = await admin()
	const whole = { ip_mode: 'proxy', trusted_cidrs: ['192.0.2.0/24'], risk_reject_threshold: 0.5 }
	expect((await root.put(GATEWAY, whole)).status).toBe(200)
	for (const part of [
		{ ip_mode: 'cdn' },
		{ trusted_cidrs: ['10.0.0.0/8'] },
		{ risk_reject_threshold: 0.75 },
		{ ip_mode: 'direct', trusted_cidrs: null },
		{ trusted_cidrs: [], risk_reject_threshold: null },
		{ trusted_cidrs: ['192.0.2.0/24'] },
		{ ip_mode: 'proxy' },
	]) {
		Object.assign(whole, Object.fromEntries(Object.entries(part).filter(([, value]) => value !== null)))
		expect(await root.put(GATEWAY, part)).toMatchObject({ status: 200, body: whole })
		expect((await root.get(GATEWAY)).body).toEqual(whole)
	}
	const { headers } = await root.get(GATEWAY)
	for (const none of [{}, '', { ip_mode: null }])
		expect(await root.put(GATEWAY, none)).toMatchObject({ status: 200, body: whole })
	expect((await root.get(GATEWAY)).headers.get('ETag')).toBe(headers.get('ETag'))
})

test('a PUT that would leave a mode without its network returns 400, whichever half is stored', async () => {
	const root = await admin()
	const refused = { status: 400, body: { details: { fields: [{ path: 'trusted_cidrs' }] } } }
	await root.put(GATEWAY, DEFAULT_DOCUMENT)
	for (const ip_mode of ['proxy', 'cdn']) {
		expect(await root.put(GATEWAY, { ip_mode })).toMatchObject(refused)
		expect(await root.put(GATEWAY, { ip_mode, trusted_cidrs: [] })).toMatchObject(refused)
	}
	await root.put(GATEWAY, proxy('192.0.2.0/24'))
	expect(await root.put(GATEWAY, { trusted_cidrs: [] })).toMatchObject(refused)
	expect((await root.get(GATEWAY)).body).toEqual(proxy('192.0.2.0/24'))
	await env.DB.prepare('DELETE FROM gateway_config').run()
	expect(await root.put(GATEWAY, { ip_mode: 'proxy' })).toMatchObject(refused)
	expect(await root.put(GATEWAY, { risk_reject_threshold: 0 })).toMatchObject({ status: 200, body: DEFAULT_DOCUMENT })
})

test('500 networks are accepted, 501 are not, nor is a number out of range', async () => {
	const root = await admin()
	const many = Array.from({ length: 501 }, (_, i) => `10.${i >> 8}.${i & 255}.0/24`)
	expect((await root.put(GATEWAY, proxy(...many.slice(0, 500)))).body.trusted_cidrs).toHaveLength(500)
	expect(await root.put(GATEWAY, proxy(...many))).toMatchObject({
		status: 400,
		body: { details: { fields: [{ path: 'trusted_cidrs' }] } },
	})
	const endless = '{"ip_mode":"direct","trusted_cidrs":[],"risk_reject_threshold":1e999}'
	expect((await root.put(GATEWAY, endless)).status).toBe(400)
	expect((await root.put(GATEWAY, endless.replace('1e999', 'NaN'))).status).toBe(422)
})

test('a change is audited with the state before and after; before the first one that is the default', async () => {
	const root = await admin()
	await forgetAll()
	const first = configOf({ risk_reject_threshold: 1 })
	const second = proxy('192.0.2.0/24')
	for (const document of [first, second]) expect((await root.put(GATEWAY, document)).status).toBe(200)
	const { body: entries } = await root.get('/v1/admin/audit-logs?action=gateway_config.put&limit=2')
	expect(entries).toMatchObject([
		{ target_type: 'gateway_config', target_id: 'gateway', before: first, after: second, actor_user_id: root.user_id },
		{ before: DEFAULT_DOCUMENT, after: first, org_id: null },
	])
	expect([entries[0].before.version, entries[0].after.version]).toEqual([1, 2])
})

test.each([
	['of ten changes to the default', forgetAll],
	['of ten changes to one document', () => Promise.resolve()],
])('%s at once with one tag, one is made', async (_, begin) => {
	const root = await admin()
	await begin()
	const tag = await tagOf()
	const versionBefore = (await versionOf()) ?? 0
	const documents = Array.from({ length: 10 }, (_, i) => proxy(`192.0.2.${i}/32`))
	const responses = await Promise.all(documents.map((document) => root.put(GATEWAY, document, matching(tag))))
	expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(412)])
	const winner = responses.find(({ status }) => status === 200)
	expect((await root.get(GATEWAY)).body).toEqual(winner?.body)
	expect(await versionOf()).toBe(versionBefore + 1)
})

test('ten concurrent changes without a tag are all made, one after the other', async () => {
	const root = await admin()
	await forgetAll()
	const documents = Array.from({ length: 10 }, (_, i) => proxy(`192.0.2.${i}/32`))
	const responses = await Promise.all(documents.map((document) => root.put(GATEWAY, document)))
	expect(responses.map(({ status }) => status)).toEqual(Array<number>(10).fill(200))
	expect(await versionOf()).toBe(10)
	const { results } = await env.DB.prepare(
		"SELECT before ->> 'version' AS before, after ->> 'version' AS after FROM audit_logs WHERE action = 'gateway_config.put' ORDER BY id DESC LIMIT 10",
	).all<{ before: number | null; after: number }>()
	expect(results.map(({ after }) => after).sort((a, b) => a - b)).toEqual(Array.from({ length: 10 }, (_, i) => i + 1))
	for (const { before, after } of results) expect(before ?? 0).toBe(after - 1)
})

test('the table itself refuses a second document and one that contradicts itself', async () => {
	const insert = (id: string, ip_mode: string, threshold: number) =>
		env.DB.prepare(
			"INSERT OR REPLACE INTO gateway_config (id, version, ip_mode, trusted_cidrs, risk_reject_threshold, updated_at) VALUES (?, 1, ?, '[]', ?, '')",
		)
			.bind(id, ip_mode, threshold)
			.run()
	await expect(insert('other', 'direct', 0)).rejects.toThrow('gateway_config_one')
	await expect(insert('gateway', 'proxy', 0)).rejects.toThrow('gateway_config_trusted')
	await expect(insert('gateway', 'nonsense', 0)).rejects.toThrow('gateway_config_ip_mode')
	await expect(insert('gateway', 'direct', 1.1)).rejects.toThrow('gateway_config_threshold')
})
