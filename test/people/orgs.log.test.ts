import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { as, type Reply, send } from '../support/api.ts'
import { counted } from '../support/d1.ts'
import { withAccessLog } from '../support/logged.ts'
import { WALKED } from '../support/program.ts'
import { missing } from '../support/replies.ts'
import { refused } from '../support/reverts.ts'
import { serviceOf } from '../support/service-accounts.ts'
import { auditOf } from '../support/spec/changes.ts'
import { address, admin, type Caller, create, signIn, unique, user, world } from '../support/world.ts'

withAccessLog()

const logOf = async (caller: Pick<Caller, 'get'>, org_id: string, filters: Record<string, string> = {}) => {
	const { status, body } = await caller.get(`/v1/orgs/${org_id}/audit-logs?${new URLSearchParams(filters).toString()}`)
	expect(status).toBe(200)
	return body
}
const revert = async (caller: Pick<Caller, 'post'>, org_id: string, change: Reply, query = '') =>
	caller.post(`/v1/orgs/${org_id}/audit-logs/${await auditOf(change)}/revert${query}`)
const putMember = async (org_id: string, { user_id }: { user_id: string }, role: string) =>
	(await admin()).put(`/v1/admin/orgs/${org_id}/members/${user_id}`, { role })
const newRule = (caller: Caller, fields: object = {}) =>
	caller.post('/v1/ip-rules', { type: 'blocklist', cidr: '198.18.7.0/24', note: unique('rule'), ...fields })

/** Rows of an org, made by hand. */
const fill = (values: string, org_id: string, count: number) =>
	env.DB.prepare(
		`WITH RECURSIVE n(i) AS (SELECT 10000 UNION ALL SELECT i + 1 FROM n WHERE i < 9999 + ?2)
		INSERT INTO audit_logs (id, action, org_id, target_type, target_id, client_address, trace_id, created_at)
		SELECT ${values}, '', '', '2026-11-01T00:00:00.000Z' FROM n`,
	)
		.bind(org_id, count)
		.run()

test("an org's log shows what its members and the platform did in it, as the platform's log does, and nothing else", async () => {
	const { org_id, owner, member, stranger, admin: root } = await world()
	await putMember(org_id, member, 'admin')
	await newRule(owner)
	await newRule(stranger)
	await create.override(org_id)
	await create.override(stranger.org_id)
	await create.plan()
	await root.patch(`/v1/admin/users/${member.user_id}`, { timezone: 'Europe/Paris' })
	const log = await logOf(owner, org_id)
	expect(log.map(({ action }: { action: string }) => action)).toEqual([
		'entitlement_overrides.put',
		'ip_rules.create',
		'memberships.put',
	])
	for (const row of log) expect(row.org_id).toBe(org_id)
	const platform = (await root.get(`/v1/admin/audit-logs?org_id=${org_id}`)).body
	const unknown = platform.map((row: { actor_user_id: string; client_address: string }) =>
		row.actor_user_id === owner.user_id ? row : { ...row, client_address: null },
	)
	expect(log).toEqual(unknown)
})

test('the filters and the pages of the log are those of the platform’s', async () => {
	const { org_id, owner } = await world()
	const rules = [await newRule(owner), await newRule(owner, { cidr: '198.18.8.0/24' })].map(({ body }) => body.id)
	const ids = async (filters: Record<string, string>) =>
		(await logOf(owner, org_id, filters)).map(({ target_id }: { target_id: string }) => target_id)
	expect(await ids({ action: 'ip_rules.create' })).toEqual(rules.toReversed())
	expect(await ids({ actor_user_id: owner.user_id })).toEqual(rules.toReversed())
	expect(await ids({ target_id: rules[0] })).toEqual([rules[0]])
	expect(await ids({ action: 'nothing' })).toEqual([])
	expect(await ids({ to: '2026-01-01T00:00:00Z' })).toEqual([])
	expect(await ids({ from: '2026-01-01T00:00:00Z', limit: '1' })).toEqual([rules[1]])
	const first = await owner.get(`/v1/orgs/${org_id}/audit-logs?limit=1`)
	const cursor = first.headers.get('Next-Cursor') ?? ''
	expect((await owner.get(`/v1/orgs/${org_id}/audit-logs?limit=1&cursor=${cursor}`)).body[0].target_id).toBe(rules[0])
	expect(await owner.get(`/v1/orgs/${org_id}/audit-logs?org_id=${org_id}`)).toMatchObject({ status: 400 })
})

test('only those with org.settings in the org read its log, and platform admins', async () => {
	const { org_id, owner, member, stranger, admin: root } = await world()
	const path = `/v1/orgs/${org_id}/audit-logs`
	expect((await root.get(path)).status).toBe(200)
	// A plain member here who manages an org of their own.
	expect((await (await signIn(member.login)).get(path)).status).toBe(403)
	for (const id of ['nothing', '%00']) expect(await root.get(`/v1/orgs/${id}/audit-logs`)).toMatchObject(missing)
	const keyOf = async (scopes: string[]) =>
		as((await owner.post('/v1/api-keys', { name: unique('key'), scopes })).body.key)
	expect((await (await keyOf(['org.settings'])).get(path)).status).toBe(200)
	expect((await (await keyOf(['data.secrets'])).get(path)).status).toBe(403)
	const abroad = `/v1/orgs/${stranger.org_id}/audit-logs`
	expect(await (await keyOf(['org.settings'])).get(abroad)).toMatchObject(missing)
})

