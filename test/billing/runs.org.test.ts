import { describe, expect, test } from 'vitest'
import { as } from '../support/api.ts'
import { counted } from '../support/d1.ts'
import { admin, type Caller, signIn, unique, user, world } from '../support/world.ts'

// The runs of one org, which its owners and admins read.

const reported = async (org_id: string, fields: object = {}) => {
	const run_id = unique('run')
	const root = await admin()
	expect((await root.post('/v1/runtime/runs', { run_id, org_id, status: 'completed', ...fields })).status).toBe(200)
	return run_id
}

const idsOf = (body: { run_id: string }[]) => body.map(({ run_id }) => run_id)

/** Makes a user a member of another org. */
async function join(caller: Caller, org_id: string, role: string) {
	const path = `/v1/admin/orgs/${org_id}/members/${caller.user_id}`
	expect((await (await admin()).put(path, { role })).status).toBe(200)
}

describe('who can read', () => {
	test('owners, admins and platform admins can, in the same form as admin/runs', async () => {
		const { org_id, owner, admin: root } = await world()
		const helper = await user('helper')
		await join(helper, org_id, 'admin')
		const run_id = await reported(org_id, { total_cost_usd: 0.01 })
		const theirs = await reported(helper.org_id)
		const expected = (await root.get(`/v1/admin/runs/${run_id}`)).body
		for (const { get } of [owner, helper, await signIn(helper.login, org_id), root]) {
			expect((await get(`/v1/orgs/${org_id}/runs`)).body).toEqual([expected])
			expect((await get(`/v1/orgs/${org_id}/runs/${run_id}`)).body).toEqual(expected)
			expect((await get(`/v1/orgs/${org_id}/runs/${theirs}`)).status).toBe(404)
		}
	})

	test('a plain member who acts in another org is refused, and keys of another org and an unknown org get 404', async () => {
		const { org_id, owner, stranger, admin: root } = await world()
		const elsewhere = await user('elsewhere')
		await join(elsewhere, org_id, 'member')
		const run_id = await reported(org_id)
		const refusal = { status: 403, body: { details: { permission: 'org.settings' } } }
		const theirs = (await stranger.post('/v1/api-keys', { name: unique('key'), scopes: ['org.settings'] })).body.key
		const ours = (await owner.post('/v1/api-keys', { name: unique('key'), scopes: ['org.settings'] })).body.key
		for (const path of [`/v1/orgs/${org_id}/runs`, `/v1/orgs/${org_id}/runs/${run_id}`]) {
			expect(await elsewhere.get(path)).toMatchObject(refusal)
			expect((await as(theirs).get(path)).status).toBe(404)
			expect((await as(ours).get(path)).status).toBe(200)
		}
		for (const { get } of [owner, root]) expect((await get('/v1/orgs/org_none/runs')).status).toBe(404)
	})

	test("the org's IP rules apply to an admin who acts in another org", async () => {
		const { org_id, owner } = await world()
		const helper = await user('helper')
		await join(helper, org_id, 'admin')
		const read = (ip: string) => helper.get(`/v1/orgs/${org_id}/runs`, { headers: { 'CF-Connecting-IP': ip } })
		expect((await read('203.0.113.9')).status).toBe(200)
		expect((await owner.post('/v1/ip-rules', { type: 'blocklist', cidr: '203.0.113.0/24' })).status).toBe(201)
		expect(await read('203.0.113.9')).toMatchObject({ status: 403, body: { details: { reason: 'ip.blocked' } } })
		expect((await read('198.51.100.9')).status).toBe(200)
	})
})

test('filters, periods and pages work as in admin/runs', async () => {
	const { org_id, owner } = await world()
	const at = (day: number) => `2026-01-0${day}T00:00:00.000Z`
	const ids: string[] = []
	for (const [day, fields] of [{}, { status: 'failed' }, { model: 'model-b' }, { model: 'model-b' }].entries())
		ids.push(await reported(org_id, { created_at: at(day + 1), completed_at: at(day + 1), ...fields }))
	const [first, second, third, fourth] = ids
	const list = async (query: string) => idsOf((await owner.get(`/v1/orgs/${org_id}/runs?${query}`)).body)
	expect(await list('')).toEqual(ids.toReversed())
	expect(await list('status=failed')).toEqual([second])
	expect(await list(`model=model-b&to=${at(4)}`)).toEqual([third])
	expect(await list(`from=${at(2)}&to=${at(4)}`)).toEqual([third, second])
	expect(await list(`since=${at(3)}`)).toEqual([fourth, third])
	expect(await list(`from=${at(4)}&to=${at(2)}`)).toEqual([])
	const page = await owner.get(`/v1/orgs/${org_id}/runs?limit=3&to=${at(5)}`)
	expect(idsOf(page.body)).toEqual([fourth, third, second])
	expect(await list(`limit=3&to=${at(5)}&cursor=${page.headers.get('Next-Cursor')}`)).toEqual([first])
	for (const query of ['from=yesterday', 'to=1', 'status=done'])
		expect(await owner.get(`/v1/orgs/${org_id}/runs?${query}`)).toMatchObject({
			status: 400,
			body: { details: { fields: [{ path: query.split('=')[0] }] } },
		})
})

test('a run keeps its tag', async () => {
	const { org_id, owner } = await world()
	const path = `/v1/orgs/${org_id}/runs/${await reported(org_id)}`
	const tag = (await owner.get(path)).headers.get('ETag') ?? ''
	expect((await owner.get(path, { headers: { 'If-None-Match': tag } })).status).toBe(304)
})

test('a page far back only reads its own rows', async () => {
	const { org_id, owner, admin: root } = await world()
	const at = (i: number) => new Date(Date.UTC(2025, 0, 1, i)).toISOString()
	await root.post(
		'/v1/runtime/runs',
		Array.from({ length: 100 }, (_, i) => ({
			run_id: unique('run'),
			org_id,
			status: 'completed',
			created_at: at(i),
			completed_at: at(i),
		})),
	)
	const path = `/v1/orgs/${org_id}/runs?limit=10`
	await owner.get(path)
	const newest = await counted(() => owner.get(path))
	expect((await counted(() => owner.get(`${path}&to=${at(20)}`))).rows_read).toBe(newest.rows_read)
})
