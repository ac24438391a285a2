import { expect, test } from 'vitest'
import { encryptionPair } from '../support/encryption.ts'
import { operator } from '../support/operators.ts'
import { at, serviceOf } from '../support/service-accounts.ts'
import { unique, world } from '../support/world.ts'

const ALL = { orgs: ['*'], platform_credentials: true }
const dead = { status: 401, body: { error: 'auth.unauthorized' } }
const ofPlatform = {
	status: 403,
	body: { error: 'auth.forbidden', details: { reason: 'service_accounts.of_platform' } },
}
const adminsOnly = { status: 403, body: { details: { permission: 'platform_admin' } } }
const wrong = (path: string) => ({ status: 400, body: { details: { fields: [{ path }] } } })

test('only a platform admin says which orgs an account serves', async () => {
	const { admin, owner, org_id, stranger } = await world()
	const operations = await operator(['operations'])
	const own = await serviceOf(owner, org_id)
	for (const caller of [owner, own, operations]) {
		expect(await caller.patch(own.path, { runtime: ALL })).toMatchObject(adminsOnly)
		expect(await caller.patch(own.path, { runtime: null })).toMatchObject(adminsOnly)
	}
	expect(await owner.post(at(org_id), { name: 'x', role: 'member', runtime: ALL })).toMatchObject(adminsOnly)
	expect((await owner.post(at(org_id), { name: unique('x'), role: 'member', runtime: null })).status).toBe(201)
	const made = await admin.post(at(org_id), { name: unique('x'), scopes: ['runtime.report'], runtime: ALL })
	expect(made).toMatchObject({ status: 201, body: { runtime: ALL } })
	const few = { orgs: [stranger.org_id, org_id, org_id] }
	const changed = await admin.patch(own.path, { runtime: few })
	expect(changed.body.runtime).toEqual({ orgs: [org_id, stranger.org_id].toSorted(), platform_credentials: false })
	expect((await admin.get(own.path)).body).toEqual(changed.body)
	expect((await admin.patch(own.path, { runtime: null })).body).toMatchObject({ runtime: null })
})

test('no org, too many, and a star among ids are 400', async () => {
	const { admin, org_id } = await world()
	const post = (runtime: unknown) => admin.post(at(org_id), { name: unique('x'), role: 'member', runtime })
	for (const orgs of [[], ['*', org_id], Array.from({ length: 501 }, (_, index) => `org_${index}`)])
		expect(await post({ orgs })).toMatchObject(wrong('runtime.orgs'))
	expect(await post({ orgs: [7] })).toMatchObject(wrong('runtime.orgs.0'))
	expect(await post({ platform_credentials: true })).toMatchObject(wrong('runtime.orgs'))
	expect(await post({ orgs: ['*'], platform_credentials: 'yes' })).toMatchObject(wrong('runtime.platform_credentials'))
	for (const orgs of [['org_nowhere'], [org_id, 'org_nowhere']]) {
		const refused = await post({ orgs })
		expect(refused).toMatchObject(wrong('runtime.orgs'))
		expect(refused.body.details.fields[0].message).toContain('org_nowhere')
	}
})

test("an org sees an account of the platform, suspends and deletes it, and nothing else; nor do operators who aren't admins", async () => {
	const { admin, owner, org_id, stranger } = await world()
	const account = await serviceOf(admin, org_id, {
		scopes: ['org.settings'],
		runtime: { orgs: [org_id, stranger.org_id] },
	})
	const operations = await operator(['operations'])
	const key = `${account.path}/keys/${account.key_id}`
	const { publicJwk, kid } = await encryptionPair()
	for (const caller of [owner, operations]) {
		expect((await caller.get(account.path)).status).toBe(200)
		for (const call of [
			() => caller.patch(account.path, { name: 'Mine' }),
			() => caller.patch(account.path, { role: 'member' }),
			() => caller.patch(account.path, { scopes: [] }),
			() => caller.patch(account.path, { runtime: null }),
			() => caller.patch(account.path, { is_active: true }),
			() => caller.patch(account.path, { is_active: false, name: 'Mine' }),
			() => caller.post(`${account.path}/keys`, {}),
			() => caller.post(`${key}/rotate`, {}),
			() => caller.delete(key),
			() => caller.put(`${account.path}/encryption-keys`, publicJwk),
			() => caller.delete(`${account.path}/encryption-keys/${kid}`),
		])
			expect(await call()).toMatchObject(ofPlatform)
	}
	expect((await account.get('/v1/me')).status).toBe(200)
	expect((await owner.patch(account.path, { is_active: false })).body).toMatchObject({ is_active: false })
	expect(await account.get('/v1/me')).toMatchObject(dead)
	expect((await admin.patch(account.path, { is_active: true, name: 'Ours' })).body).toMatchObject({ name: 'Ours' })
	expect((await owner.delete(account.path)).status).toBe(204)
	// One that only serves its own org, with the org's own credentials, is the org's.
	const own = await serviceOf(admin, org_id, { role: 'member', runtime: { orgs: [org_id] } })
	expect((await owner.patch(own.path, { name: 'Mine' })).status).toBe(200)
})

test('giving an account other orgs ends all keys that it has, also those for encryption; the same orgs again end none', async () => {
	const { admin, owner, org_id } = await world()
	const account = await serviceOf(owner, org_id)
	const { publicJwk } = await encryptionPair()
	expect((await owner.put(`${account.path}/encryption-keys`, publicJwk)).status).toBe(201)
	expect((await account.get('/v1/me')).status).toBe(200)
	// A dry run ends none.
	expect((await admin.patch(account.path, { runtime: ALL }, { headers: { 'Dry-Run': 'true' } })).status).toBe(200)
	expect((await account.get('/v1/me')).status).toBe(200)
	expect((await admin.patch(account.path, { runtime: ALL })).body).toMatchObject({ runtime: ALL, key_count: 0 })
	expect(await account.get('/v1/me')).toMatchObject(dead)
	expect((await admin.get(`${account.path}/encryption-keys`)).body).toEqual([])
	const key = await admin.post(`${account.path}/keys`, {})
	expect((await admin.patch(account.path, { runtime: { ...ALL, platform_credentials: false } })).body).toMatchObject({
		key_count: 1,
	})
	expect((await admin.patch(account.path, { runtime: null })).body).toMatchObject({ key_count: 1 })
	expect((await owner.delete(`${account.path}/keys/${key.body.id}`)).status).toBe(204)
})

test('a change of an account is audited with its orgs, and is no change of configuration', async () => {
	const { admin, org_id } = await world()
	const account = await serviceOf(admin, org_id, { role: 'member' })
	const changed = await admin.patch(account.path, { runtime: ALL })
	const audit_id = changed.headers.get('Audit-Id')
	const [row] = (await admin.get(`/v1/admin/audit-logs?action=service_accounts.update&org_id=${org_id}`)).body
	expect(row).toMatchObject({ id: audit_id, before: { runtime: null }, after: { runtime: ALL } })
	expect((await admin.post(`/v1/admin/audit-logs/${audit_id}/revert`)).status).toBe(409)
})
