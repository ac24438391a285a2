import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { later } from '../support/clock.ts'
import { counted } from '../support/d1.ts'
import { withAccessLog } from '../support/logged.ts'
import { missing } from '../support/replies.ts'
import { at, serviceOf } from '../support/service-accounts.ts'
import { create, signIn, user, world } from '../support/world.ts'

withAccessLog()

const dead = { status: 401, body: { error: 'auth.unauthorized' } }

test('an account and its key are shown with who made them, their permissions, and the key only once', async () => {
	const { owner, org_id } = await world()
	const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
	const created = await owner.post(at(org_id), { name: 'Agent runtime', scopes: ['data.secrets', 'data.secrets'] })
	const account = {
		id: expect.stringMatching(/^svc_/),
		org_id,
		name: 'Agent runtime',
		role: null,
		scopes: ['data.secrets'],
		permissions: ['data.secrets'],
		is_active: true,
		runtime: null,
		narrower_key_ids: [],
		key_count: 0,
		last_used_at: null,
		created_by: owner.user_id,
		created_at: time,
		updated_at: time,
	}
	expect(created).toMatchObject({ status: 201, body: account })
	const path = at(org_id, created.body.id)
	const made = await owner.post(`${path}/keys`, { name: 'Frankfurt', expires_at: '2126-01-01T00:00:00Z' })
	const key = {
		id: expect.stringMatching(/^sak_/),
		service_account_id: created.body.id,
		name: 'Frankfurt',
		key_prefix: made.body.key.slice(0, 7),
		expires_at: '2126-01-01T00:00:00.000Z',
		last_used_at: null,
		replaced_by: null,
		created_by: owner.user_id,
		maker_left_at: null,
		mode: 'act',
		created_at: time,
	}
	expect(made.body).toEqual({ ...key, key: expect.stringMatching(/^al_[\w-]{49}$/) })
	expect((await owner.get(`${path}/keys`)).body).toEqual([key])
	expect((await owner.get(`${path}/keys/${made.body.id}`)).body).toEqual(key)
	expect((await owner.get(path)).body).toEqual({ ...account, key_count: 1 })
	expect((await owner.get(at(org_id))).body).toEqual([{ ...account, key_count: 1 }])
	const changed = await owner.patch(path, { name: 'Runtime', role: 'member' })
	expect(changed.body).toMatchObject({ name: 'Runtime', role: 'member', scopes: null, permissions: [] })
	expect(changed.headers.get('ETag')).toBe((await owner.get(path)).headers.get('ETag'))
	for (const same of [{}, { name: 'Runtime' }, { role: 'member' }])
		expect((await owner.patch(path, same)).body).toEqual(changed.body)
	const { results } = await env.DB.prepare('SELECT * FROM service_account_keys WHERE id = ?').bind(made.body.id).all()
	expect(JSON.stringify(results)).not.toContain(made.body.key)
})

test('/v1/me says who the service account is; what belongs to a person is 401', async () => {
	const { owner, org_id } = await world()
	const service = await serviceOf(owner, org_id)
	const me = await service.get('/v1/me')
	expect(me.body).toEqual({
		kind: 'service',
		id: service.id,
		name: expect.any(String),
		org_id,
		role: 'admin',
		permissions: ['data.secrets', 'org.settings'],
		paused: null,
	})
	expect((await owner.get('/v1/me')).body).toMatchObject({ kind: 'user', id: owner.user_id })
	for (const path of ['/v1/me/credits', '/v1/me/sessions', '/v1/api-keys'])
		expect(await service.get(path)).toMatchObject({
			...dead,
			body: { details: { reason: 'auth.api_key_not_accepted' } },
		})
	expect((await service.get('/v1/notifications')).body).toEqual({ data: [] })
	expect((await service.patch('/v1/notifications')).body).toEqual({ ok: true, count: 0 })
})

test('what an account does names it in the audit log, in the access log, and wherever a maker is shown', async () => {
	const { admin, owner, org_id } = await world()
	const service = await serviceOf(owner, org_id)
	const response = await service.post('/v1/ip-rules', { type: 'blocklist', cidr: '192.0.2.0/24' })
	expect(response.status).toBe(201)
	expect((await admin.get(`/v1/admin/audit-logs?actor_service_account_id=${service.id}`)).body).toMatchObject([
		{
			action: 'ip_rules.create',
			actor_user_id: null,
			actor_api_key_id: service.key_id,
			actor_service_account_id: service.id,
			org_id,
		},
	])
	expect((await admin.get('/v1/admin/audit-logs?actor_service_account_id=svc_none')).body).toEqual([])
	const logged = await admin.get(`/v1/admin/access-log?trace_id=${response.headers.get('X-Trace-Id')}`)
	expect(logged.body.data).toMatchObject([
		{
			identity_type: 'service',
			user_id: null,
			service_account_id: service.id,
			username: null,
			org_id,
		},
	])
	const pause = `/v1/orgs/${org_id}/pauses/agent/support`
	expect((await service.put(pause, { reason: 'Loops' })).body).toMatchObject({ set_by_user_id: service.id })
	const names = await admin.post('/v1/admin/names', { ids: [service.id, service.key_id] })
	expect(names.body.names).toMatchObject({
		[service.id]: { kind: 'service_account' },
		[service.key_id]: { kind: 'service_account_key' },
	})
})

