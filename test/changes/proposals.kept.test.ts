import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { as } from '../support/api.ts'
import { configuration, orgPath } from '../support/configuration.ts'
import { everything } from '../support/dump.ts'
import { NO_PLACE } from '../support/jobs.ts'
import { operator } from '../support/operators.ts'
import { reseal, retention, seal, systemContext } from '../support/program.ts'
import { placeOf, proposed, proposer } from '../support/proposals.ts'
import { serviceOf } from '../support/service-accounts.ts'
import { admin, create, unique, user, world } from '../support/world.ts'

// What is kept of a proposal, for how long, and whose it is.

const RULE = { type: 'blocklist', cidr: '203.0.113.0/24' }

const listOf = ({ org_id }: { org_id: string }) => `/v1/orgs/${org_id}/requests`

const sealed = async (id: string) =>
	(
		await env.DB.prepare(
			"SELECT (SELECT count(*) FROM secrets WHERE table_name = 'requests' AND row_id = ?1) + (SELECT count(*) FROM replaced_secrets WHERE table_name = 'requests' AND row_id = ?1) AS n",
		)
			.bind(id)
			.first<{ n: number }>()
	)?.n

test('a secret in a body is sealed, shown to nobody, works once granted, and is gone then', async () => {
	const { owner, admin: root } = await world()
	const key = await proposer(owner, ['data.secrets'])
	const secret = `sk-${unique('planted')}-0123456789`
	const reply = await key.post('/v1/llm-providers', { name: unique('llm'), provider: 'vendor_a', api_key: secret })
	const request = proposed(reply)
	expect(reply.body.request.change.body.fields).toContain('api_key')
	const seen = [reply.body, (await owner.get(placeOf(request))).body, await everything()]
	expect(JSON.stringify(seen)).not.toContain(secret)
	expect(await sealed(request.id)).toBe(1)
	const { body } = await root.post(`${placeOf(request)}/grant`, { hash: request.hash })
	expect(body.response).toMatchObject({ status: 201, body: { key_prefix: expect.stringContaining('****') } })
	expect(await sealed(request.id)).toBe(0)
})

test('nobody can guess a body by what is shown of it', async () => {
	const { owner } = await world()
	const key = await proposer(owner, ['data.secrets'])
	const body = { name: unique('llm'), provider: 'vendor_a', api_key: 'sk-guessed' }
	const [one, other] = [await key.post('/v1/llm-providers', body), await key.post('/v1/llm-providers', body)]
	expect(Object.keys(one.body.request.change).toSorted()).toEqual(
		['method', 'path', 'query', 'if_match', 'body', 'changes', 'events', 'effects'].toSorted(),
	)
	expect(one.body.request.change.body).toEqual({
		fields: ['name', 'provider', 'api_key'],
		bytes: JSON.stringify(body).length,
	})
	expect(proposed(one).hash).not.toBe(proposed(other).hash)
})

test('what is shown once is shown to the person who grants, and to nobody else', async () => {
	const { owner, admin: root, org_id } = await world()
	const service = await serviceOf(owner, org_id)
	const key = await proposer(owner, ['org.settings', 'data.secrets'])
	const reply = await key.post(`${service.path}/keys`, { name: 'For an agent' })
	const request = proposed(reply)
	const granted = await root.post(`${placeOf(request)}/grant`, { hash: request.hash })
	const shown = granted.body.response.body.key
	expect((await as(shown).get('/v1/me')).body).toMatchObject({ kind: 'service', id: service.id })
	const read = [await owner.get(placeOf(request)), await key.get(`/v1/runtime/requests/${request.id}`)]
	expect(JSON.stringify(read.map(({ body }) => body))).not.toContain(shown)
})

test('an org is shown no more of a proposed change than its log shows', async () => {
	const owner = await user()
	const key = await proposer(owner, ['org.settings'])
	const request = proposed(await key.post('/v1/ip-rules', RULE))
	const read = async () => [(await owner.get(placeOf(request))).body, ...(await owner.get(listOf(owner))).body]
	for (const { change } of await read()) expect(change.changes).toMatchObject([{ after: { cidr: RULE.cidr } }])
	await env.DB.prepare(
		"UPDATE requests SET change = json_set(change, '$.changes[0].target_type', 'sessions') WHERE id = ?",
	)
		.bind(request.id)
		.run()
	for (const { change } of await read()) expect(change.changes).toMatchObject([{ before: null, after: null }])
})

