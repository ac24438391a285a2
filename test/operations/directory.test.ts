import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { asking } from '../support/asks.ts'
import { counted } from '../support/d1.ts'
import { proposed, proposer } from '../support/proposals.ts'
import { create, unique, user, world } from '../support/world.ts'

const here = await world()
const { admin, owner, org_id } = here

const search = async (q: string, limit = 20) => {
	const { status, body } = await admin.get(`/v1/admin/search?q=${encodeURIComponent(q)}&limit=${limit}`)
	expect(status).toBe(200)
	return body as { kind: string; id: string; title: string; subtitle: string | null; org_id: string | null }[]
}

/** One thing of each kind that has ids of ours, in the world's org. */
async function things() {
	const plan = await create.plan({ display_name: unique('Plan') })
	const provider = { name: unique('llm'), provider: 'vendor_a', api_key: 'sk-0123456789abcdef' }
	const llm = (await owner.post('/v1/llm-providers', provider)).body
	const model = (await owner.post(`/v1/llm-providers/${llm.id}/models`, { model: 'gpt-small' })).body
	const mcp = (await owner.post('/v1/mcp-configs', { name: unique('mcp'), transport: 'stdio', command: 'run' })).body
	const url = `https://${unique('hooks')}.example.com/in?token=secret`
	const endpoint = (await owner.post('/v1/webhook-endpoints', { url, events: ['subscription.expired'] })).body
	await owner.post(`/v1/webhook-endpoints/${endpoint.id}/test`)
	const [delivery] = (await owner.get(`/v1/webhook-endpoints/${endpoint.id}/deliveries`)).body
	const key = (await owner.post('/v1/api-keys', { name: unique('key') })).body
	const rule = (await owner.post('/v1/ip-rules', { type: 'blocklist', cidr: '2001:db8:d1::/64' })).body
	const flag = await create.featureFlag({ description: 'Longer runs' })
	const invite = (await owner.get('/v1/me/invite-code')).body
	const code = await create.redemptionCode({ batch_id: unique('batch') })
	const broadcast = await create.broadcast(org_id)
	const override = await create.override(org_id)
	const subscription = await create.subscription(org_id, { plan_id: plan.id })
	const [audit] = (await admin.get(`/v1/admin/audit-logs?target_id=${plan.id}`)).body
	const org = (await admin.get(`/v1/admin/orgs/${org_id}`)).body
	const request = proposed(await (await proposer(owner, ['org.settings'])).delete(`/v1/ip-rules/${rule.id}`))
	return [
		['user', owner.user_id, owner.login, `${owner.login}@example.com`, null],
		['org', org_id, org.name, null, org_id],
		['plan', plan.id, plan.display_name, plan.name, null],
		['feature_flag', flag.id, flag.key, 'Longer runs', null],
		['llm_provider', llm.id, llm.name, 'vendor_a', org_id],
		['llm_model', model.id, 'gpt-small', llm.name, org_id],
		['mcp_config', mcp.id, mcp.name, 'stdio', org_id],
		['webhook_endpoint', endpoint.id, url.replace('secret', '****'), 'enabled', org_id],
		['webhook_delivery', delivery.id, delivery.type, url.replace('secret', '****'), org_id],
		['api_key', key.id, key.name, key.key_prefix, org_id],
		['ip_rule', rule.id, rule.cidr, 'blocklist', org_id],
		['invite_code', invite.id, invite.code, owner.login, null],
		['redemption_code', code.id, code.code.slice(-4), code.batch_id, null],
		['broadcast', broadcast.id, broadcast.title, 'pending', org_id],
		['entitlement_override', override.id, override.key, override.value, org_id],
		['subscription', subscription.id, plan.display_name, org.name, org_id],
		['audit_log', audit.id, 'plans.create', plan.id, null],
		['request', request.id, `DELETE /v1/ip-rules/${rule.id}`, null, org_id],
	] as const
}

