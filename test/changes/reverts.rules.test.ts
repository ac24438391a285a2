import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { cutAt } from '../support/cut.ts'
import { dump } from '../support/dump.ts'
import { IDEMPOTENCY_RETENTION as RETENTION, auditStates, deleteExpired, systemContext } from '../support/program.ts'
import { keyFor, newLlm, opened, refused, revert } from '../support/reverts.ts'
import { auditOf } from '../support/spec/changes.ts'
import { admin, create, unique, user, world } from '../support/world.ts'

const LOG = '/v1/admin/audit-logs'
const LLM = '/v1/llm-providers'

async function flagWithChange() {
	const root = await admin()
	const flag = await create.featureFlag()
	const change = await root.patch(`/v1/feature-flags/${flag.key}`, { default_value: true })
	return { root, flag, change }
}

test('a revert returns its own audit row, and the list shows which row reverts which', async () => {
	const { root, flag, change } = await flagWithChange()
	const id = await auditOf(change)
	const { status, body } = await revert(root, change)
	expect({ status, body }).toMatchObject({
		status: 200,
		body: {
			action: 'feature_flags.revert',
			target_id: flag.id,
			before: { default_value: true },
			after: { default_value: false },
			reverts: id,
			reverted_by: null,
			actor_user_id: root.user_id,
		},
	})
	expect((await root.post(`${LOG}/aud_nothing/revert`)).status).toBe(404)
	expect((await root.get(`${LOG}?target_id=${flag.id}`)).body).toMatchObject([
		{ id: body.id, reverts: id },
		{ id, reverted_by: body.id },
		{ action: 'feature_flags.create', reverts: null, reverted_by: null },
	])
	expect((await root.get(`/v1/feature-flags/${flag.key}`)).body).toEqual(flag)
})

test('who reads a change but could not make it gets 403, and everybody else 404', async () => {
	const { admin: root, owner, stranger, org_id } = await world()
	const { headers } = await root.put(`/v1/admin/orgs/${org_id}/members/${stranger.user_id}`, { role: 'admin' })
	const id = headers.get('Audit-Id') ?? ''
	const ofOrg = `/v1/orgs/${org_id}/audit-logs`
	expect((await owner.get(ofOrg)).body).toMatchObject([{ id }])
	for (const path of [`${ofOrg}/${id}/revert`, `${LOG}/${id}/revert`])
		expect(await owner.post(path)).toMatchObject({ status: 403, body: { error: 'auth.forbidden' } })
	expect((await (await user()).post(`${LOG}/${id}/revert`)).status).toBe(404)
})

test("a change whose target changed again can't be reverted, and the error shows both states", async () => {
	const { root, flag, change } = await flagWithChange()
	await root.patch(`/v1/feature-flags/${flag.key}`, { default_value: false })
	const expected = { ...flag, default_value: true }
	const moved = refused('audit.moved_on', { expected, current: flag })
	expect(await revert(root, change)).toMatchObject(moved)
	await root.delete(`/v1/feature-flags/${flag.key}`)
	expect(await revert(root, change)).toMatchObject(refused('audit.moved_on', { expected, current: null }))
})

test('the error masks what the log masks, and the revert restores values that the log never had', async () => {
	const { owner } = await world()
	const url = 'https://mcp.example.com/mcp?token=hidden-token'
	const fields = { name: unique('mcp'), transport: 'streamable_http', url, bearer_token: 'hidden-bearer' }
	const { id } = (await owner.post('/v1/mcp-configs', fields)).body
	const before = await dump()
	const moved = await owner.patch(`/v1/mcp-configs/${id}`, { url: 'https://mcp.example.com/other?token=hidden-2' })
	await owner.patch(`/v1/mcp-configs/${id}`, { is_active: false })
	const refusal = await revert(owner, moved)
	expect(refusal).toMatchObject(refused('audit.moved_on'))
	expect(JSON.stringify(refusal.body)).not.toContain('hidden')
	await owner.patch(`/v1/mcp-configs/${id}`, { is_active: true })
	const response = await revert(owner, moved)
	expect(response.status).toBe(200)
	expect(JSON.stringify(response.body)).not.toContain('hidden')
	expect(await dump()).toEqual(before)
})