test('a declined or withdrawn body is gone at once, and that of a lapsed one with the next cleaning', async () => {
	const owner = await user()
	const root = await admin()
	const key = await proposer(owner, ['org.settings'])
	const declined = proposed(await key.post('/v1/ip-rules', RULE))
	expect((await root.post(`${placeOf(declined)}/decline`, {})).status).toBe(200)
	expect(await sealed(declined.id)).toBe(0)
	const open = proposed(await key.post('/v1/ip-rules', RULE))
	const withdrawn = proposed(await key.post('/v1/ip-rules', RULE))
	await key.delete(`/v1/runtime/requests/${withdrawn.id}`)
	expect(await sealed(withdrawn.id)).toBe(0)
	const lapsed = proposed(await key.post('/v1/ip-rules', { ...RULE, cidr: '198.51.100.0/24' }))
	await env.DB.prepare('UPDATE requests SET expires_at = created_at WHERE id = ?').bind(lapsed.id).run()
	await retention(systemContext(env))
	expect([await sealed(open.id), await sealed(lapsed.id)]).toEqual([1, 0])
})

test('a body of more than 256 KB is 413', async () => {
	const key = await proposer(await admin())
	const { key: flag } = await create.featureFlag()
	const body = JSON.stringify({ description: 'x' }) + ' '.repeat(262_144)
	expect((await key.patch(`/v1/feature-flags/${flag}`, body)).status).toBe(413)
})

test('what takes more than one batch is refused', async () => {
	const key = await proposer(await admin())
	expect(await key.post('/v1/admin/credits/bulk-adjust', { amount: 1 })).toMatchObject({
		status: 409,
		body: { details: { reason: 'request.not_one_batch' } },
	})
})

test('what touches more than 256 KB is refused', async () => {
	const owner = await user()
	const key = await proposer(owner, ['org.settings', 'data.secrets'])
	const { put, tag } = configuration(owner, orgPath(owner))
	const args = Array.from({ length: 9 }, () => 'x'.repeat(900))
	const document = (count: number) => ({
		version: 1,
		mcp_configs: Object.fromEntries(
			Array.from({ length: count }, (_, index) => [`server-${index}`, { transport: 'stdio', command: 'run', args }]),
		),
	})
	expect((await put(document(40))).status).toBe(200)
	const headers = { 'If-Match': await tag() }
	const propose = (count: number) =>
		key.put(`${orgPath(owner)}?allow_deletes=40`, { document: document(count), mode: 'exact' }, { headers })
	proposed(await propose(30))
	expect(await propose(0)).toMatchObject({ status: 409, body: { details: { reason: 'request.not_one_batch' } } })
})

test('what stands in the query belongs to the proposal', async () => {
	const owner = await user()
	const key = await proposer(owner, ['org.settings'])
	const decider = await operator(['admin'])
	const headers = { 'CF-Connecting-IP': RULE.cidr.replace('0/24', '7') }
	expect((await key.post('/v1/ip-rules', RULE, { headers })).status).toBe(409)
	const request = proposed(await key.post('/v1/ip-rules?confirm=true', RULE, { headers }))
	expect((await decider.get(placeOf(request))).body.change.query).toBe('?confirm=true')
	const granted = await decider.post(`${placeOf(request)}/grant`, { hash: request.hash }, { headers })
	expect(granted.body.response).toMatchObject({ status: 201 })
})

test('a body that was re-sealed meanwhile is the same', async () => {
	const { owner, admin: root } = await world()
	const key = await proposer(owner, ['org.settings'])
	const request = proposed(await key.post('/v1/ip-rules', RULE))
	const ring = JSON.parse(env.SECRETS_KEYS) as unknown[]
	const of = { table: 'requests', row: request.id, column: 'body' }
	const older = { ...env, SECRETS_KEYS: JSON.stringify(ring.toReversed()) }
	const { key_id, sealed: text } = await seal(older, of, JSON.stringify(RULE))
	await env.DB.prepare("UPDATE secrets SET key_id = ?, sealed = ? WHERE table_name = 'requests' AND row_id = ?")
		.bind(key_id, text, request.id)
		.run()
	await reseal(systemContext(env), NO_PLACE)
	const by = await env.DB.prepare('SELECT key_id FROM secrets WHERE row_id = ?').bind(request.id).first('key_id')
	expect(by).not.toBe(key_id)
	const { body } = await root.post(`${placeOf(request)}/grant`, { hash: request.hash })
	expect(body.response).toMatchObject({ status: 201, body: { cidr: RULE.cidr } })
})

