import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { as } from '../support/api.ts'
import { counted } from '../support/d1.ts'
import { again, operator } from '../support/operators.ts'
import { forgetPrincipals } from '../support/program.ts'
import { admin, type Caller, unique, user, world } from '../support/world.ts'

const rolesPath = ({ user_id }: { user_id: string }) => `/v1/admin/users/${user_id}/roles`
const refused = (reason: string) => ({ status: 403, body: { error: 'auth.forbidden', details: { reason } } })
const lacks = (permission: string) => ({ status: 403, body: { details: { permission } } })
const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)

const setRoles = async (one: { user_id: string }, roles: string[], headers = {}) =>
	(await admin()).put(rolesPath(one), { roles }, { headers })

test('a user gets platform roles, and the response, the list of operators and /v1/me show them', async () => {
	const [root, one] = [await admin(), await user('new')]
	const given = await setRoles(one, ['support', 'billing', 'support'])
	const granted = ['billing', 'support'].map((role) => ({ role, created_at: isoTime, granted_by: root.user_id }))
	expect(given).toMatchObject({ status: 200, body: { user_id: one.user_id, roles: ['billing', 'support'], granted } })
	const { ended: _, has_way_in: __, ...roles } = given.body
	expect(await root.get(rolesPath(one))).toMatchObject({ status: 200, body: roles })
	const listed = (await root.get('/v1/admin/operators?limit=200')).body
	expect(listed).toContainEqual({
		...roles,
		login: one.login,
		username: one.login,
		status: 'active',
		last_login_at: isoTime,
	})
	expect(listed).toContainEqual(expect.objectContaining({ user_id: root.user_id, roles: ['admin'] }))
	expect((await (await again(one)).get('/v1/me')).body).toMatchObject({
		roles: ['billing', 'support'],
		permissions: expect.arrayContaining(['platform.read', 'people.write', 'money.write']),
	})
})

test('an unknown user is a 404, an unknown role a 400, and an empty list takes all roles away', async () => {
	const one = await operator(['auditor'])
	expect((await one.get('/v1/admin/users')).status).toBe(200)
	expect((await setRoles({ user_id: 'usr_none' }, [])).status).toBe(404)
	expect((await setRoles(one, ['root'])).status).toBe(400)
	expect(await setRoles(one, [])).toMatchObject({ status: 200, body: { roles: [], granted: [] } })
	expect(await one.get('/v1/admin/users')).toMatchObject(lacks('platform.read'))
	expect((await one.get('/v1/me')).body.roles).toEqual([])
})

/** Leaves the platform without other admins than these, and makes the first admin one again afterwards. */
async function withOnly(admins: { user_id: string }[], run: () => Promise<void>) {
	const ids = JSON.stringify(admins.map(({ user_id }) => user_id))
	const others = 'DELETE FROM platform_admins WHERE user_id NOT IN (SELECT value FROM json_each(?))'
	await env.DB.prepare(others).bind(ids).run()
	try {
		await run()
	} finally {
		await env.DB.prepare("INSERT OR IGNORE INTO platform_admins (user_id, created_at) VALUES (?, '2026')")
			.bind((await admin()).user_id)
			.run()
	}
}

const lastAdmin = { status: 409, body: { details: { reason: 'users.last_platform_admin' } } }

test('the role admin is platform admin, and the last one stays', async () => {
	const root = await admin()
	const one = await user('second')
	await setRoles(one, ['admin'])
	expect((await (await again(one)).get('/v1/me')).body).toMatchObject({
		roles: ['admin'],
		permissions: expect.arrayContaining(['platform_admin']),
	})
	expect((await setRoles(one, ['auditor'])).status).toBe(200)
	await withOnly([root], async () => {
		expect(await setRoles(root, ['auditor'])).toMatchObject(lastAdmin)
		expect((await root.get('/v1/me')).body.roles).toEqual(['admin'])
	})
})

test('a change of roles is audited with both states, and a platform admin can revert it', async () => {
	const root = await admin()
	const one = await operator(['support'])
	const changed = await setRoles(one, ['admin', 'billing'])
	const audit_id = changed.headers.get('Audit-Id') ?? ''
	const [row] = (await root.get(`/v1/admin/audit-logs?target_id=${one.user_id}`)).body
	expect(row).toMatchObject({
		id: audit_id,
		action: 'operator_roles.set',
		before: { roles: ['support'] },
		after: { roles: ['admin', 'billing'] },
	})
	expect(await one.post(`/v1/admin/audit-logs/${audit_id}/revert`)).toMatchObject({ status: 200 })
	expect((await root.get(rolesPath(one))).body.roles).toEqual(['support'])
	expect((await one.get('/v1/me')).body.roles).toEqual(['support'])
	expect((await one.post(`/v1/admin/audit-logs/${audit_id}/revert`)).status).toBe(403)
})

