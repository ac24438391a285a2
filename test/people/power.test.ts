import { expect, test } from 'vitest'
import { as, send } from '../support/api.ts'
import { encryptionPair } from '../support/encryption.ts'
import { again, operator } from '../support/operators.ts'
import { at, serviceOf } from '../support/service-accounts.ts'
import { address, type Caller, PASSWORD, signIn, unique, user, world } from '../support/world.ts'

// A right is judged when it's used: nothing that was made before a right was given works with that right.

const lacks = (permission: string) => ({ status: 403, body: { details: { permission } } })
const ofPlatform = { status: 403, body: { details: { reason: 'service_accounts.of_platform' } } }

test('who may not give what an account holds only suspends and deletes it', async () => {
	const { admin, owner, org_id } = await world()
	const runtime = await serviceOf(admin, org_id, { scopes: ['runtime.resolve'] })
	for (const change of [{ scopes: ['org.settings'] }, { scopes: [] }, { role: 'member' }, { name: 'Mine' }])
		expect(await owner.patch(runtime.path, change)).toMatchObject(lacks('runtime.resolve'))
	expect((await owner.patch(runtime.path, { is_active: false })).status).toBe(200)
	for (const change of [{ scopes: ['org.settings'] }, { is_active: true }])
		expect(await owner.patch(runtime.path, change)).toMatchObject(lacks('runtime.resolve'))
	const { publicJwk } = await encryptionPair()
	expect((await owner.put(`${runtime.path}/encryption-keys`, publicJwk)).status).toBe(201)
	expect((await owner.delete(runtime.path)).status).toBe(204)
})

test("an account with the platform's credentials, or a permission of operators, is of the platform", async () => {
	const { admin, owner, org_id } = await world()
	const runtime = { orgs: [org_id], platform_credentials: true }
	for (const fields of [
		{ scopes: ['runtime.resolve'], runtime },
		{ scopes: ['platform_admin'] },
		{ scopes: ['platform.read'] },
	]) {
		const account = await serviceOf(admin, org_id, fields)
		const { publicJwk } = await encryptionPair()
		for (const call of [
			() => owner.patch(account.path, { role: 'member' }),
			() => owner.post(`${account.path}/keys`, {}),
			() => owner.post(`${account.path}/keys/${account.key_id}/rotate`, {}),
			() => owner.put(`${account.path}/encryption-keys`, publicJwk),
		])
			expect(await call()).toMatchObject(ofPlatform)
	}
	const own = await serviceOf(owner, org_id)
	expect((await admin.patch(own.path, { runtime })).body).toMatchObject({ key_count: 0 })
	expect((await own.get('/v1/me')).status).toBe(401)
})

test('a key may do what its account might when it was made; rotation by who may give all of it gives it all', async () => {
	const { admin, owner, org_id } = await world()
	const account = await serviceOf(owner, org_id, { scopes: ['data.secrets'] })
	const preview = await admin.patch(
		account.path,
		{ scopes: ['data.secrets', 'platform_admin'] },
		{ headers: { 'Dry-Run': 'true' } },
	)
	expect(preview.body.effects).toContain(`Leaves keys that may do less than the account: ${account.key_id}.`)
	const wider = await admin.patch(account.path, { scopes: ['data.secrets', 'platform_admin'] })
	expect(wider.body.narrower_key_ids).toEqual([account.key_id])
	expect((await account.get('/v1/me')).body).toMatchObject({ permissions: ['data.secrets'] })
	expect((await account.get('/v1/admin/users')).status).toBe(403)
	const newer = as((await admin.post(`${account.path}/keys`, {})).body.key)
	expect((await newer.get('/v1/admin/users')).status).toBe(200)
	// Taken away and given back, it's still what the older key never might.
	await admin.patch(account.path, { scopes: [] })
	await admin.patch(account.path, { scopes: ['data.secrets', 'platform_admin'] })
	expect((await account.get('/v1/me')).body).toMatchObject({ permissions: ['data.secrets'] })
	const rotated = await admin.post(`${account.path}/keys/${account.key_id}/rotate`, { overlap_s: 0 })
	expect((await as(rotated.body.key).get('/v1/admin/users')).status).toBe(200)
	expect((await admin.get(account.path)).body.narrower_key_ids).toEqual([])
})