test('an account outlives its maker, and ends with its org', async () => {
	const { admin, owner, org_id } = await world()
	const maker = await user('maker')
	await admin.put(`/v1/admin/orgs/${org_id}/members/${maker.user_id}`, { role: 'admin' })
	const service = await serviceOf(await signIn(maker.login, org_id), org_id)
	const removals = [
		() => admin.put(`/v1/admin/orgs/${org_id}/members/${maker.user_id}`, { role: 'member' }),
		() => admin.delete(`/v1/admin/orgs/${org_id}/members/${maker.user_id}`),
		() => admin.patch(`/v1/admin/users/${maker.user_id}`, { status: 'suspended' }),
		() => admin.delete(`/v1/admin/users/${maker.user_id}`),
	]
	for (const remove of removals) {
		expect((await remove()).status).toBeLessThan(300)
		expect((await service.get('/v1/me')).status).toBe(200)
	}
	expect((await owner.get(service.path)).body).toMatchObject({ created_by: maker.user_id, is_active: true })

	const lonely = await user('lonely')
	const theirs = await serviceOf(lonely, lonely.org_id)
	expect((await admin.delete(`/v1/admin/users/${lonely.user_id}`)).status).toBe(204)
	expect(await theirs.get('/v1/me')).toMatchObject(dead)
})

test('a suspended account is refused at once here and within five seconds elsewhere, and comes back', async () => {
	const { owner, org_id } = await world()
	const service = await serviceOf(owner, org_id)
	expect((await service.get('/v1/me')).status).toBe(200)
	expect((await owner.patch(service.path, { is_active: false })).body).toMatchObject({ is_active: false })
	expect(await service.get('/v1/me')).toMatchObject(dead)
	await owner.patch(service.path, { is_active: true })
	expect((await service.get('/v1/me')).status).toBe(200)
	// As another isolate would have done it, this one isn't told.
	await env.DB.prepare('UPDATE service_accounts SET is_active = 0 WHERE id = ?').bind(service.id).run()
	await later(5_001, async () => {
		expect(await service.get('/v1/me')).toMatchObject(dead)
	})
})

test('deleting an account ends its keys, and so does deleting a key', async () => {
	const { owner, org_id } = await world()
	const [one, other] = [await serviceOf(owner, org_id), await serviceOf(owner, org_id)]
	expect((await owner.delete(`${one.path}/keys/${one.key_id}`)).status).toBe(204)
	expect(await one.get('/v1/me')).toMatchObject(dead)
	expect((await owner.delete(other.path)).status).toBe(204)
	expect(await other.get('/v1/me')).toMatchObject(dead)
	for (const path of [
		other.path,
		`${other.path}/keys`,
		`${other.path}/keys/${other.key_id}`,
		`${one.path}/keys/sak_no`,
	])
		expect(await owner.get(path)).toMatchObject(missing)
	expect(await owner.delete(other.path)).toMatchObject(missing)
})

test("the org's IP rules apply to an account, and its keys share one D1 call with API keys", async () => {
	const { owner, org_id } = await world()
	const service = await serviceOf(owner, org_id)
	await service.get('/v1/entitlement-keys')
	await owner.patch(service.path, { name: 'Forgets who was known' })
	expect((await counted(() => service.get('/v1/entitlement-keys'))).calls).toBe(1)
	const from = { headers: { 'CF-Connecting-IP': '192.0.2.7' } }
	await owner.post('/v1/ip-rules', { type: 'blocklist', cidr: '192.0.2.0/24' })
	expect(await service.get('/v1/me', from)).toMatchObject({
		status: 403,
		body: { details: { reason: 'ip.blocked' } },
	})
})

test('an org has as many accounts, and an account as many keys, as its entitlements say', async () => {
	const { owner, org_id } = await world()
	for (const key of ['limit.service_accounts', 'limit.service_account_keys'])
		await create.override(org_id, { key, value: '1' })
	const service = await serviceOf(owner, org_id)
	const over = (key: string) => ({ status: 409, body: { details: { reason: 'limit.reached', key, limit: 1 } } })
	expect(await owner.post(at(org_id), { name: 'Two', role: 'member' })).toMatchObject(over('limit.service_accounts'))
	expect(await owner.post(`${service.path}/keys`, {})).toMatchObject(over('limit.service_account_keys'))
	// A key that was rotated, or has ended, no longer counts.
	const rotated = await owner.post(`${service.path}/keys/${service.key_id}/rotate`, { overlap_s: 0 })
	expect(rotated.status).toBe(201)
	await owner.delete(`${service.path}/keys/${rotated.body.id}`)
	expect((await owner.post(`${service.path}/keys`, {})).status).toBe(201)
})

test('wrong input is a 400 that names the field', async () => {
	const { owner, org_id } = await world()
	const service = await serviceOf(owner, org_id)
	const wrong = (path: string) => ({ status: 400, body: { details: { fields: [{ path }] } } })
	expect(await owner.post(at(org_id), { name: 'x' })).toMatchObject(wrong('role'))
	expect(await owner.post(at(org_id), { name: 'x', role: 'owner' })).toMatchObject(wrong('role'))
	expect(await owner.post(at(org_id), { name: ' ', role: 'member' })).toMatchObject(wrong('name'))
	expect(await owner.post(at(org_id), { name: 'x', role: 'member', scopes: [] })).toMatchObject(wrong('scopes'))
	expect(await owner.patch(service.path, { role: 'member', scopes: [] })).toMatchObject(wrong('scopes'))
	expect(await owner.patch(service.path, { is_active: null })).toMatchObject(wrong('is_active'))
	expect(await owner.post(`${service.path}/keys`, { expires_at: '2020-01-01T00:00:00Z' })).toMatchObject(
		wrong('expires_at'),
	)
	for (const overlap_s of [-1, 604_801, 1.5, '60'])
		expect(await owner.post(`${service.path}/keys/${service.key_id}/rotate`, { overlap_s })).toMatchObject(
			wrong('overlap_s'),
		)
})
