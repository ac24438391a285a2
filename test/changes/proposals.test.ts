import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { send } from '../support/api.ts'
import { operator } from '../support/operators.ts'
import { aboutCredits, placeOf, proposed, proposer } from '../support/proposals.ts'
import { serviceOf } from '../support/service-accounts.ts'
import { admin, create, unique, user, world } from '../support/world.ts'

const RULE = { type: 'blocklist', cidr: '203.0.113.0/24' }
const readOnly = { status: 403, body: { details: { reason: 'key.read_only' } } }
const movedOn = { status: 409, body: { details: { reason: 'request.moved_on' } } }

test('a change by a key that proposes is a request with its dry run, and nothing else happens', async () => {
	const owner = await user()
	const key = await proposer(owner, ['org.settings'])
	const reply = await key.post('/v1/ip-rules', RULE)
	const request = proposed(reply)
	expect(reply.body.dry_run).toMatchObject({ dry_run: true, status: 201, changes: [{ target_type: 'ip_rules' }] })
	expect(reply.body.request).toMatchObject({
		org_id: owner.org_id,
		asked_by: { kind: 'user', id: owner.user_id },
		spend: null,
		change: { method: 'POST', path: '/v1/ip-rules', query: '', if_match: null, body: { fields: ['type', 'cidr'] } },
	})
	expect((await owner.get('/v1/ip-rules')).body).toEqual([])
	expect(await key.get(`/v1/runtime/requests/${request.id}`)).toMatchObject({ body: { state: 'open', granted: null } })
})

test('a grant makes the call as the person who grants, and names who proposed it', async () => {
	const { owner, org_id, admin: root } = await world()
	const key = await proposer(owner, ['org.settings'])
	const request = proposed(await key.post('/v1/ip-rules', RULE))
	const { body, headers } = await root.post(`${placeOf(request)}/grant`, { hash: request.hash, reason: 'Fine' })
	expect(body).toMatchObject({
		request: { id: request.id, state: 'granted', decided_by: root.user_id, decision_reason: 'Fine' },
		response: { status: 201, body: { cidr: RULE.cidr } },
	})
	expect((await owner.get('/v1/ip-rules')).body).toMatchObject([{ id: body.response.body.id, org_id }])
	const [row] = (await root.get(`/v1/admin/audit-logs?target_id=${body.response.body.id}`)).body
	expect(row).toMatchObject({
		id: headers.get('Audit-Id'),
		action: 'ip_rules.create',
		actor_user_id: root.user_id,
		proposed_by: owner.user_id,
	})
	expect((await key.get(`/v1/runtime/requests/${request.id}`)).body.state).toBe('granted')
	expect(await root.post(`${placeOf(request)}/grant`, { hash: request.hash })).toMatchObject({
		status: 409,
		body: { details: { reason: 'request.decided' } },
	})
})

/** A flag of the platform that a key of its admin proposes to switch on, and another admin. */
async function aboutFlag(headers: Record<string, string> = {}) {
	const [root, other] = [await admin(), await operator(['admin'])]
	const key = await proposer(root)
	const { key: flag } = await create.featureFlag()
	const path = `/v1/feature-flags/${flag}`
	const request = proposed(await key.patch(path, { default_value: true }, { headers }))
	const at = placeOf(request)
	const grant = (hash = request.hash, more: object = {}) => other.post(`${at}/grant`, { hash }, more)
	return { root, other, key, path, request, at, grant, value: async () => (await root.get(path)).body.default_value }
}

test('credits that a change would give by now, and that nobody was shown, are not granted', async () => {
	const { other, org_id, request, raise, balance } = await aboutCredits()
	await raise()
	const at = placeOf(request)
	expect(await other.post(`${at}/grant`, { hash: request.hash })).toMatchObject(movedOn)
	expect(await balance()).toBe(0)
	const { now } = (await other.get(at)).body
	expect(now).toMatchObject({ is_same: false, response: { body: { credits: [{ org_id, amount: 1_000_000 }] } } })
	expect((await other.post(`${at}/grant`, { hash: now.hash })).status).toBe(200)
	expect(await balance()).toBe(1_000_000)
})

