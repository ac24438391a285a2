import { expect, test } from 'vitest'
import { as } from '../support/api.ts'
import { encryptionPair } from '../support/encryption.ts'
import { operator } from '../support/operators.ts'
import { revert } from '../support/reverts.ts'
import { at, serviceOf } from '../support/service-accounts.ts'
import { signIn, unique, user, world } from '../support/world.ts'

// Nobody gives a service account more than they hold, and only a platform admin gives it a permission of the platform.

const refused = (permission: string) => ({
	status: 403,
	body: { error: 'auth.forbidden', details: { permission } },
})

/** The admin in person, acting in the org, with a key that holds only these scopes. */
async function keyWith(maker: { login: string }, org_id: string, scopes: string[]) {
	const session = await signIn(maker.login, org_id)
	const { status, body } = await session.post('/v1/api-keys', { name: unique('key'), scopes })
	expect(status).toBe(201)
	return as(body.key)
}

test('a caller gives what they hold: a key with org.settings makes no admin, and widens none', async () => {
	const { owner, org_id } = await world()
	const narrow = await keyWith(owner, org_id, ['org.settings'])
	expect(await narrow.post(at(org_id), { name: 'x', role: 'admin' })).toMatchObject(refused('data.secrets'))
	expect(await narrow.post(at(org_id), { name: 'x', scopes: ['data.secrets'] })).toMatchObject(refused('data.secrets'))
	const service = await serviceOf(narrow, org_id, { scopes: ['org.settings'] })
	expect(await narrow.patch(service.path, { role: 'admin' })).toMatchObject(refused('data.secrets'))
	expect(await service.patch(service.path, { role: 'admin' })).toMatchObject(refused('data.secrets'))
	expect(await service.post(at(org_id), { name: 'x', role: 'admin' })).toMatchObject(refused('data.secrets'))
	expect((await narrow.get(service.path)).body).toMatchObject({ scopes: ['org.settings'] })
	expect((await owner.patch(service.path, { role: 'admin' })).body).toMatchObject({ role: 'admin' })
})

test('nobody gets a key of an account that may do more than they', async () => {
	const { owner, org_id } = await world()
	const narrow = await keyWith(owner, org_id, ['org.settings'])
	const service = await serviceOf(owner, org_id, { role: 'admin' })
	const key = `${service.path}/keys/${service.key_id}`
	expect(await narrow.post(`${service.path}/keys`, {})).toMatchObject(refused('data.secrets'))
	expect(await narrow.post(`${key}/rotate`, {})).toMatchObject(refused('data.secrets'))
	expect(await narrow.patch(service.path, { name: 'Mine' })).toMatchObject(refused('data.secrets'))
	expect((await narrow.patch(service.path, { is_active: false })).status).toBe(200)
	expect(await narrow.patch(service.path, { is_active: true })).toMatchObject(refused('data.secrets'))
	expect((await narrow.delete(key)).status).toBe(204)
	expect((await narrow.delete(service.path)).status).toBe(204)
})

test('only a platform admin gives a permission of the platform, and only they make a key with one', async () => {
	const { admin, owner, org_id } = await world()
	for (const scope of ['runtime.report', 'platform_admin'])
		expect(await owner.post(at(org_id), { name: 'x', scopes: [scope] })).toMatchObject(refused(scope))
	const mine = await serviceOf(owner, org_id, { role: 'admin' })
	expect(await owner.patch(mine.path, { scopes: ['runtime.report'] })).toMatchObject(refused('runtime.report'))

	const runtime = await serviceOf(admin, org_id, { scopes: ['runtime.report', 'org.settings'] })
	expect((await runtime.get('/v1/me')).body).toMatchObject({ permissions: ['runtime.report', 'org.settings'] })
	for (const caller of [owner, mine])
		for (const call of [
			() => caller.post(`${runtime.path}/keys`, {}),
			() => caller.post(`${runtime.path}/keys/${runtime.key_id}/rotate`, {}),
			() => caller.patch(runtime.path, { name: 'Mine' }),
			() => caller.patch(runtime.path, { scopes: ['runtime.report'] }),
		])
			expect(await call()).toMatchObject(refused('runtime.report'))
	// It holds the permission itself, and can't pass it on.
	expect(await runtime.post(`${runtime.path}/keys`, {})).toMatchObject(refused('platform_admin'))
	expect(await runtime.post(at(org_id), { name: 'x', scopes: ['runtime.report'] })).toMatchObject(
		refused('platform_admin'),
	)
	expect((await admin.post(`${runtime.path}/keys`, {})).status).toBe(201)
})