test('a reverted change can be redone, and reverted again', async () => {
	const root = await admin()
	const flag = await create.featureFlag()
	await root.post(`/v1/feature-flags/${flag.key}/org-overrides`, { org_id: root.org_id, enabled: true })
	const before = await dump()
	const deleted = await root.delete(`/v1/feature-flags/${flag.key}`)
	const after = await dump()
	const { body } = await revert(root, deleted)
	expect(await dump()).toEqual(before)
	expect((await root.post(`${LOG}/${body.id}/revert`)).body).toMatchObject({ reverts: body.id })
	expect(await dump()).toEqual(after)
	expect((await revert(root, deleted)).status).toBe(200)
	expect(await dump()).toEqual(before)
})

test('of many concurrent reverts of one change, one wins', async () => {
	const { root, change } = await flagWithChange()
	const responses = await Promise.all(Array.from({ length: 20 }, () => revert(root, change)))
	expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
	for (const response of responses.filter(({ status }) => status !== 200))
		expect(response).toMatchObject(refused('audit.moved_on'))
})

test('a deleted entry comes back under its id with its children, unless another row took its name', async () => {
	const { admin: root, org_id, stranger } = await world()
	const flag = await create.featureFlag()
	for (const org of [org_id, stranger.org_id])
		await root.post(`/v1/feature-flags/${flag.key}/org-overrides`, { org_id: org, enabled: true })
	const before = await dump()
	const deleted = await root.delete(`/v1/feature-flags/${flag.key}`)
	const taker = await root.post('/v1/feature-flags', { key: flag.key, default_value: true })
	expect(await revert(root, deleted)).toMatchObject(refused('audit.taken', { columns: ['key'] }))
	await revert(root, taker)
	expect((await revert(root, deleted)).status).toBe(200)
	expect(await dump()).toEqual(before)
})

test('reverting the creation of a plan works until a subscription refers to it', async () => {
	const { admin: root, org_id } = await world()
	const plan = () => root.post('/v1/plans', { name: unique('plan'), display_name: 'Plan' })
	const [free, taken] = [await plan(), await plan()]
	await create.subscription(org_id, { plan_id: taken.body.id })
	expect((await revert(root, free)).status).toBe(200)
	expect((await root.get(`/v1/plans/${free.body.id}`)).status).toBe(404)
	expect(await revert(root, taken)).toMatchObject(refused('audit.dependents'))
})

test("a model can't come back without its provider; a provider comes back with its models and its key", async () => {
	const { owner } = await world()
	const api_key = keyFor()
	const { id } = (await owner.post(LLM, newLlm({ api_key }))).body
	await owner.post(`${LLM}/${id}/models`, { model: 'a', is_default: true })
	const second = (await owner.post(`${LLM}/${id}/models`, { model: 'b', is_default: true, multiplier: 0.1 + 0.2 })).body
	const third = (await owner.post(`${LLM}/${id}/models`, { model: 'c', tags: ['x'], when: { tier: 'gold' } })).body
	const gone = await owner.delete(`${LLM}/${id}/models/${third.id}`)
	const before = await dump()
	const deleted = await owner.delete(`${LLM}/${id}`)
	expect(await revert(owner, gone)).toMatchObject(refused('audit.dependents'))
	expect((await revert(owner, deleted)).status).toBe(200)
	expect(await dump()).toEqual(before)
	expect(await opened(id)).toBe(api_key)
	expect((await revert(owner, gone)).status).toBe(200)
	const { body } = await owner.get(LLM)
	expect(body[0].models.map(({ model }: { model: string }) => model).sort()).toEqual(['a', 'b', 'c'])
	expect(body[0].models.find(({ is_default }: { is_default: boolean }) => is_default).id).toBe(second.id)
})

test('reverting an activation updates KV too, and emits an event for the provider that is active again', async () => {
	const { owner, member } = await world()
	await owner.put('/v1/tool-providers/web_search/hosted/activate?scope=org')
	await owner.put('/v1/tool-providers/web_search/keyed/credential?scope=org', { api_key: keyFor() })
	const before = await dump()
	const activated = await owner.put('/v1/tool-providers/web_search/keyed/activate?scope=org')
	const serving = async () => (await member.get('/v1/tool-providers/web_search/effective')).body.provider_name
	expect(await serving()).toBe('web_search.keyed')
	const { body } = await revert(owner, activated)
	expect(await serving()).toBe('web_search.hosted')
	expect(await dump()).toEqual(before)
	expect(await env.KV.get(`tool:v1:${owner.org_id}:web_search`, 'json')).toMatchObject({
		active: { provider_name: 'web_search.hosted' },
	})
	expect((await owner.post(`${LOG}/${body.id}/revert`)).status).toBe(200)
	const { results } = await env.DB.prepare(
		"SELECT data ->> 'provider_name' AS name FROM events WHERE org_id = ? ORDER BY id",
	)
		.bind(owner.org_id)
		.all()
	expect(results.map(({ name }) => name)).toEqual(
		['hosted', 'keyed', 'hosted', 'keyed'].map((name) => `web_search.${name}`),
	)
})

