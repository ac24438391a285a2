import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { type Api, as, LENIENT } from '../support/api.ts'
import { counted, statementsOf } from '../support/d1.ts'
import { runsOf } from '../support/property.ts'
import { admin, unique, user, world } from '../support/world.ts'

// The rules themselves: who may write them, what they contain, and that nobody locks themselves out by mistake.

const PATH = '/v1/ip-rules'
const HOME = '203.0.113.7'
const from = (client_address: string) => ({ headers: { 'CF-Connecting-IP': client_address } })
const add = (caller: Api, type: string, cidr: string, client_address = HOME, query = '') =>
	caller.post(PATH + query, { type, cidr }, from(client_address))
const list = async (caller: Api, client_address = HOME) => (await caller.get(PATH, from(client_address))).body
const cidrs = async (caller: Api, client_address = HOME) =>
	(await list(caller, client_address)).map(({ cidr }: { cidr: string }) => cidr)
const statuses = (responses: { status: number }[]) => responses.map(({ status }) => status).sort()

const compiled = async (org_id: string) => {
	const row = await env.DB.prepare('SELECT ip_rules FROM orgs WHERE id = ?').bind(org_id).first<{ ip_rules: string }>()
	return row?.ip_rules === null ? null : (JSON.parse(row?.ip_rules ?? '') as [string, string][]).sort()
}

/** The address that a refusal names, if it differs from the one that was sent. */
const NAMED: Record<string, string> = { [`::ffff:${HOME}`]: HOME, garbage: 'unknown' }
const lockout = (client_address: string) => ({
	status: 409,
	body: {
		error: 'conflict',
		details: { reason: 'ip_rules.self_lockout', client_address: NAMED[client_address] ?? client_address },
	},
})

/** Fills an org with rules that match nobody. */
async function fill(org_id: string, count: number) {
	const rows = Array.from({ length: count }, (_, i) => ({ id: unique('ipr_0'), cidr: `10.9.${i >> 8}.${i & 255}/32` }))
	await env.DB.prepare(
		"INSERT INTO ip_rules (id, org_id, type, cidr, created_at) SELECT value ->> 'id', ?, 'blocklist', value ->> 'cidr', '' FROM json_each(?)",
	)
		.bind(org_id, JSON.stringify(rows))
		.run()
}

test('a rule is created in canonical form, listed newest first, and deleted; the audit log has it before and after', async () => {
	const { admin: root, owner, member, org_id } = await world()
	const created = await owner.post(PATH, { type: 'allowlist', cidr: '203.0.113.99/24', note: 'Office' }, from(HOME))
	expect(created).toMatchObject({
		status: 201,
		body: { org_id, type: 'allowlist', cidr: '203.0.113.0/24', note: 'Office' },
	})
	const second = await add(owner, 'blocklist', '2001:DB8:0::1')
	expect(second.body).toMatchObject({ cidr: '2001:db8::1/128', note: '' })
	expect(await list(member)).toEqual([second.body, created.body])
	expect(await compiled(org_id)).toEqual([
		['allowlist', '203.0.113.0/24'],
		['blocklist', '2001:db8::1/128'],
	])
	for (const { body } of [created, second])
		expect(await owner.delete(`${PATH}/${body.id}`, from(HOME))).toMatchObject({ status: 204, body: '' })
	expect(await list(member)).toEqual([])
	expect(await compiled(org_id)).toBeNull()
	expect((await owner.delete(`${PATH}/${second.body.id}`, from(HOME))).status).toBe(404)
	const { body: entries } = await root.get(`/v1/admin/audit-logs?target_id=${created.body.id}`)
	expect(entries).toMatchObject([
		{ action: 'ip_rules.delete', org_id, target_type: 'ip_rules', before: created.body, after: null },
		{
			action: 'ip_rules.create',
			actor_user_id: owner.user_id,
			client_address: HOME,
			before: null,
			after: created.body,
		},
	])
})

