import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetPrincipals } from '../src/auth/principal.ts'
import { type Api, declared } from './support/api.ts'
import { counted, statementsOf } from './support/d1.ts'
import { create, unique, world } from './support/world.ts'

// The cost of a request at the edge is its round trips to D1, so these tests count them exactly. They stop the clock, because
// an isolate keeps callers for five seconds.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const here = await world()
const plan = await create.plan({ entitlements: [{ key: 'a.b', value: '1', value_type: 'integer' }] })
const subscription = await create.subscription(here.org_id, { plan_id: plan.id })
const flag = await create.featureFlag()
const org = (await here.admin.post('/v1/admin/orgs', { name: unique('org') })).body

const entry = unique('entry')
await here.admin.put(`/v1/admin/config-entries/${entry}`, { value: 'x' })

const inviteCode = (await here.member.get('/v1/me/invite-code')).body

await here.admin.post('/v1/runtime/runs', { run_id: 'run-of-the-reads', org_id: here.org_id, status: 'completed' })

const endpoint = (
	await here.owner.post('/v1/webhook-endpoints', { url: 'https://hooks.example.com', events: ['never.told'] })
).body

// Complete already: one that is sent meanwhile would be counted too.
await env.DB.prepare(
	"INSERT INTO broadcasts (id, type, title, body, target_type, payload, status, through_seq, created_by, created_at) VALUES ('brd_0000000000000000000000READ', 'x', 'x', 'x', 'all', '{}', 'completed', 0, 'x', '2026-11-01T00:00:00.000Z')",
).run()

const reads: [string, Api][] = [
	['/v1/notifications', here.member],
	['/v1/notifications?unread_only=true&type=broadcast', here.member],
	['/v1/admin/notifications/broadcasts', here.admin],
	['/v1/admin/notifications/broadcasts/brd_0000000000000000000000READ', here.admin],
	['/v1/me/invite-code', here.member],
	['/v1/me', here.member],
	['/v1/api-keys', here.member],
	['/v1/plans', here.member],
	[`/v1/plans/${plan.id}`, here.member],
	['/v1/subscriptions', here.member],
	[`/v1/subscriptions/${subscription.id}`, here.member],
	[`/v1/entitlements?org_id=${here.org_id}`, here.member],
	[`/v1/entitlement-overrides?org_id=${here.org_id}`, here.admin],
	['/v1/feature-flags', here.admin],
	[`/v1/feature-flags/${flag.key}`, here.admin],
	[`/v1/feature-flags/${flag.key}/org-overrides`, here.admin],
	['/v1/admin/orgs', here.admin],
	['/v1/admin/orgs?q=nothing-like-it', here.admin],
	[`/v1/admin/orgs/${org.id}`, here.admin],
	['/v1/admin/users', here.admin],
	['/v1/admin/users?q=nothing-like-it', here.admin],
	['/v1/admin/users?status=active', here.admin],
	[`/v1/admin/users/${here.member.user_id}`, here.admin],
	['/v1/admin/redemption-codes', here.admin],
	['/v1/admin/invite-codes', here.admin],
	['/v1/admin/invite-codes?q=nothing-like-it', here.admin],
	[`/v1/admin/invite-codes/${inviteCode.id}`, here.admin],
	['/v1/admin/referrals', here.admin],
	[`/v1/admin/referrals?inviter_user_id=${here.owner.user_id}`, here.admin],
	[`/v1/admin/referrals/tree?user_id=${here.owner.user_id}`, here.admin],
	['/v1/admin/audit-logs', here.admin],
	['/v1/admin/access-log', here.admin],
	['/v1/admin/gateway-config', here.admin],
	['/v1/webhook-endpoints', here.member],
	[`/v1/webhook-endpoints/${endpoint.id}`, here.member],
	[`/v1/webhook-endpoints/${endpoint.id}/deliveries`, here.member],
	[`/v1/webhook-endpoints/${endpoint.id}/deliveries?status=dead`, here.member],
	[`/v1/admin/credits?org_id=${here.org_id}`, here.admin],
	['/v1/me/credits', here.member],
	['/v1/admin/dashboard', here.admin],
	['/v1/admin/runs', here.admin],
	['/v1/admin/runs/run-of-the-reads', here.admin],
	...['/v1/admin', `/v1/orgs/${here.org_id}`].flatMap((base): [string, Api][] => [
		[`${base}/usage/daily?start=2026-01-01&end=2026-01-31`, here.admin],
		[`${base}/usage/summary`, here.admin],
		[`${base}/usage/by-model`, here.admin],
	]),
	['/v1/tool-providers?scope=org', here.owner],
	[`/v1/admin/config-entries/${entry}`, here.admin],
	['/v1/admin/secret-keys', here.admin],
	['/v1/admin/email/status', here.admin],
	['/v1/admin/email/config', here.admin],
	['/v1/ip-rules', here.member],
	['/v1/llm-providers', here.member],
	['/v1/mcp-configs', here.member],
]

describe.each(reads)('GET %s', (path, caller) => {
	test('makes one D1 call warm and two cold', async () => {
		forgetPrincipals()
		expect((await counted(() => caller.get(path))).calls).toBe(2)
		expect((await counted(() => caller.get(path))).calls).toBe(1)
	})
})

/** GETs that are answered from a cache, ask somebody else, or go on and on. */
const CACHED = /\/(evaluate|effective|available-models|webhook-event-types|tail)$/