const expectFiled = async (id: string, count: number) =>
	expect(
		(await env.DB.prepare('SELECT count(*) AS n FROM requests WHERE key_id = ?').bind(id).first<{ n: number }>())?.n,
	).toBe(count)

test('what the dry run refuses is refused, and files nothing', async () => {
	const owner = await user()
	const key = await proposer(owner, ['org.settings'])
	expect((await key.post('/v1/ip-rules', { type: 'blocklist', cidr: 'no network' })).status).toBe(400)
	expect((await key.delete('/v1/ip-rules/ipr_none')).status).toBe(404)
	expect(await key.post('/v1/plans', { name: 'x', display_name: 'x' })).toMatchObject({
		status: 403,
		body: { details: { permission: 'money.write' } },
	})
	await expectFiled(key.id, 0)
})

test('what leaves no audit row, has no dry run or reads by sending is refused', async () => {
	const owner = await user()
	const key = await proposer(owner, ['org.settings', 'data.secrets'])
	expect(await key.patch('/v1/notifications', {})).toMatchObject(readOnly)
	const config = { name: unique('mcp'), transport: 'http', url: 'https://mcp.example.com' }
	const { body } = await owner.post('/v1/mcp-configs', config)
	expect(await key.post(`/v1/mcp-configs/${body.id}/test`)).toMatchObject(readOnly)
	const root = await proposer(await admin())
	expect(
		await root.post('/v1/runtime/runs', { run_id: unique('run'), org_id: owner.org_id, status: 'running' }),
	).toMatchObject(readOnly)
	await expectFiled(key.id, 0)
})

test('a body that an operation does not take is no part of the proposal, whatever it is', async () => {
	const root = await admin()
	const key = await proposer(root)
	for (const body of ['{', ' ', '\uFEFF', '"text"']) {
		const { id } = await create.plan()
		const reply = await send('DELETE', `/v1/plans/${id}`, { body, headers: { Authorization: `Bearer ${key.token}` } })
		const request = proposed(reply)
		expect(reply.body.request.change.body).toEqual({ fields: [], bytes: 0 })
		expect((await (await operator(['admin'])).post(`${placeOf(request)}/grant`, { hash: request.hash })).status).toBe(
			200,
		)
		expect((await root.get(`/v1/plans/${id}`)).status).toBe(404)
	}
})

test('an empty body, where nothing is required, is proposed as one', async () => {
	const { owner, org_id } = await world()
	const service = await serviceOf(owner, org_id)
	const key = await proposer(owner, ['org.settings', 'data.secrets'])
	const { body } = await owner.post(`${service.path}/keys`, { name: unique('key') })
	expect(proposed(await key.post(`${service.path}/keys/${body.id}/rotate`, '  ')).id).toMatch(/^req_/)
})

test('a dry run, and a POST that only reads, are what they are for every key', async () => {
	const key = await proposer(await user(), ['org.settings'])
	const dry = await key.post('/v1/ip-rules', RULE, { headers: { 'Dry-Run': 'true' } })
	expect(dry).toMatchObject({ status: 200, body: { dry_run: true } })
	expect((await key.post('/v1/ip-rules/check', { ip: '203.0.113.7' })).status).toBe(200)
	await expectFiled(key.id, 0)
})

test('a row that moved since it was shown makes nothing happen until its new state is agreed to', async () => {
	const { root, other, path, request, at, grant, value } = await aboutFlag()
	expect((await other.get(at)).body).toMatchObject({ state: 'open', now: { hash: request.hash, is_same: true } })
	await root.patch(path, { description: 'Moved' })
	const refused = await grant()
	expect(refused).toMatchObject(movedOn)
	expect(await value()).toBe(false)
	const { now } = (await other.get(at)).body
	expect(now).toMatchObject({
		hash: refused.body.details.hash,
		is_same: false,
		response: { body: { changes: [{ before: { description: 'Moved' } }] } },
	})
	expect(await grant(now.hash)).toMatchObject({ status: 200, body: { response: { status: 200 } } })
	expect(await value()).toBe(true)
})