test("a runtime's older key begins no run with a scope that its account got later", async () => {
	const { admin, org_id } = await world()
	const account = await serviceOf(admin, org_id, { scopes: ['runtime.resolve'] })
	await admin.patch(account.path, { scopes: ['runtime.resolve', 'runtime.report'] })
	const begin = { org_id, run_id: unique('run') }
	expect(await account.post('/v1/runtime/runs/begin', begin)).toMatchObject(lacks('runtime.report'))
	const newer = as((await admin.post(`${account.path}/keys`, {})).body.key)
	expect((await newer.post('/v1/runtime/runs/begin', begin)).status).toBe(201)
})

test('who belongs to no org leaves no account and no key in it, however little the account may do', async () => {
	const { admin, owner, org_id } = await world()
	const operations = await operator(['operations'])
	const elsewhere = await operator(['operations'], org_id)
	const company = await user('company')
	const program = await serviceOf(admin, company.org_id, { scopes: ['org.settings', 'data.secrets', 'platform.write'] })
	const account = await serviceOf(owner, org_id, { role: 'member' })
	const { publicJwk } = await encryptionPair()
	for (const caller of [operations, elsewhere, program])
		for (const call of [
			() => caller.post(at(org_id), { name: 'x', role: 'member' }),
			() => caller.patch(account.path, { name: 'x' }),
			() => caller.post(`${account.path}/keys`, {}),
			() => caller.post(`${account.path}/keys/${account.key_id}/rotate`, {}),
		])
			expect(await call()).toMatchObject(lacks('platform_admin'))
	expect(await elsewhere.put(`${account.path}/encryption-keys`, publicJwk)).toMatchObject(lacks('platform_admin'))
	expect((await program.patch(account.path, { is_active: false })).status).toBe(200)
})

const rolesOf = ({ user_id }: { user_id: string }) => `/v1/admin/users/${user_id}/roles`
const resetOf = ({ user_id }: { user_id: string }) => `/v1/admin/users/${user_id}/password-reset`
const logIn = (login: string, password: string) =>
	send('POST', '/v1/auth/login', { body: { login, password }, headers: { 'CF-Connecting-IP': address() } })
const confirm = (token: string, password: string) =>
	send('POST', '/v1/auth/password-reset/confirm', { body: { token, password } })
const noticesOf = async (one: { get: Caller['get'] }) =>
	(await one.get('/v1/notifications')).body.data.map(({ type }: { type: string }) => type)

test("the first platform role ends sessions and tokens; who wasn't reached keeps their ways in", async () => {
	const { admin } = await world()
	const one = await user('promoted')
	const { key } = (await one.post('/v1/api-keys', { name: 'mine' })).body
	const { token } = (await admin.post(resetOf(one))).body
	const given = await admin.put(rolesOf(one), { roles: ['auditor'] })
	expect(given.body).toMatchObject({
		ended: { sessions: 1, one_time_tokens: 1, was_reached: false, password: false, api_keys: 0 },
		has_way_in: true,
	})
	expect((await one.get('/v1/me')).status).toBe(401)
	expect((await confirm(token, 'another password 1')).status).toBe(400)
	expect((await as(key).get('/v1/plans')).status).toBe(200)
	const admitted = await again(one)
	expect(await noticesOf(admin)).toContain('security.first_role')
	// A further role ends nothing, and a key from before the role has none of its rights.
	expect((await admin.put(rolesOf(one), { roles: ['auditor', 'support'] })).body).toMatchObject({ ended: null })
	expect((await admitted.get('/v1/admin/users')).status).toBe(200)
})