test('an operator who enters an org is in its log, without their address and their session', async () => {
	const { org_id, owner } = await world()
	const [operator, root, from] = [await user('operator'), await admin(), address()]
	await root.put(`/v1/admin/users/${operator.user_id}/platform-admin`)
	const { cookie } = await signIn(operator.login)
	const entered = await send('POST', '/v1/auth/refresh', {
		body: { org_id },
		headers: { Cookie: cookie, 'CF-Connecting-IP': from, 'User-Agent': 'operators-own-browser' },
	})
	expect(entered.status).toBe(200)
	const there = as(entered.body.access_token)
	const headers = { 'CF-Connecting-IP': from, 'User-Agent': 'operators-own-browser' }
	const rule = await there.post('/v1/ip-rules', { type: 'blocklist', cidr: '198.18.9.0/24' }, { headers })
	const log = await logOf(owner, org_id, { actor_user_id: operator.user_id })
	expect(log).toMatchObject([
		{ action: 'ip_rules.create', client_address: null, after: { cidr: '198.18.9.0/24' } },
		{ action: 'sessions.act_in', client_address: null, before: null, after: null },
	])
	const trace_id = rule.headers.get('X-Trace-Id')
	const trace = await owner.get(`/v1/traces/${trace_id}`)
	expect(trace).toMatchObject({ status: 200, body: { requests: [], audit_logs: [{ client_address: null }] } })
	for (const shown of [log, trace.body])
		for (const secret of [from, 'operators-own-browser']) expect(JSON.stringify(shown)).not.toContain(secret)
	expect((await root.get(`/v1/traces/${trace_id}`)).body).toMatchObject({
		requests: [{ client_ip: from }],
		audit_logs: [{ client_address: from }],
	})
	// As a member they're an operator still.
	await putMember(org_id, operator, 'admin')
	expect((await logOf(owner, org_id, { actor_user_id: operator.user_id }))[0].client_address).toBeNull()
})

test('a member’s address is in the log of their org while they belong to it', async () => {
	const { org_id, owner, member } = await world()
	await putMember(org_id, member, 'admin')
	const from = address()
	const body = { type: 'blocklist', cidr: '198.18.10.0/24' }
	expect((await member.post('/v1/ip-rules', body, { headers: { 'CF-Connecting-IP': from } })).status).toBe(201)
	const addressIn = async () => (await logOf(owner, org_id, { actor_user_id: member.user_id }))[0].client_address
	expect(await addressIn()).toBe(from)
	await owner.delete(`/v1/orgs/${org_id}/members/${member.user_id}`)
	expect(await addressIn()).toBeNull()
})

test("a service account's address is in the log of its org", async () => {
	const { org_id, owner } = await world()
	const service = await serviceOf(owner, org_id)
	const from = address()
	const body = { type: 'blocklist', cidr: '198.18.11.0/24' }
	expect((await service.post('/v1/ip-rules', body, { headers: { 'CF-Connecting-IP': from } })).status).toBe(201)
	const log = await logOf(owner, org_id, { action: 'ip_rules.create' })
	expect(log).toMatchObject([{ actor_service_account_id: service.id, actor_user_id: null, client_address: from }])
})

test('of a redeemed code the log shows what it gave, also in a row of the first version', async () => {
	const { org_id, owner } = await world()
	const code = await create.redemptionCode({ max_uses: 5 })
	const redeemed = await owner.post('/v1/me/redeem', { code: code.code })
	expect(redeemed.status).toBe(200)
	const given = { id: code.id, type: 'credits', value: '100' }
	const shown = async () => (await logOf(owner, org_id, { action: 'redemption_codes.redeem' }))[0]
	expect(await shown()).toMatchObject({ before: given, after: given })
	const whole = JSON.stringify({ ...given, code: code.code, max_uses: 5, use_count: 4, is_active: true })
	await env.DB.prepare('UPDATE audit_logs SET before = ?, after = ? WHERE id = ?')
		.bind(whole, whole, await auditOf(redeemed))
		.run()
	expect([(await shown()).before, (await shown()).after]).toEqual([given, given])
})

test('a filter reads the rows of the org only, however many others have the same action', async () => {
	const { org_id, owner } = await world()
	await newRule(owner)
	await fill("'aud_ZZ' || i, 'ip_rules.create', ?1, 'ip_rules', 'x'", 'org_elsewhere', 300)
	await owner.get('/v1/me')
	const { rows_read } = await counted(() => logOf(owner, org_id, { action: 'ip_rules.create' }))
	expect(rows_read).toBeLessThan(30)
})

