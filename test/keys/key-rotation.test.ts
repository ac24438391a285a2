import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { as } from '../support/api.ts'
import { DAY_MS, later } from '../support/clock.ts'
import { SERVICE_KEY_RETENTION as RETENTION, deleteExpired, systemContext } from '../support/program.ts'
import { at, serviceOf } from '../support/service-accounts.ts'
import { create, signIn, unique, user, world } from '../support/world.ts'

// The keys of users and of service accounts are rotated by the same rule.

const dead = { status: 401, body: { error: 'auth.unauthorized' } }
const rotatedAlready = { status: 409, body: { details: { reason: 'api_keys.rotated' } } }
const under = (key: string) => ({ headers: { 'Idempotency-Key': key } })

/** A key of a service account, and one of a user, each with its path. */
async function keys() {
	const { admin, owner, org_id } = await world()
	const service = await serviceOf(owner, org_id)
	const mine = (await owner.post('/v1/api-keys', { name: 'Mine', scopes: ['data.secrets'] })).body
	return {
		admin,
		owner,
		org_id,
		kinds: [
			{ path: `${service.path}/keys`, id: service.key_id, use: '/v1/me', old: as(service.token) },
			{ path: '/v1/api-keys', id: mine.id as string, use: '/v1/entitlement-keys', old: as(mine.key as string) },
		],
	}
}

test('a rotation gives a new key with the same rights, and the old one ends by itself', async () => {
	const { owner, kinds } = await keys()
	for (const { path, id, use, old } of kinds) {
		const before = Date.now()
		const { status, body } = await owner.post(`${path}/${id}/rotate`, { overlap_s: 60 })
		expect(status).toBe(201)
		const { key, replaces, ...record } = body
		const ends = Date.parse(replaces.expires_at)
		expect(ends).toBeGreaterThanOrEqual(before + 60_000)
		expect(ends).toBeLessThanOrEqual(Date.now() + 60_000)
		expect(replaces.id).toBe(id)
		expect((await owner.get(`${path}/${record.id}`)).body).toEqual(record)
		expect(record).toMatchObject({ expires_at: null, replaced_by: null, last_used_at: null })
		expect((await owner.get(`${path}/${id}`)).body).toMatchObject({
			replaced_by: record.id,
			expires_at: replaces.expires_at,
		})
		for (const caller of [old, as(key)]) expect((await caller.get(use)).status).toBe(200)
		await later(60_001, async () => {
			expect(await old.get(use)).toMatchObject(dead)
			expect((await as(key).get(use)).status).toBe(200)
		})
	}
})

test('a pause of any key of a line is one of the first, however often it was rotated', async () => {
	const { owner, org_id, kinds } = await keys()
	for (const { path, id } of kinds) {
		const { body: second } = await owner.post(`${path}/${id}/rotate`)
		const { body: third } = await owner.post(`${path}/${second.id}/rotate`)
		for (const one of [id, second.id, third.id]) {
			const { body: pause } = await owner.put(`/v1/orgs/${org_id}/pauses/api_key/${one}`, { reason: 'Stop' })
			expect(pause.subject).toBe(id)
		}
	}
})

test('without a body the overlap is an hour; with 0 the old key ends at once', async () => {
	const { owner, kinds } = await keys()
	for (const { path, id, use, old } of kinds) {
		const first = (await owner.post(`${path}/${id}/rotate`)).body
		expect(Date.parse(first.replaces.expires_at) - Date.now()).toBeGreaterThan(3_500_000)
		const second = (await owner.post(`${path}/${first.id}/rotate`, { overlap_s: 0 })).body
		expect(await as(first.key).get(use)).toMatchObject(dead)
		for (const caller of [old, as(second.key)]) expect((await caller.get(use)).status).toBe(200)
	}
})

test('a key that expires keeps its length, and an overlap prolongs no key', async () => {
	const { owner } = await keys()
	const soon = new Date(Date.now() + 100_000).toISOString()
	const { id } = (await owner.post('/v1/api-keys', { name: 'Short', expires_at: soon })).body
	const { body } = await owner.post(`/v1/api-keys/${id}/rotate`, { overlap_s: 604_800 })
	expect(body.replaces.expires_at).toBe(soon)
	const length = Date.parse(body.expires_at) - Date.parse(body.created_at)
	expect(Math.abs(length - 100_000)).toBeLessThan(5_000)
	const last = (await owner.post('/v1/api-keys', { name: 'Long', expires_at: '9999-12-31T23:59:59.999Z' })).body
	const rotated = await owner.post(`/v1/api-keys/${last.id}/rotate`)
	expect(rotated.body.expires_at).toBe('9999-12-31T23:59:59.999Z')
})