test('what was made since an operator reached an account ends with its first platform role, whoever gives it', async () => {
	const { admin } = await world()
	const support = await operator(['support'])
	for (const give of [
		(one: Caller) => admin.put(rolesOf(one), { roles: ['admin'] }),
		(one: Caller) => admin.put(`/v1/admin/users/${one.user_id}/platform-admin`),
	]) {
		const one = await user('reached')
		const before = (await one.post('/v1/api-keys', { name: 'before' })).body
		const { token } = (await support.post(resetOf(one))).body
		expect((await confirm(token, 'planted password 1')).status).toBe(200)
		const planted = as((await logIn(one.login, 'planted password 1')).body.access_token)
		const after = (await planted.post('/v1/api-keys', { name: 'after' })).body
		expect((await give(one)).status).toBeLessThan(300)
		expect((await planted.get('/v1/me')).status).toBe(401)
		expect((await logIn(one.login, 'planted password 1')).status).toBe(401)
		expect((await as(after.key).get('/v1/plans')).status).toBe(401)
		expect((await as(before.key).get('/v1/plans')).status).toBe(200)
		// The operator who gave the role makes a link.
		expect((await confirm((await admin.post(resetOf(one))).body.token, PASSWORD)).status).toBe(200)
		expect((await logIn(one.login, PASSWORD)).status).toBe(200)
	}
})

test('a role that comes back by a revert begins anew: sessions end, and a key from before has nothing of it', async () => {
	const { admin } = await world()
	const one = await operator(['support'])
	const { key } = (await one.post('/v1/api-keys', { name: 'mine', scopes: ['platform.read'] })).body
	expect((await as(key).get('/v1/admin/users')).status).toBe(200)
	const taken = await admin.put(rolesOf(one), { roles: [] })
	expect((await as(key).get('/v1/admin/users')).status).toBe(403)
	const reverted = await admin.post(`/v1/admin/audit-logs/${taken.headers.get('Audit-Id')}/revert`)
	expect(reverted.status).toBe(200)
	expect((await one.get('/v1/me')).status).toBe(401)
	expect((await as(key).get('/v1/admin/users')).status).toBe(403)
	const newer = (await (await again(one)).post('/v1/api-keys', { name: 'new', scopes: ['platform.read'] })).body
	expect((await as(newer.key).get('/v1/admin/users')).status).toBe(200)
})

test('a reset token ends with the role of who made it, and once its user is out of their reach', async () => {
	const { admin } = await world()
	const [one, other] = [await user('first'), await user('second')]
	const support = await operator(['support'])
	const { token } = (await support.post(resetOf(one))).body
	await admin.put(rolesOf(support), { roles: ['auditor'] })
	expect((await confirm(token, 'another password 1')).status).toBe(400)
	await admin.put(rolesOf(support), { roles: ['support'] })
	expect((await confirm(token, 'another password 1')).status).toBe(400)
	const later = (await support.post(resetOf(other))).body.token
	expect((await confirm(later, 'another password 1')).status).toBe(200)
})

test('an act on an account is seen by its user, by who decides with them, and in the logs of their orgs', async () => {
	const { owner, org_id, member, admin } = await world()
	await admin.put(`/v1/admin/orgs/${org_id}/members/${member.user_id}`, { role: 'admin' })
	const support = await operator(['support'])
	expect((await support.post(resetOf(member))).status).toBe(201)
	const address = `${unique('new')}@example.com`
	expect((await support.patch(`/v1/admin/users/${member.user_id}`, { email: address })).status).toBe(200)
	expect((await support.patch(`/v1/admin/users/${member.user_id}`, { email: address })).status).toBe(200)
	for (const one of [member, owner]) {
		const types = await noticesOf(one)
		expect(types.filter((type: string) => type === 'security.password_reset_made')).toHaveLength(1)
		expect(types.filter((type: string) => type === 'security.email_changed')).toHaveLength(1)
	}
	const log = (await owner.get(`/v1/orgs/${org_id}/audit-logs?limit=20`)).body
	expect(log).toContainEqual(
		expect.objectContaining({ action: 'passwords.reset_token', target_id: member.user_id, client_address: null }),
	)
	const inOwn = await owner.patch('/v1/me', { locale: 'de' })
	expect(inOwn.status).toBe(200)
})