test('a revert that would lock out its own caller needs ?confirm=true', async () => {
	const { owner } = await world()
	const headers = { 'CF-Connecting-IP': '203.0.113.9' }
	const path = '/v1/ip-rules'
	const rule = await owner.post(`${path}?confirm=true`, { type: 'blocklist', cidr: '203.0.113.0/24' })
	const removed = await owner.delete(`${path}/${rule.body.id}`)
	const again = async (query: string) => owner.post(`${LOG}/${await auditOf(removed)}/revert${query}`, {}, { headers })
	expect(await again('')).toMatchObject(refused('ip_rules.self_lockout', { client_address: '203.0.113.9' }))
	expect((await again('?confirm=true')).status).toBe(200)
	expect((await owner.get(path, { headers })).status).toBe(403)
})

test('rows that come back must be within the limit of their org', async () => {
	const { admin: root, owner, org_id } = await world()
	const { id } = (await owner.post(LLM, newLlm())).body
	const deleted = await owner.delete(`${LLM}/${id}`)
	await owner.post(LLM, newLlm())
	await create.override(org_id, { key: 'limit.llm_providers', value: '1' })
	expect(await revert(root, deleted)).toMatchObject(refused('limit.reached', { key: 'limit.llm_providers' }))
})

test('a revert that is cut off anywhere changes nothing', async () => {
	const { admin: root, org_id } = await world()
	const flag = await create.featureFlag()
	await root.post(`/v1/feature-flags/${flag.key}/org-overrides`, { org_id, enabled: true })
	const before = await dump()
	const deleted = await root.delete(`/v1/feature-flags/${flag.key}`)
	const after = await dump()
	for (const [verb, table] of [
		['INSERT', 'audit_logs'],
		['INSERT', 'audit_states'],
		['UPDATE', 'audit_logs'],
		['INSERT', 'feature_flags'],
		['INSERT', 'feature_flag_overrides'],
	] as const) {
		expect((await cutAt(verb, table, () => revert(root, deleted))).status).toBe(500)
		expect(await dump()).toEqual(after)
	}
	expect((await revert(root, deleted)).status).toBe(200)
	expect(await dump()).toEqual(before)
})

test('a deleted flag comes back with its hundreds of overrides', async () => {
	const root = await admin()
	const flag = await create.featureFlag()
	const mark = unique('many')
	const numbers = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)'
	await env.DB.batch([
		env.DB.prepare(
			`${numbers} INSERT INTO orgs (id, name, created_at) SELECT ? || i, ? || i, '2026-11-01T00:00:00.000Z' FROM n`,
		).bind(mark, mark),
		env.DB.prepare(
			`${numbers} INSERT INTO feature_flag_overrides (id, org_id, flag_key, enabled, created_at) SELECT ? || i, ? || i, ?, i % 2, '' FROM n`,
		).bind(mark, mark, flag.key),
	])
	const before = await dump()
	const deleted = await root.delete(`/v1/feature-flags/${flag.key}`)
	expect((await revert(root, deleted)).status).toBe(200)
	expect(await dump()).toEqual(before)
})

test("a change whose rows are no longer kept can't be reverted, and its age decides", async () => {
	const { root, change } = await flagWithChange()
	const id = await auditOf(change)
	vi.useFakeTimers({ now: Date.now() + 60 * 86_400_000, toFake: ['Date'] })
	try {
		const kept = RETENTION.filter(({ table }) => table === auditStates)
		expect(await deleteExpired(systemContext(env), kept)).toBe(false)
	} finally {
		vi.useRealTimers()
	}
	expect(await revert(root, change)).toMatchObject(refused('audit.not_kept'))
	const { results } = await env.DB.prepare('SELECT 1 FROM audit_states WHERE audit_id = ?').bind(id).all()
	expect(results).toEqual([])
})