test('an id of any kind finds its thing and nothing else, and has its name', async () => {
	const made = await things()
	for (const [kind, id, title, subtitle, of] of made)
		expect(await search(id)).toEqual([{ kind, id, title, subtitle, org_id: of }])
	const { status, body } = await admin.post('/v1/admin/names', {
		ids: [...made.map(([, id]) => id), 'usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S', 'nothing', 'a_b', '', org_id],
	})
	expect(status).toBe(200)
	expect(body.names).toEqual(Object.fromEntries(made.map(([kind, id, name]) => [id, { kind, name }])))
})

test('a search finds a run and a trace by their ids, a trace in upper or lower case', async () => {
	const run_id = unique('run')
	await admin.post('/v1/runtime/runs', { run_id, org_id, status: 'completed' })
	expect((await search(run_id))[0]).toEqual({ kind: 'run', id: run_id, title: run_id, subtitle: 'completed', org_id })
	const trace = crypto.randomUUID().replaceAll('-', '')
	const found = { kind: 'trace', id: trace, title: trace, subtitle: null, org_id: null }
	expect(await search(trace.toUpperCase())).toEqual([found])
	await admin.post('/v1/runtime/runs', { run_id: trace, org_id, status: 'failed' })
	expect(await search(trace)).toMatchObject([{ kind: 'run', id: trace }, found])
})

test('the id of a run finds what it asked people for, unless its org was deleted', async () => {
	const { owner: person, org_id: of, budget, ask, read } = await asking()
	await person.post('/v1/orgs', { name: unique('second') })
	await budget({ limit: 0 })
	const run_id = unique('run')
	const { id } = await ask({ run_id })
	const found = { kind: 'request', id, title: run_id, subtitle: (await read(id)).reason, org_id: of }
	expect([await search(run_id), await search(id)]).toEqual([[found], [found]])
	expect((await admin.delete(`/v1/orgs/${of}`)).status).toBe(204)
	expect([await search(run_id), await search(id)]).toEqual([[], []])
})

test('an exact name comes before newer, similar ones', async () => {
	const stem = unique('ada')
	const exact = await user(stem)
	const others = [await user(`${exact.login}x`), await user(`${exact.login}x`), await user(`${exact.login}x`)]
	for (const q of [exact.login, exact.login.toUpperCase(), `${exact.login}@example.com`])
		expect((await search(q, 3))[0]).toMatchObject({ kind: 'user', id: exact.user_id })
	const ids = (await search(exact.login)).filter(({ kind }) => kind === 'user').map(({ id }) => id)
	expect(ids).toEqual([exact.user_id, ...others.map(({ user_id }) => user_id).toReversed()])
})

test('a search finds orgs, flags, plans, providers and servers by part of their name, and no kind crowds out another', async () => {
	const stem = unique('Zebra')
	await env.DB.prepare(
		`INSERT INTO orgs (id, name, created_at) SELECT 'org_zebra' || value, ?1 || ' org ' || value, '2026-11-01T00:00:00.000Z'
		FROM json_each(?2)`,
	)
		.bind(stem, JSON.stringify(Array.from({ length: 25 }, (_, index) => index)))
		.run()
	await admin.post('/v1/admin/orgs', { name: stem })
	for (const index of [1, 2]) await admin.post('/v1/admin/orgs', { name: `The ${stem} ${index}` })
	const flag = await create.featureFlag({ key: `a.${stem.toLowerCase()}.mode` })
	const plan = await create.plan({ display_name: `Great ${stem}` })
	const provider = { name: `${stem} models`, provider: 'vendor_b', api_key: 'sk-0123456789abcdef' }
	const llm = (await owner.post('/v1/llm-providers', provider)).body
	const server = { name: `${stem} tools`, transport: 'stdio', command: 'run' }
	const mcp = (await owner.post('/v1/mcp-configs', server)).body
	const found = await search(stem.toLowerCase())
	expect(found).toHaveLength(20)
	expect(found[0]).toMatchObject({ kind: 'org', title: stem })
	expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining([flag.id, plan.id, llm.id, mcp.id]))
	expect(found.some(({ title }) => title.startsWith('The '))).toBe(true)
	expect(new Set(found.map(({ id }) => id)).size).toBe(20)
})