test('only the note of a rule can be changed', async () => {
	const { owner, member } = await world()
	const rule = (await owner.post(PATH, { type: 'blocklist', cidr: '198.51.100.0/24', note: 'Scraper' })).body
	const path = `${PATH}/${rule.id}`
	const change = { note: 'Scraper of 2026', type: 'allowlist', cidr: '10.0.0.0/8' }
	expect(await owner.patch(path, change, LENIENT)).toMatchObject({ status: 200, body: { ...rule, note: change.note } })
	const renamed = (await member.get(path)).body
	expect(renamed).toEqual({ ...rule, note: change.note })
	expect((await owner.patch(path, {})).body).toEqual(renamed)
	expect((await owner.patch(path, { note: null })).body).toEqual({ ...rule, note: '' })
	for (const note of [7, {}, 'x'.repeat(501), 'a\u0000'])
		expect(await owner.patch(path, { note })).toMatchObject({
			status: 400,
			body: { details: { fields: [{ path: 'note' }] } },
		})
	expect((await owner.get(path)).body.note).toBe('')
})

const REFUSED: [object, string][] = [
	[{ type: 'greylist', cidr: '10.0.0.0/8' }, 'type'],
	[{ type: null, cidr: '10.0.0.0/8' }, 'type'],
	[{ type: 'allowlist', cidr: '10.1/8' }, 'cidr'],
	[{ type: 'allowlist', cidr: '010.0.0.0/8' }, 'cidr'],
	[{ type: 'allowlist', cidr: 'fe80::1%eth0' }, 'cidr'],
	[{ type: 'allowlist', cidr: '10.0.0.0/33' }, 'cidr'],
	[{ type: 'allowlist', cidr: 7 }, 'cidr'],
	[{ type: 'allowlist', cidr: ['10.0.0.0/8'] }, 'cidr'],
	[{ type: 'allowlist', cidr: `${'0'.repeat(70)}::` }, 'cidr'],
	[{ type: 'allowlist', cidr: '10.0.0.0/8', note: 'n'.repeat(501) }, 'note'],
	[{ type: 'allowlist', cidr: '10.0.0.0/8', note: 'a\u0000b' }, 'note'],
]

test('a field that is wrong is a 400 that names it, and no rule is made', async () => {
	const owner = await user()
	for (const [body, path] of REFUSED) {
		const { status, body: response } = await owner.post(PATH, body)
		const fields = response.details.fields.map((field: { path: string }) => field.path)
		expect.soft({ body, status, fields }).toEqual({ body, status: 400, fields: [path] })
	}
	const refused = { status: 400, body: { details: { fields: [{ path: 'confirm' }] } } }
	for (const query of ['confirm=yes', 'confirm=', 'confirm=1', 'confirm=TRUE', 'confirm=true&confirm=true']) {
		expect.soft([query, await add(owner, 'blocklist', '192.0.2.1', HOME, `?${query}`)]).toMatchObject([query, refused])
		expect.soft([query, await owner.delete(`${PATH}/nothing?${query}`)]).toMatchObject([query, refused])
	}
	expect(await list(owner)).toEqual([])
	for (const ip of ['10.1', '10.0.0.0/8', '', 7, 'fe80::1%eth0'])
		expect
			.soft([ip, await owner.post(`${PATH}/check`, { ip })])
			.toMatchObject([ip, { status: 400, body: { details: { fields: [{ path: 'ip' }] } } }])
})

test('the same network in another spelling returns 409, while one of the other type is a new rule', async () => {
	const owner = await user()
	expect((await add(owner, 'blocklist', '192.0.2.7/24')).status).toBe(201)
	for (const duplicate of ['192.0.2.0/24', '192.0.2.200/24', '::ffff:192.0.2.1/120'])
		expect(await add(owner, 'blocklist', duplicate)).toMatchObject({ status: 409, body: { error: 'conflict' } })
	expect((await add(owner, 'allowlist', '192.0.2.0/24', HOME, '?confirm=true')).status).toBe(201)
})

test('of ten identical rules at once, one is created', async () => {
	const owner = await user()
	const responses = await Promise.all(Array.from({ length: 10 }, () => add(owner, 'blocklist', '198.51.100.1')))
	expect(statuses(responses)).toEqual([201, ...Array<number>(9).fill(409)])
	expect(await cidrs(owner)).toEqual(['198.51.100.1/32'])
})