test('a page of what is rare looks at 2,000 rows of the org, and the cursor continues', async () => {
	const { org_id, owner } = await world()
	const rare = (await newRule(owner)).body.id
	await fill(`'aud_ZY' || i, 'mcp_configs.update', ?1, 'mcp_configs', 'common'`, org_id, 4_100)
	await owner.get('/v1/me')
	for (const filters of [{ action: 'ip_rules.create' }, { target_id: 'common', actor_user_id: owner.user_id }]) {
		const query = new URLSearchParams(filters).toString()
		const found: string[] = []
		let cursor = ''
		let pages = 0
		do {
			const page = () => owner.get(`/v1/orgs/${org_id}/audit-logs?${query}&limit=20${cursor && `&cursor=${cursor}`}`)
			const { rows_read } = await counted(page)
			expect(rows_read).toBeLessThanOrEqual(3 * WALKED + 100)
			const { status, body, headers } = await page()
			expect({ status, body }).toMatchObject({ status: 200 })
			found.push(...body.map(({ target_id }: { target_id: string }) => target_id))
			cursor = headers.get('Next-Cursor') ?? ''
			pages += 1
		} while (cursor !== '')
		expect(found).toEqual('action' in filters ? [rare] : [])
		expect(pages).toBe(3)
	}
	// A full page is read no further than it goes.
	const { rows_read } = await counted(() => logOf(owner, org_id, { action: 'mcp_configs.update', limit: '10' }))
	expect(rows_read).toBeLessThan(100)
})

test('whoever manages an org reverts its changes there, and no other org’s', async () => {
	const { org_id, owner, member, stranger, admin: root } = await world()
	const change = await newRule(owner)
	expect(await revert(stranger, stranger.org_id, change)).toMatchObject(missing)
	expect(await revert(stranger, org_id, change)).toMatchObject(missing)
	expect((await revert(member, org_id, change)).status).toBe(403)
	expect(await revert(root, stranger.org_id, change)).toMatchObject(missing)
	expect(await owner.post(`/v1/orgs/${org_id}/audit-logs/nothing/revert`)).toMatchObject(missing)
	const id = await auditOf(change)
	expect(await revert(owner, org_id, change)).toMatchObject({
		status: 200,
		body: { action: 'ip_rules.revert', org_id, reverts: id, after: null, actor_user_id: owner.user_id },
	})
	expect((await owner.get('/v1/ip-rules')).body).toEqual([])
	expect(await revert(owner, org_id, change)).toMatchObject(refused('audit.moved_on'))
	expect((await logOf(owner, org_id, { target_id: change.body.id })).at(-1)).toMatchObject({
		id,
		reverted_by: expect.any(String),
	})
	const again = await newRule(owner)
	expect((await revert(root, org_id, again)).status).toBe(200)
})

test('an admin of the org who acts elsewhere reverts too, unless it would lock their address out', async () => {
	const { org_id, owner, member } = await world()
	await putMember(org_id, member, 'admin')
	const atHome = await signIn(member.login)
	const inside = { 'CF-Connecting-IP': '198.51.100.7' }
	const rule = await owner.post('/v1/ip-rules', { type: 'allowlist', cidr: '198.51.100.0/24' }, { headers: inside })
	const path = `/v1/orgs/${org_id}/audit-logs`
	const deleted = await owner.delete(`/v1/ip-rules/${rule.body.id}`, { headers: inside })
	expect(deleted.status).toBe(204)
	const change = `${path}/${await auditOf(deleted)}/revert`
	const outside = { headers: { 'CF-Connecting-IP': address() } }
	expect(await atHome.post(change, {}, outside)).toMatchObject(refused('ip_rules.self_lockout'))
	expect((await atHome.post(change, {}, { headers: inside })).status).toBe(200)
	expect((await owner.get('/v1/ip-rules', { headers: inside })).body).toMatchObject([{ cidr: '198.51.100.0/24' }])
})

test('what only the platform may change stays for the org: overrides, subscriptions, members', async () => {
	const { org_id, owner, member, admin: root } = await world()
	const override = { org_id, key: 'quota.runs_per_month', value: '10', value_type: 'integer' }
	expect(await revert(owner, org_id, await root.post('/v1/entitlement-overrides', override))).toMatchObject({
		status: 403,
	})
	const promoted = await owner.patch(`/v1/orgs/${org_id}/members/${member.user_id}`, { role: 'admin' })
	expect(await revert(owner, org_id, promoted)).toMatchObject({ status: 403 })
	const key = await owner.post('/v1/api-keys', { name: unique('key'), scopes: ['org.settings'] })
	const llm = await owner.post('/v1/llm-providers', {
		name: unique('llm'),
		provider: 'vendor_a',
		api_key: 'sk-0123456789',
	})
	expect(await revert(as(key.body.key), org_id, llm)).toMatchObject({ status: 403 })
	expect((await revert(owner, org_id, llm)).status).toBe(200)
})