test("a caller who acts in another org gives what their role holds in the account's org", async () => {
	const { admin, org_id } = await world()
	const second = await user('second')
	const place = `/v1/admin/orgs/${org_id}/members/${second.user_id}`
	await admin.put(place, { role: 'admin' })
	expect((await second.post(at(org_id), { name: 'x', role: 'admin' })).status).toBe(201)
	expect(await second.post(at(org_id), { name: 'x', scopes: ['runtime.report'] })).toMatchObject(
		refused('runtime.report'),
	)
	await admin.put(place, { role: 'member' })
	expect(await second.post(at(org_id), { name: 'x', role: 'member' })).toMatchObject(refused('org.settings'))
})

test('operators read the accounts of every org; operations suspends and deletes there, and leaves itself no key', async () => {
	const { owner, org_id } = await world()
	const service = await serviceOf(owner, org_id)
	const [auditor, operations, inside] = [
		await operator(['auditor']),
		await operator(['operations']),
		await operator(['operations'], org_id),
	]
	for (const path of [at(org_id), service.path, `${service.path}/keys`, `${service.path}/keys/${service.key_id}`])
		for (const caller of [auditor, operations])
			expect((await caller.get(path)).body).toEqual((await owner.get(path)).body)
	expect((await auditor.patch(service.path, { is_active: false })).status).toBe(403)
	for (const caller of [operations, inside])
		for (const call of [
			() => caller.post(at(org_id), { name: 'x', role: 'admin' }),
			() => caller.post(`${service.path}/keys`, {}),
			() => caller.post(`${service.path}/keys/${service.key_id}/rotate`, {}),
			() => caller.patch(service.path, { name: 'Mine' }),
		])
			expect(await call()).toMatchObject(refused('platform_admin'))
	expect((await operations.patch(service.path, { is_active: false })).status).toBe(200)
	expect((await operations.delete(service.path)).status).toBe(204)
})

test('of a widening and a new key at the same time, no narrow caller gets a wide key', async () => {
	const { owner, org_id } = await world()
	const narrow = await keyWith(owner, org_id, ['org.settings'])
	const service = await serviceOf(owner, org_id, { scopes: [] })
	const made = await Promise.all([
		owner.patch(service.path, { role: 'admin' }),
		...Array.from({ length: 5 }, () => narrow.post(`${service.path}/keys`, {})),
	])
	for (const { status } of made.slice(1)) expect([201, 403]).toContain(status)
	expect(await narrow.post(`${service.path}/keys`, {})).toMatchObject(refused('data.secrets'))
})

test('a change that waits for its confirmation ends when its service account is suspended, changed or deleted', async () => {
	const { owner, org_id } = await world()
	const ends: ((path: string) => Promise<{ status: number }>)[] = [
		(path) => owner.patch(path, { is_active: false }),
		(path) => owner.patch(path, { role: 'member' }),
		(path) => owner.delete(path),
	]
	for (const [index, end] of ends.entries()) {
		const service = await serviceOf(owner, org_id)
		const rule = { type: 'blocklist', cidr: `192.0.2.${index}/32` }
		const made = await service.post('/v1/ip-rules', rule, { headers: { 'Confirm-Within': '600' } })
		expect(made.status).toBe(201)
		const id = made.headers.get('Confirm-Id') as string
		const pending = (await service.get('/v1/admin/changes?status=pending')).body
		expect(pending).toMatchObject([{ id, maker_user_id: service.id }])
		expect((await end(service.path)).status).toBeLessThan(300)
		expect((await owner.get('/v1/ip-rules')).body).toEqual([])
	}
	const { data } = (await owner.get('/v1/notifications?type=change.reverted')).body
	expect(data).toHaveLength(3)
})

test('nobody prepares an account, a key, a role or a setting of a deleted org', async () => {
	const { admin } = await world()
	const owner = await user('owner')
	const { org_id } = owner
	const account = await serviceOf(owner, org_id, { role: 'member' })
	const rule = await owner.post('/v1/ip-rules', { type: 'blocklist', cidr: '192.0.2.0/24' })
	await owner.post('/v1/orgs', { name: 'Other' })
	expect((await owner.delete(`/v1/orgs/${org_id}`)).status).toBe(204)
	const { publicJwk } = await encryptionPair()
	for (const call of [
		() => admin.get(account.path),
		() => admin.patch(account.path, { scopes: ['platform_admin'] }),
		() => admin.post(`${account.path}/keys`, {}),
		() => admin.post(`${account.path}/keys/${account.key_id}/rotate`, {}),
		() => admin.put(`${account.path}/encryption-keys`, publicJwk),
		() => admin.patch(`/v1/orgs/${org_id}/members/${owner.user_id}`, { role: 'owner' }),
		() => revert(admin, rule),
	])
		expect((await call()).status).toBe(404)
})