test('a repeat under one Idempotency-Key is the same request', async () => {
	const key = await proposer(await user(), ['org.settings'])
	const headers = { 'Idempotency-Key': unique('call') }
	const first = await key.post('/v1/ip-rules', RULE, { headers })
	const again = await key.post('/v1/ip-rules', RULE, { headers })
	expect(again.headers.get('Idempotency-Replayed')).toBe('true')
	expect(again.body).toEqual(first.body)
	expect((await key.post('/v1/ip-rules', { ...RULE, cidr: '198.51.100.0/24' }, { headers })).status).toBe(409)
})

test('strict handling is judged when it is proposed', async () => {
	const key = await proposer(await user(), ['org.settings'])
	expect((await key.post('/v1/ip-rules', { ...RULE, cidrr: 'x' })).status).toBe(400)
	const headers = { Prefer: 'handling=lenient' }
	const request = proposed(await key.post('/v1/ip-rules', { ...RULE, cidrr: 'x' }, { headers }))
	const granted = await (await admin()).post(`${placeOf(request)}/grant`, { hash: request.hash })
	expect(granted.body.response.status).toBe(201)
})

test('the end of a key ends what it proposed, and its rotation does not', async () => {
	const owner = await user()
	const root = await admin()
	const key = await proposer(owner, ['org.settings'])
	const request = proposed(await key.post('/v1/ip-rules', RULE))
	const rotated = (await owner.post(`${key.path}/rotate`, { overlap_s: 0 })).body
	expect((await root.get(placeOf(request))).body.state).toBe('open')
	expect((await as(rotated.key).get(`/v1/runtime/requests/${request.id}`)).body.state).toBe('open')
	await owner.delete(`/v1/api-keys/${rotated.id}`)
	expect((await root.get(placeOf(request))).body.state).toBe('lapsed')
	expect(await root.post(`${placeOf(request)}/grant`, { hash: request.hash })).toMatchObject({
		status: 409,
		body: { details: { reason: 'request.lapsed' } },
	})
})

test('a proposal waits for seven days, and no longer than its key lives', async () => {
	const owner = await user()
	const key = await proposer(owner, ['org.settings'])
	const request = proposed(await key.post('/v1/ip-rules', RULE))
	const root = await admin()
	const { created_at, expires_at } = (await root.get(placeOf(request))).body
	expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(7 * 86_400_000)
	vi.useFakeTimers({ now: Date.parse(expires_at) - 1_000, toFake: ['Date'] })
	const { state } = (await key.get(`/v1/runtime/requests/${request.id}`)).body
	vi.setSystemTime(Date.parse(expires_at))
	expect([state, (await key.get(`/v1/runtime/requests/${request.id}`)).body.state]).toEqual(['open', 'lapsed'])
})

test('an account has twenty open proposals in an org', async () => {
	const key = await proposer(await user(), ['org.settings'])
	for (let one = 0; one < 20; one += 1)
		proposed(await key.post('/v1/ip-rules', { ...RULE, cidr: `198.51.100.${one}/32` }))
	expect(await key.post('/v1/ip-rules', RULE)).toMatchObject({
		status: 409,
		body: { details: { reason: 'limit.reached', key: null, limit: 20 } },
	})
})

test('an org has a hundred open proposals', async () => {
	const owner = await user()
	const key = await proposer(owner, ['org.settings'])
	const { id } = proposed(await key.post('/v1/ip-rules', RULE))
	await env.DB.prepare(
		`INSERT INTO requests (id, owner, org_id, kind, asked_by_kind, asked_by_id, created_at, expires_at, change)
			SELECT r.id || n.value, r.owner, r.org_id, r.kind, r.asked_by_kind, 'usr_' || n.value, r.created_at, r.expires_at, r.change
			FROM requests r, json_each(?) n WHERE r.id = ?`,
	)
		.bind(JSON.stringify(Array.from({ length: 99 }, (_, index) => index)), id)
		.run()
	expect(await key.post('/v1/ip-rules', RULE)).toMatchObject({
		status: 409,
		body: { details: { reason: 'limit.reached', key: null, limit: 100 } },
	})
})