test('a hash that was never shown, a target that is gone and one made meanwhile have moved on', async () => {
	const { root, path, at, other, grant } = await aboutFlag()
	expect(await grant('never')).toMatchObject(movedOn)
	await root.delete(path)
	expect(await grant()).toMatchObject({ status: 409, body: { details: { reason: 'request.moved_on', hash: null } } })
	expect((await other.get(at)).body.now).toMatchObject({ hash: null, response: { status: 404 } })
	const made = { key: unique('flag'), default_value: true }
	const request = proposed(await (await proposer(root)).post('/v1/feature-flags', made))
	await root.post('/v1/feature-flags', made)
	expect(await other.post(`${placeOf(request)}/grant`, { hash: request.hash })).toMatchObject(movedOn)
})

test('an If-Match belongs to the proposal, and holds at the grant', async () => {
	const root = await admin()
	const { key: flag } = await create.featureFlag()
	const path = `/v1/feature-flags/${flag}`
	const tag = (await root.get(path)).headers.get('ETag') ?? ''
	const key = await proposer(root)
	const headers = { 'If-Match': tag }
	const request = proposed(await key.patch(path, { default_value: true }, { headers }))
	expect((await key.patch(path, { default_value: true }, { headers: { 'If-Match': '"old"' } })).status).toBe(412)
	await root.patch(path, { description: 'Moved' })
	const other = await operator(['admin'])
	expect(await other.post(`${placeOf(request)}/grant`, { hash: request.hash })).toMatchObject(movedOn)
})

test('of two who grant at once one wins, and the change happens once', async () => {
	const { grant, path } = await aboutFlag()
	const replies = await Promise.all(Array.from({ length: 10 }, () => grant()))
	expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
	const made = await env.DB.prepare(
		"SELECT count(*) AS n FROM audit_logs WHERE action = 'feature_flags.update' AND after ->> 'key' = ?",
	)
		.bind(path.split('/').at(-1))
		.first<{ n: number }>()
	expect(made?.n).toBe(1)
})

test('a decline makes nothing happen, and what lapsed is over', async () => {
	const first = await aboutFlag()
	expect((await first.other.post(`${first.at}/decline`, { reason: 'No' })).body.state).toBe('declined')
	expect(await first.value()).toBe(false)
	const second = await aboutFlag()
	expect((await second.key.delete(`/v1/runtime/requests/${second.request.id}`)).status).toBe(204)
	expect(await second.grant()).toMatchObject({ status: 409, body: { details: { reason: 'request.lapsed' } } })
})

test('who grants needs what the call needs, and the request stays open', async () => {
	const { root, request, at, value } = await aboutFlag()
	const support = await operator(['support'])
	expect(await support.post(`${at}/grant`, { hash: request.hash })).toMatchObject({
		status: 409,
		body: { details: { reason: 'request.refused', response: { status: 403 } } },
	})
	expect(await value()).toBe(false)
	expect((await root.get(at)).body.state).toBe('open')
})

test('a dry run of a grant says what it would do', async () => {
	const { other, at, grant, value } = await aboutFlag()
	const dry = await grant(undefined, { headers: { 'Dry-Run': 'true' } })
	expect(dry.body).toMatchObject({
		dry_run: true,
		body: { request: { state: 'granted' }, response: { status: 200, body: { default_value: true } } },
		changes: [{ target_type: 'feature_flags', before: { default_value: false }, after: { default_value: true } }],
	})
	expect(await value()).toBe(false)
	expect((await other.get(at)).body.state).toBe('open')
})