test("reverting a grant doesn't take the last platform admin away", async () => {
	const one = await user('heir')
	const granted = await setRoles(one, ['admin'])
	const admitted = await again(one)
	await withOnly([one], async () => {
		expect(await admitted.post(`/v1/admin/audit-logs/${granted.headers.get('Audit-Id')}/revert`)).toMatchObject(
			lastAdmin,
		)
	})
})

test('losing a role ends the pending changes of its holder', async () => {
	const [root, one] = [await admin(), await operator(['operations'])]
	const paused = await one.put(
		`/v1/admin/pauses/agent/${unique('agent')}`,
		{ reason: 'Trial' },
		{ headers: { 'Confirm-Within': '600' } },
	)
	expect(paused.status).toBe(201)
	await setRoles(one, ['auditor'])
	const left = (await root.get('/v1/admin/changes?status=pending')).body
	expect(left.filter((change: { maker_user_id: string }) => change.maker_user_id === one.user_id)).toEqual([])
})

/** Everything that support may do to a user. */
const attempts = (by: Caller, { user_id }: { user_id: string }, org_id: string) => [
	by.patch(`/v1/admin/users/${user_id}`, { username: unique('renamed') }),
	by.patch(`/v1/admin/users/${user_id}`, { status: 'suspended' }),
	by.post(`/v1/admin/users/${user_id}/password-reset`),
	by.put(`/v1/admin/orgs/${org_id}/members/${user_id}`, { role: 'owner' }),
	by.delete(`/v1/admin/orgs/${org_id}/members/${user_id}`),
	by.delete(`/v1/admin/users/${user_id}`),
	by.post('/v1/admin/orgs', { name: unique('org'), owner_user_id: user_id }),
]

test('support changes users, and none who holds a platform role', async () => {
	const { org_id } = await world()
	const support = await operator(['support'])
	for (const higher of [await admin(), await operator(['auditor'])]) {
		for (const attempt of await Promise.all(attempts(support, higher, org_id)))
			expect(attempt).toMatchObject(refused('roles.higher'))
		const [session] = (await support.get(`/v1/admin/users/${higher.user_id}/sessions`)).body
		expect(await support.delete(`/v1/admin/users/${higher.user_id}/sessions/${session.id}`)).toMatchObject(
			refused('roles.higher'),
		)
		const key = (await higher.post('/v1/api-keys', { name: unique('key') })).body
		expect(await support.delete(`/v1/admin/users/${higher.user_id}/api-keys/${key.id}`)).toMatchObject(
			refused('roles.higher'),
		)
	}
	const plain = await user('plain')
	for (const attempt of attempts(support, plain, org_id)) expect((await attempt).status).toBeLessThan(500)
	expect((await support.get(`/v1/admin/users/${plain.user_id}`)).status).toBe(404)
})

test("support can't give itself a membership, nor change its own account with an operator's means", async () => {
	const { org_id } = await world()
	const support = await operator(['support'])
	const { user_id } = support
	expect(await support.put(`/v1/admin/orgs/${org_id}/members/${user_id}`, { role: 'owner' })).toMatchObject(
		refused('roles.self'),
	)
	expect(await support.post('/v1/admin/orgs', { name: unique('org'), owner_user_id: user_id })).toMatchObject(
		refused('roles.self'),
	)
	expect(await support.patch(`/v1/admin/users/${user_id}`, { email_verified: true })).toMatchObject(
		refused('roles.higher'),
	)
	expect(await support.post(`/v1/admin/users/${user_id}/password-reset`)).toMatchObject(refused('roles.higher'))
	expect((await support.post('/v1/api-keys', { name: unique('key') })).status).toBe(201)
})

test('an org is made for somebody else after a recent proof, and they learn of it', async () => {
	const [support, owner] = [await operator(['support']), await user('owner')]
	const path = '/v1/admin/orgs'
	const body = { name: unique('org'), owner_user_id: owner.user_id }
	expect((await support.post(path, body)).status).toBe(201)
	const told = (await owner.get('/v1/notifications?type=security.membership_changed')).body.data
	expect(told).toMatchObject([{ body: `${body.name}: your role is owner now.` }])
	await env.DB.prepare(
		"UPDATE sessions SET created_at = '2026-01-01T00:00:00.000Z', authenticated_at = NULL WHERE user_id = ?",
	)
		.bind(support.user_id)
		.run()
	forgetPrincipals()
	expect(await support.post(path, body)).toMatchObject({ status: 401, body: { details: { reason: 'auth.step_up' } } })
	expect((await support.post(path, { name: unique('org') })).status).toBe(201)
})