test('a repeat gives another key, and ends the one whose response was lost, with or without an Idempotency-Key', async () => {
	const { owner, kinds } = await keys()
	for (const { path, id, use, old } of kinds) {
		const once = under(unique('rotate'))
		const rotate = () => owner.post(`${path}/${id}/rotate`, { overlap_s: 60 }, once)
		const lost = await rotate()
		const repeated = await rotate()
		expect(repeated).toMatchObject({ status: 201, body: { replaces: lost.body.replaces } })
		expect(repeated.headers.get('Idempotency-Replayed')).toBeNull()
		expect(repeated.body.key).not.toBe(lost.body.key)
		expect(await as(lost.body.key).get(use)).toMatchObject(dead)
		expect((await owner.get(`${path}/${lost.body.id}`)).status).toBe(404)
		for (const caller of [old, as(repeated.body.key)]) expect((await caller.get(use)).status).toBe(200)
		// Now its key is in use, so its response did arrive.
		expect(await rotate()).toMatchObject(rotatedAlready)
		expect((await as(repeated.body.key).get(use)).status).toBe(200)
		const another = await owner.post(`${path}/${id}/rotate`, { overlap_s: 61 }, once)
		expect(another).toMatchObject({ status: 409, body: { details: { reason: 'idempotency.key_reused' } } })
	}
})

test('a key never has two successors, also after five rotations at the same time', async () => {
	const { owner, kinds } = await keys()
	for (const { path, id, use } of kinds) {
		const all = await Promise.all(Array.from({ length: 5 }, () => owner.post(`${path}/${id}/rotate`)))
		for (const { status, body } of all)
			if (status !== 201) expect([status, body.details.reason]).toEqual([409, 'idempotency.in_progress'])
		expect((await owner.get(path)).body).toHaveLength(2)
		const alive = await Promise.all(
			all.filter(({ status }) => status === 201).map(({ body }) => as(body.key as string).get(use)),
		)
		expect(alive.filter(({ status }) => status === 200)).toHaveLength(1)
		expect(await owner.post(`${path}/${id}/rotate`, {}, under(unique('later')))).toMatchObject(rotatedAlready)
	}
	const [{ path }] = kinds as [(typeof kinds)[number]]
	expect((await owner.post(`${path}/sak_nothing/rotate`)).status).toBe(404)
})

test('a key rotates no key, and a rotation counts for no limit', async () => {
	const { owner, kinds } = await keys()
	await create.override(owner.org_id, { key: 'limit.api_keys', value: '1' })
	await create.override(owner.org_id, { key: 'limit.service_account_keys', value: '1' })
	for (const { path, id, old } of kinds) {
		expect([401, 409]).toContain((await old.post(`/v1/api-keys/${id}/rotate`)).status)
		expect((await owner.post(`${path}/${id}/rotate`)).status).toBe(201)
		expect(await owner.post(path, { name: 'More' })).toMatchObject({
			status: 409,
			body: { details: { reason: 'limit.reached' } },
		})
	}
})

test('the audit row of a rotation shows what the old key became', async () => {
	const { admin, owner, kinds } = await keys()
	for (const { path, id } of kinds) {
		const { body } = await owner.post(`${path}/${id}/rotate`)
		const [row] = (await admin.get(`/v1/admin/audit-logs?target_id=${id}&limit=1`)).body
		expect(row).toMatchObject({
			action: `${path.endsWith('/keys') ? 'service_account_keys' : 'api_keys'}.rotate`,
			org_id: owner.org_id,
			before: { replaced_by: null, expires_at: null },
			after: { replaced_by: body.id },
		})
		expect(JSON.stringify(row)).not.toMatch(/hash/)
	}
})

test('the retention job deletes a key of a service account 30 days after its end', async () => {
	const { owner, kinds } = await keys()
	const { path, id } = kinds[0] as (typeof kinds)[number]
	const { body } = await owner.post(`${path}/${id}/rotate`, { overlap_s: 0 })
	const ids = async () => (await owner.get(path)).body.map((key: { id: string }) => key.id)
	for (const [days, left] of [
		[29, [body.id, id]],
		[31, [body.id]],
	] as const) {
		await later(days * DAY_MS, () => deleteExpired(systemContext(env), RETENTION))
		expect(await ids()).toEqual(left)
	}
})

test('six keys are rotated under load, and no request is refused within the overlap', async () => {
	const { admin, owner, org_id } = await world()
	const maker = await user('maker')
	await admin.put(`/v1/admin/orgs/${org_id}/members/${maker.user_id}`, { role: 'admin' })
	const session = await signIn(maker.login, org_id)
	const services = await Promise.all(Array.from({ length: 6 }, () => serviceOf(session, org_id)))
	// Whoever made them is gone before the first rotation.
	await admin.delete(`/v1/admin/orgs/${org_id}/members/${maker.user_id}`)
	const statuses: number[] = []
	const calls = services.map(async (service) => {
		const keys = [service, as(service.token)]
		const rounds = async (count: number) => {
			for (let round = 0; round < count; round += 1)
				for (const one of keys) statuses.push((await one.get('/v1/entitlement-keys')).status)
		}
		const rotating = owner.post(`${service.path}/keys/${service.key_id}/rotate`, { overlap_s: 600 })
		await rounds(1)
		const { status, body } = await rotating
		expect(status).toBe(201)
		keys[1] = as(body.key)
		await rounds(4)
	})
	await Promise.all(calls)
	expect(statuses).toHaveLength(60)
	expect(statuses.filter((status) => status !== 200)).toEqual([])
	const accounts = (await owner.get(`${at(org_id)}?limit=200`)).body
	expect(accounts.map(({ key_count }: { key_count: number }) => key_count)).toEqual(Array.from({ length: 6 }, () => 2))
})