test('a search finds codes in any case, and redemption codes without their dashes too', async () => {
	const code = await create.redemptionCode()
	for (const q of [code.code, code.code.toLowerCase(), code.code.replaceAll('-', '')])
		expect((await search(q))[0]).toMatchObject({ kind: 'redemption_code', id: code.id })
	const invite = (await owner.get('/v1/me/invite-code')).body
	expect((await search(invite.code.toLowerCase()))[0]).toMatchObject({ kind: 'invite_code', id: invite.id })
})

test('deleted things have no name and are found neither by id nor by name', async () => {
	const gone = await user('gone')
	await admin.delete(`/v1/admin/users/${gone.user_id}`)
	const broadcast = await create.broadcast(org_id)
	await admin.delete(`/v1/admin/notifications/broadcasts/${broadcast.id}`)
	for (const q of [gone.user_id, broadcast.id]) expect(await search(q)).toEqual([])
	expect((await search(gone.login)).filter(({ kind }) => kind === 'user')).toEqual([])
	const { body } = await admin.post('/v1/admin/names', { ids: [gone.user_id, broadcast.id] })
	expect(body).toEqual({ names: {} })
})

test('a search needs text, accepts at most 200 characters and returns at most 20 things', async () => {
	for (const [query, path] of [
		['', 'q'],
		['q=', 'q'],
		['q=%20%20', 'q'],
		[`q=${'a'.repeat(201)}`, 'q'],
		['q=a&limit=21', 'limit'],
	])
		expect(await admin.get(`/v1/admin/search?${query}`)).toMatchObject({
			status: 400,
			body: { details: { fields: [{ path }] } },
		})
	for (const q of ['"', '*', "'; --", 'a"b', '%', '_', '\u{1F600}', '-', 'NEAR(a b)', '((', '日本']) await search(q)
	expect(await search('  ', 1).catch(() => 'refused')).toBe('refused')
})

test('reading names accepts at most 200 ids, takes one D1 call and writes nothing', async () => {
	const ids = Array.from({ length: 200 }, (_, index) => (index % 2 ? owner.user_id : `usr_${index}`))
	const { calls, rows_written } = await counted(() => admin.post('/v1/admin/names', { ids }))
	expect({ calls, rows_written }).toEqual({ calls: 1, rows_written: 0 })
	expect((await admin.post('/v1/admin/names', { ids: [] })).body).toEqual({ names: {} })
	expect(await admin.post('/v1/admin/names', { ids: [...ids, org_id] })).toMatchObject({
		status: 400,
		body: { details: { fields: [{ path: 'ids' }] } },
	})
})

test('a search reads as many rows with 2,400 orgs and flags as with 1,200', async () => {
	const stem = unique('Flat')
	const fill = async (count: number) => {
		const rows = JSON.stringify(Array.from({ length: count }, () => ({ id: unique('flat'), name: unique(stem) })))
		await env.DB.batch([
			env.DB.prepare(
				"INSERT INTO orgs (id, name, created_at) SELECT 'org_' || (value ->> 'id'), value ->> 'name', '2026-11-01T00:00:00.000Z' FROM json_each(?)",
			).bind(rows),
			env.DB.prepare(
				"INSERT INTO feature_flags (id, key, description, default_value, created_at) SELECT 'flag_00' || (value ->> 'id'), lower(value ->> 'name'), '', 0, '' FROM json_each(?)",
			).bind(rows),
		])
	}
	const read = async () => (await counted(() => search(stem))).rows_read
	await fill(1_200)
	const few = await read()
	await fill(1_200)
	expect(await read()).toBeLessThanOrEqual(few + 5)
})