test('an operator is who holds a role, not who sends a scope', async () => {
	const { owner, org_id, admin } = await world()
	const operations = await operator(['operations'])
	await admin.put(`/v1/admin/orgs/${org_id}/members/${operations.user_id}`, { role: 'member' })
	const inOrg = await signIn(operations.login, org_id)
	const keys = [
		await operations.post('/v1/api-keys', { name: 'a', scopes: ['org.settings', 'platform.write'] }),
		await inOrg.post('/v1/api-keys', { name: 'b', scopes: ['org.settings'] }),
	]
	for (const { body } of keys)
		expect(
			await as(body.key).patch(`/v1/orgs/${org_id}/members/${operations.user_id}`, { role: 'admin' }),
		).toMatchObject({ status: 403, body: { details: { reason: 'roles.self' } } })
	const other = await operator(['auditor'])
	await admin.put(`/v1/admin/orgs/${org_id}/members/${other.user_id}`, { role: 'member' })
	for (const { body } of keys)
		expect(await as(body.key).delete(`/v1/orgs/${org_id}/members/${other.user_id}`)).toMatchObject({
			status: 403,
			body: { details: { reason: 'roles.higher' } },
		})
	const plain = await user('plain')
	await admin.put(`/v1/admin/orgs/${org_id}/members/${plain.user_id}`, { role: 'member' })
	expect((await as(keys[0]?.body.key).delete(`/v1/orgs/${org_id}/members/${plain.user_id}`)).status).toBe(204)
	for (const one of [owner, plain]) expect(await noticesOf(one)).toContain('security.membership_changed')
})

test('an operator inherits no org unless they are a platform admin; then it waits, and support learns of it', async () => {
	const { admin } = await world()
	const [owner, support] = [await user('gone'), await operator(['support'])]
	await admin.put(`/v1/admin/orgs/${owner.org_id}/members/${support.user_id}`, { role: 'admin' })
	expect((await support.delete(`/v1/admin/users/${owner.user_id}`)).status).toBe(204)
	expect((await admin.get(`/v1/admin/orgs/${owner.org_id}`)).body.members).toMatchObject([{ role: 'admin' }])
	for (const one of [admin, support]) expect(await noticesOf(one)).toContain('security.org_without_owner')
	const [second, heir] = [await user('second'), await user('heir')]
	await admin.put(`/v1/admin/orgs/${second.org_id}/members/${heir.user_id}`, { role: 'member' })
	expect((await admin.delete(`/v1/admin/users/${second.user_id}`)).status).toBe(204)
	expect(await noticesOf(heir)).toContain('security.org_inherited')
})

test('only platform admins write the mail settings, and all of them learn of another server or sender', async () => {
	const { admin } = await world()
	const [operations, other] = [await operator(['operations']), await operator(['admin'])]
	const config = '/v1/admin/email/config'
	const wanted = { from: 'Plinth <p@example.com>', smtp_host: 'mail.example.com', smtp_port: 587 }
	expect(await operations.put(config, wanted)).toMatchObject(lacks('platform_admin'))
	expect((await admin.put(config, wanted)).status).toBe(204)
	expect(await noticesOf(other)).toContain('security.email_config_changed')
	expect((await admin.put(config, { smtp_user: 'mailer' })).status).toBe(204)
	const told = (await noticesOf(other)).filter((type: string) => type === 'security.email_config_changed')
	expect(told).toHaveLength(1)
})

test('a rotated key keeps its pauses and budgets, and any id of its line names them', async () => {
	const { admin, org_id } = await world()
	const account = await serviceOf(admin, org_id, { scopes: ['runtime.report'] })
	const rotate = async (key_id: string) =>
		(await admin.post(`${account.path}/keys/${key_id}/rotate`, { overlap_s: 0 })).body
	const second = await rotate(account.key_id)
	const begin = (key: string) => as(key).post('/v1/runtime/runs/begin', { org_id, run_id: unique('run') })
	const budget = { name: unique('b'), scope: 'api_key', subject: second.id, unit: 'runs', limit: 1, window: 'day' }
	expect((await admin.post(`/v1/orgs/${org_id}/budgets`, budget)).body).toMatchObject({ subject: account.key_id })
	expect((await begin(second.key)).status).toBe(201)
	const third = await rotate(second.id)
	expect((await begin(third.key)).status).toBe(402)
	const pauseOf = (id: string) => `/v1/orgs/${org_id}/pauses/api_key/${id}`
	expect((await admin.put(pauseOf(second.id), { reason: 'Loops' })).body).toMatchObject({ subject: account.key_id })
	expect((await begin(third.key)).body).toMatchObject({ error: 'run.paused' })
	expect((await admin.delete(pauseOf(third.id))).status).toBe(204)
})