test('the owners of an org are notified of a membership that support writes', async () => {
	const { org_id, owner } = await world()
	const [support, guest] = [await operator(['support']), await user('guest')]
	await support.put(`/v1/admin/orgs/${org_id}/members/${guest.user_id}`, { role: 'admin' })
	await support.delete(`/v1/admin/orgs/${org_id}/members/${guest.user_id}`)
	const notices = (await owner.get('/v1/notifications')).body.data.filter(
		({ type, payload }: { type: string; payload: { user_id?: string } }) =>
			type === 'security.membership_changed' && payload.user_id === guest.user_id,
	)
	expect(notices).toMatchObject([
		{ body: `${guest.login} was removed.`, payload: { role: null } },
		{ body: `${guest.login} is now a member with the role admin.`, payload: { role: 'admin' } },
	])
})

test('operators enter any org, which the log of the org shows, and only operations changes settings there', async () => {
	const { org_id, owner } = await world()
	const root = await admin()
	const entered: Record<string, Caller> = {}
	for (const role of ['auditor', 'operations']) entered[role] = await operator([role], org_id)
	const { auditor, operations } = entered as { auditor: Caller; operations: Caller }
	expect((await root.get(`/v1/admin/audit-logs?org_id=${org_id}&action=sessions.act_in`)).body).toHaveLength(2)
	const rule = { type: 'blocklist', cidr: '198.51.100.0/24' }
	expect(await auditor.post('/v1/ip-rules', rule)).toMatchObject(lacks('org.settings'))
	expect((await operations.post('/v1/ip-rules', rule)).status).toBe(201)
	for (const one of [auditor, operations, owner]) expect((await one.get('/v1/ip-rules')).body).toHaveLength(1)
	await setRoles(operations, [])
	expect((await operations.get('/v1/ip-rules')).status).toBe(401)
})

test("an API key has a role's permissions as scopes, as far as its owner holds them", async () => {
	const billing = await operator(['billing'])
	const key = await billing.post('/v1/api-keys', { name: unique('key'), scopes: ['money.write'] })
	expect(key.status).toBe(201)
	const api = as(key.body.key)
	expect((await api.post('/v1/plans', { name: unique('plan'), display_name: 'Of a key' })).status).toBe(201)
	expect(await api.get('/v1/admin/users')).toMatchObject(lacks('platform.read'))
	expect(await billing.post('/v1/api-keys', { name: unique('key'), scopes: ['people.write'] })).toMatchObject(
		lacks('people.write'),
	)
	await setRoles(billing, ['auditor'])
	expect(await api.post('/v1/plans', { name: unique('plan'), display_name: 'Late' })).toMatchObject(
		lacks('money.write'),
	)
})

test('an admin key that holds platform_admin holds every platform permission', async () => {
	const root = await admin()
	const { key } = (await root.post('/v1/api-keys', { name: unique('key'), scopes: ['platform_admin'] })).body
	expect((await as(key).get('/v1/admin/users')).status).toBe(200)
	expect((await as(key).post('/v1/plans', { name: unique('plan'), display_name: 'Of an admin key' })).status).toBe(201)
	expect(await as(key).get('/v1/ip-rules/none')).toMatchObject({ status: 404 })
})

test('support notifies one org, and not everybody', async () => {
	const { org_id } = await world()
	const support = await operator(['support'])
	const news = { type: 'news', title: 'News', body: 'Hello' }
	expect(await support.post('/v1/admin/notifications/broadcasts', { ...news, target: 'all' })).toMatchObject(
		lacks('platform.write'),
	)
	const own = await support.post('/v1/admin/notifications/broadcasts', { ...news, target: org_id })
	expect(own.status).toBe(202)
	const all = await (await admin()).post('/v1/admin/notifications/broadcasts', { ...news, target: 'all' })
	expect(await support.delete(`/v1/admin/notifications/broadcasts/${all.body.id}`)).toMatchObject(
		lacks('platform.write'),
	)
	expect((await support.delete(`/v1/admin/notifications/broadcasts/${own.body.id}`)).status).toBe(204)
})

test('who may write a part of the platform may revert changes of it, and gets 403 for others', async () => {
	const [billing, operations] = [await operator(['billing']), await operator(['operations'])]
	const plan = await billing.post('/v1/plans', { name: unique('plan'), display_name: 'A plan' })
	const path = `/v1/admin/audit-logs/${plan.headers.get('Audit-Id')}/revert`
	expect(await operations.post(path)).toMatchObject(lacks('money.write'))
	expect((await billing.post(path)).status).toBe(200)
	expect(await (await operator(['auditor'])).post(path)).toMatchObject(lacks('money.write'))
})

test('reading a principal takes as many rows, however many operators there are', async () => {
	const one = await user('reader')
	const read = () =>
		counted(() => {
			forgetPrincipals()
			return one.get('/v1/feature-flags/none')
		})
	const before = [await read(), await read()]
	for (const role of ['auditor', 'support', 'billing', 'auditor', 'auditor', 'auditor']) await operator([role])
	expect([await read(), await read()]).toEqual(before)
})