test('an org files a thousand proposals in a day, however many of them it withdraws', async () => {
	const owner = await user()
	const key = await proposer(owner, ['org.settings'])
	const { id } = proposed(await key.post('/v1/ip-rules', RULE))
	await key.delete(`/v1/runtime/requests/${id}`)
	const copy = (count: number) =>
		env.DB.prepare(
			`INSERT INTO requests (id, owner, org_id, kind, asked_by_kind, asked_by_id, created_at, expires_at, change)
				SELECT r.id || n.value, r.owner, r.org_id, r.kind, r.asked_by_kind, r.asked_by_id, r.created_at, r.created_at, r.change
				FROM requests r, json_each(?) n WHERE r.id = ?`,
		)
			.bind(JSON.stringify(Array.from({ length: count }, (_, index) => index)), id)
			.run()
	await copy(999)
	expect(await key.post('/v1/ip-rules', RULE)).toMatchObject({
		status: 409,
		body: { details: { reason: 'limit.reached', key: null, limit: 1_000 } },
	})
	await env.DB.prepare('DELETE FROM requests WHERE id = ?').bind(id).run()
	proposed(await key.post('/v1/ip-rules', RULE))
	// Each 16 KB that are kept of one count like another.
	const all = `SELECT id FROM requests WHERE owner = '${owner.org_id}' ORDER BY id`
	await env.DB.exec(`DELETE FROM requests WHERE id IN (${all} LIMIT 20)`)
	await env.DB.prepare(`UPDATE requests SET change = json_set(change, '$.query', ?) WHERE id IN (${all} LIMIT 1)`)
		.bind('x'.repeat(20 * 16_384))
		.run()
	expect((await key.post('/v1/ip-rules', RULE)).status).toBe(409)
})

test('the platform decides what takes its permissions or is its own, and an org the rest', async () => {
	const { admin: root, org_id } = await world()
	const key = await proposer(root)
	const { org_id: own } = root
	const plan = await key.post('/v1/plans', { name: unique('plan'), display_name: 'Plan' })
	const adjusted = await key.post('/v1/admin/credits/adjust', { org_id, amount: 5 })
	const config = { name: unique('mcp'), transport: 'stdio', command: 'run' }
	const ofPlatform = await key.post('/v1/mcp-configs?scope=platform', config)
	const ofOrg = await key.post('/v1/mcp-configs', config)
	const account = await key.post(`/v1/orgs/${org_id}/service-accounts`, { name: 'One', scopes: [] })
	const replies = [plan, adjusted, ofPlatform, ofOrg, account]
	expect(replies.map((reply) => proposed(reply).org_id)).toEqual([null, null, null, own, org_id])
})

test('a grant may be on trial where the call may', async () => {
	const owner = await user()
	const key = await proposer(owner, ['org.settings'])
	const root = await operator(['admin'])
	const headers = { 'Confirm-Within': '60' }
	const request = proposed(await key.post('/v1/ip-rules', RULE))
	const granted = await root.post(`${placeOf(request)}/grant`, { hash: request.hash }, { headers })
	expect(granted.headers.get('Confirm-Id')).toMatch(/^chg_/)
	const service = proposed(await key.post(`/v1/orgs/${owner.org_id}/service-accounts`, { name: 'One', scopes: [] }))
	const refused = await root.post(`${placeOf(service)}/grant`, { hash: service.hash }, { headers })
	expect(refused).toMatchObject({
		body: { details: { response: { body: { details: { reason: 'change.not_confirmable' } } } } },
	})
})

test('who proposes by their own key decides only after a newer proof', async () => {
	const owner = await user()
	const key = await proposer(owner, ['org.settings'])
	const request = proposed(await key.post('/v1/ip-rules', RULE))
	const asked = await owner.post(`${placeOf(request)}/grant`, { hash: request.hash })
	expect(asked).toMatchObject({ status: 401, body: { details: { reason: 'auth.step_up' } } })
	const { challenge } = asked.body.details
	await owner.post('/v1/auth/step-up', { challenge, password: 'correct horse 1' })
	expect((await owner.post(`${placeOf(request)}/grant`, { hash: request.hash })).status).toBe(200)
})