test('the reads above are all there are', () => {
	const counts = declared.filter(
		({ method, path }) => method === 'GET' && path.startsWith('/v1/') && !CACHED.test(path),
	)
	const served = new Set(reads.map(([path]) => path.split('?')[0]?.split('/').length))
	expect(served.size).toBeGreaterThan(1)
	expect(counts).toHaveLength(new Set(reads.map(([path]) => path.split('?')[0])).size)
})

test('a write is one batch', async () => {
	const { admin, org_id, owner, stranger } = here
	await stranger.get('/v1/me')
	expect((await counted(() => stranger.post('/v1/api-keys', { name: 'key' }))).calls).toBe(1)
	await admin.get('/v1/me')
	const writes: [string, () => Promise<{ status: number }>][] = [
		['create a plan', () => admin.post('/v1/plans', { name: unique('plan'), display_name: 'Plan' })],
		['create a flag', () => admin.post('/v1/feature-flags', { key: unique('flag'), default_value: true })],
		['change a flag', () => admin.patch(`/v1/feature-flags/${flag.key}`, { default_value: true })],
		['override a flag', () => admin.post(`/v1/feature-flags/${flag.key}/org-overrides`, { org_id, enabled: true })],
		['delete an override of a flag', () => admin.delete(`/v1/feature-flags/${flag.key}/org-overrides/${org_id}`)],
		['override an entitlement', () => create.override(org_id).then(() => ({ status: 201 }))],
		['create an org', () => admin.post('/v1/admin/orgs', { name: unique('org'), owner_user_id: owner.user_id })],
		['cancel a subscription', () => admin.delete(`/v1/subscriptions/${subscription.id}`)],
	]
	for (const [name, write] of writes) {
		const { calls } = await counted(async () => expect((await write()).status, name).toBeLessThan(300))
		expect({ name, calls }).toEqual({ name, calls: 1 })
	}
})

test('a warm flag evaluation makes no D1 call', async () => {
	const { member } = here
	const evaluate = () => member.get(`/v1/feature-flags/${flag.key}/evaluate`)
	const bulk = () => member.post('/ofrep/v1/evaluate/flags', { context: { targetingKey: 'x' } })
	await evaluate()
	for (const call of [evaluate, bulk]) expect((await counted(call)).calls).toBe(0)
})

test('a health probe makes no D1 call', async () => {
	expect((await counted(() => here.member.get('/healthz'))).calls).toBe(0)
})

test('a page reads no more rows than it shows, in lists and searches', async () => {
	const rows = Array.from({ length: 300 }, (_, index) => ({
		// Ids that sort low, so that they are on no first page of another test.
		id: `flag_00${unique('bulk')}`,
		key: unique(`bulk-${index}`),
	}))
	await env.DB.prepare(
		"INSERT INTO feature_flags (id, key, description, default_value, created_at) SELECT value ->> 'id', value ->> 'key', '', 0, '' FROM json_each(?)",
	)
		.bind(JSON.stringify(rows))
		.run()
	const { rows_read } = await counted(() => here.admin.get('/v1/feature-flags?limit=10'))
	expect(rows_read).toBeLessThanOrEqual(12)
	const page = await counted(() => here.admin.get('/v1/admin/audit-logs?limit=10'))
	expect(page.rows_read).toBeLessThanOrEqual(22)
})

test('no list scans a table', async () => {
	const statements = await statementsOf(async () => {
		const lists = [
			...reads,
			['/v1/subscriptions', here.admin],
			[`/v1/subscriptions?org_id=${here.org_id}`, here.admin],
			['/v1/admin/orgs?q=or', here.admin],
			['/v1/admin/orgs?q=org', here.admin],
			['/v1/admin/redemption-codes?type=credits', here.admin],
			['/v1/admin/redemption-codes?q=nothing-like-it&type=credits', here.admin],
			...['status=failed', 'model=x', `org_id=${here.org_id}`, `org_id=${here.org_id}&status=failed`].map((filter) => [
				`/v1/admin/runs?${filter}`,
				here.admin,
			]),
			...['action=plans.create', 'actor_user_id=x', 'org_id=x', 'target_id=x'].map((filter) => [
				`/v1/admin/audit-logs?${filter}`,
				here.admin,
			]),
		] as [string, Api][]
		for (const [path, caller] of lists) await caller.get(path)
		const second = await here.admin.get('/v1/feature-flags?limit=1')
		await here.admin.get(`/v1/feature-flags?limit=1&cursor=${second.headers.get('Next-Cursor')}`)
	})
	expect(statements.length).toBeGreaterThan(20)
	for (const { sql, params } of statements.filter(({ sql: text }) => /^select/i.test(text))) {
		const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
			.bind(...params)
			.all<{ detail: string }>()
		// A scan along an index in the order of the list stops at its limit; one that sorts or walks the table does not.
		const scans = results.filter(
			({ detail }) =>
				/^SCAN (?!json_each|CONSTANT)/.test(detail) && !/USING (COVERING )?INDEX|VIRTUAL TABLE/.test(detail),
		)
		const walked = scans.filter(
			({ detail }) =>
				!/^SCAN (orgs|users|runs|invite_codes|redemption_codes|subscriptions|plans|feature_flags|audit_logs)$/.test(
					detail,
				) || !/order by .* desc limit/i.test(sql),
		)
		expect(walked, sql).toEqual([])
		expect(
			results.filter(
				({ detail }) => detail.includes('TEMP B-TREE FOR ORDER BY') && /limit/i.test(sql) && !/lower\(/.test(sql),
			),
			sql,
		).toEqual([])
	}
})