test('an org has at most a thousand rules, even if many are added at once', async () => {
	const owner = await user()
	const { org_id } = owner
	await fill(org_id, 995)
	const responses = await Promise.all(Array.from({ length: 12 }, (_, i) => add(owner, 'blocklist', `192.0.2.${i}`)))
	expect(statuses(responses)).toEqual([...Array<number>(5).fill(201), ...Array<number>(7).fill(409)])
	expect(responses.find(({ status }) => status === 409)).toMatchObject({
		body: { error: 'conflict', details: { reason: 'ip_rules.too_many' } },
	})
	expect(await compiled(org_id)).toHaveLength(1_000)
	const [newest] = await list(owner)
	expect((await owner.delete(`${PATH}/${newest.id}`, from(HOME))).status).toBe(204)
	expect((await add(owner, 'blocklist', '198.51.100.1')).status).toBe(201)
})

// The lock-out guard.

test.each([
	['allowlist', '198.51.100.0/24', HOME],
	['blocklist', '203.0.113.0/24', HOME],
	['blocklist', '0.0.0.0/0', HOME],
	['blocklist', '203.0.113.7', `::ffff:${HOME}`],
	['blocklist', '2001:db8::/32', '2001:db8::9'],
	['allowlist', '0.0.0.0/0', '2001:db8::9'],
	['blocklist', '192.0.2.1', 'garbage'],
])('a %s rule for %s would lock out %s: 409, unless it is confirmed', async (type, cidr, client_address) => {
	const owner = await user()
	const { org_id } = owner
	expect(await add(owner, type, cidr, client_address)).toMatchObject(lockout(client_address))
	expect(await add(owner, type, cidr, client_address, '?confirm=false')).toMatchObject(lockout(client_address))
	expect(await compiled(org_id)).toBeNull()
	const { results } = await env.DB.prepare("SELECT id FROM audit_logs WHERE org_id = ? AND action LIKE 'ip_rules.%'")
		.bind(org_id)
		.all()
	expect(results).toEqual([])
	expect((await owner.get('/v1/plans', from(client_address))).status).toBe(200)
	expect((await add(owner, type, cidr, client_address, '?confirm=true')).status).toBe(201)
	expect((await owner.get('/v1/plans', from(client_address))).status).toBe(403)
})

test('deleting the allowlist rule that lets the caller in returns 409 while other rules are left', async () => {
	const owner = await user()
	const { body: mine } = await add(owner, 'allowlist', '203.0.113.0/24')
	const { body: theirs } = await add(owner, 'allowlist', '198.51.100.0/24')
	expect(await owner.delete(`${PATH}/${mine.id}`, from(HOME))).toMatchObject(lockout(HOME))
	expect(await list(owner)).toHaveLength(2)
	expect((await owner.delete(`${PATH}/${theirs.id}`, from(HOME))).status).toBe(204)
	// The very last one: without an allowlist everyone is let in.
	expect((await owner.delete(`${PATH}/${mine.id}`, from(HOME))).status).toBe(204)
	const { body: again } = await add(owner, 'allowlist', '203.0.113.0/24')
	await add(owner, 'allowlist', '198.51.100.0/24')
	expect((await owner.delete(`${PATH}/${again.id}?confirm=true`, from(HOME))).status).toBe(204)
	expect(await cidrs(owner, '198.51.100.1')).toEqual(['198.51.100.0/24'])
})

test('if two rules let the caller in, only one of two concurrent deletions succeeds', async () => {
	for (let round = 0; round < runsOf(2, 5); round += 1) {
		const owner = await user()
		const { body: wide } = await add(owner, 'allowlist', '203.0.113.0/24')
		const { body: narrow } = await add(owner, 'allowlist', HOME)
		await add(owner, 'allowlist', '198.51.100.0/24')
		const responses = await Promise.all([wide, narrow].map(({ id }) => owner.delete(`${PATH}/${id}`, from(HOME))))
		expect(statuses(responses)).toEqual([204, 409])
		expect(responses.find(({ status }) => status === 409)).toMatchObject(lockout(HOME))
		expect(await cidrs(owner)).toHaveLength(2)
	}
})

test('deleting the rule that lets the caller in, while another is added, never locks the caller out', async () => {
	for (let round = 0; round < runsOf(2, 5); round += 1) {
		const owner = await user()
		const { body: mine } = await add(owner, 'allowlist', HOME)
		const responses = await Promise.all([
			owner.delete(`${PATH}/${mine.id}`, from(HOME)),
			add(owner, 'allowlist', '198.51.100.0/24'),
		])
		expect(statuses(responses)).toContain(409)
		expect((await owner.get(PATH, from(HOME))).status).toBe(200)
	}
})

test('the guard holds an API key too, but no platform admin, who cannot be locked out', async () => {
	const [root, owner] = [await admin(), await user()]
	const { key } = (await owner.post('/v1/api-keys', { name: unique('key'), scopes: ['org.settings'] })).body
	expect(await add(as(key), 'blocklist', HOME)).toMatchObject(lockout(HOME))
	const { status, body } = await add(root, 'blocklist', HOME)
	expect(status).toBe(201)
	expect((await root.get(PATH, from(HOME))).status).toBe(200)
	expect((await root.delete(`${PATH}/${body.id}`, from(HOME))).status).toBe(204)
})

// Checks.

test('check returns the rule that decides: a blocking one first, then the narrowest', async () => {
	const owner = await user()
	const check = async (ip: string) => (await owner.post(`${PATH}/check`, { ip }, from(HOME))).body
	expect(await check(HOME)).toEqual({ allowed: true, rule: null })
	const { body: wide } = await add(owner, 'allowlist', '203.0.0.0/16')
	const { body: narrow } = await add(owner, 'allowlist', '203.0.113.0/24')
	const { body: v6 } = await add(owner, 'allowlist', '2001:db8::/32')
	const { body: blocked } = await add(owner, 'blocklist', '203.0.113.128/25')
	const { body: host } = await add(owner, 'blocklist', '203.0.113.200')
	const decisions = {
		[HOME]: { allowed: true, rule: narrow },
		[`::ffff:${HOME}`]: { allowed: true, rule: narrow },
		'203.0.1.1': { allowed: true, rule: wide },
		'203.0.113.129': { allowed: false, rule: blocked },
		'203.0.113.200': { allowed: false, rule: host },
		'198.51.100.1': { allowed: false, rule: null },
		'2001:DB8:0:0::7': { allowed: true, rule: v6 },
		'2001:db9::7': { allowed: false, rule: null },
	}
	for (const [ip, decision] of Object.entries(decisions))
		expect({ ip, ...(await check(ip)) }).toEqual({ ip, ...decision })
})

// Costs.

test('neither a check, a page nor a write scans the rules of the org', async () => {
	const owner = await user()
	await fill(owner.org_id, 900)
	await list(owner)
	const check = (ip: string) => owner.post(`${PATH}/check`, { ip }, from(HOME))
	expect((await check('192.0.2.1')).body.allowed).toBe(true)
	for (const ip of ['192.0.2.1', '2001:db8::1']) expect((await counted(() => check(ip))).rows_read).toBeLessThan(300)
	const page = await counted(() => owner.get(`${PATH}?limit=10`, from(HOME)))
	expect(page.rows_read).toBeLessThan(30)
	const statements = await statementsOf(() => add(owner, 'allowlist', '203.0.113.0/24', '2001:db8::1'))
	const guard = statements.find(({ sql }) => sql.includes('json_each')) ?? { sql: '', params: [] }
	const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${guard.sql}`)
		.bind(...guard.params)
		.all<{ detail: string }>()
	const searches = results.filter(({ detail }) => /^(SEARCH|SCAN) ip_rules\b/.test(detail))
	expect(searches).toHaveLength(3)
	for (const { detail } of searches) expect(detail).toMatch(/ip_rules_cidr \(org_id=\? AND type=\?/)
})
