import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { rowsOf as rows } from '../support/admission.ts'
import { as, send } from '../support/api.ts'
import { eraseNames, systemContext } from '../support/program.ts'
import { missing } from '../support/replies.ts'
import { admin, address, unique, user } from '../support/world.ts'

// What becomes of a deleted user's org and of their names.

const PATH = '/v1/admin/users'
const unauthorized = { status: 401, body: { error: 'auth.unauthorized' } }

const at = ({ user_id }: { user_id: string }) => `${PATH}/${user_id}`
const remove = async (one: { user_id: string }) => (await admin()).delete(at(one))

/** Adds a member to an org. */
const join = async (org_id: string, [{ user_id }, role]: [{ user_id: string }, 'owner' | 'admin' | 'member']) =>
	(await admin()).put(`/v1/admin/orgs/${org_id}/members/${user_id}`, { role })

const namesOf = async (org_id: string) =>
	JSON.stringify(await rows('SELECT before, after FROM audit_logs WHERE target_id = ?', org_id))

test('the personal org of a deleted user is deleted with them if nobody else is in it', async () => {
	const root = await admin()
	const someone = await user('zahn')
	const { org_id } = someone
	const { name } = (await root.get(`/v1/admin/orgs/${org_id}`)).body
	const { body: session } = await send('POST', '/v1/auth/login', {
		body: { login: env.BOOTSTRAP_ADMIN_LOGIN, password: env.BOOTSTRAP_ADMIN_PASSWORD, org_id },
		headers: { 'CF-Connecting-IP': address() },
	})
	const inside = as(session.access_token)
	expect((await inside.get('/v1/me')).status).toBe(200)

	await someone.post('/v1/webhook-endpoints', { url: 'https://hooks.example.com/a', events: ['*'] })
	await someone.post(`/v1/orgs/${org_id}/service-accounts`, { name: 'CI', role: 'member' })
	const dry = await root.delete(`/v1/admin/users/${someone.user_id}`, { headers: { 'Dry-Run': 'true' } })
	expect(dry.body.effects).toContain(
		'Deletes their personal org. LLM providers: 0, MCP configs: 0, webhook endpoints: 1, service accounts: 1.',
	)
	expect((await remove(someone)).status).toBe(204)
	const [logged] = await rows(
		"SELECT before FROM audit_logs WHERE action = 'users.delete' AND target_id = ?",
		someone.user_id,
	)
	expect(JSON.parse(String(logged?.before)).deleted_with_org).toEqual({
		org_ids: [org_id],
		llm_providers: 0,
		mcp_configs: 0,
		webhook_endpoints: 1,
		service_accounts: 1,
	})

	expect((await root.get(`/v1/admin/orgs/${org_id}`)).body).toMatchObject({
		name: '',
		members: [],
		deleted_at: expect.any(String),
	})
	for (const path of [`/v1/admin/orgs?q=${encodeURIComponent(name)}`, `/v1/admin/search?q=${encodeURIComponent(name)}`])
		expect(JSON.stringify((await root.get(path)).body)).not.toContain(org_id)
	expect(JSON.stringify((await root.get('/v1/admin/orgs?limit=200')).body)).not.toContain(org_id)
	expect((await root.get(`/v1/admin/search?q=${org_id}`)).body).toEqual([])
	expect(await root.patch(`/v1/admin/orgs/${org_id}`, { name: 'again' })).toMatchObject(missing)
	expect(await root.put(`/v1/admin/orgs/${org_id}/members/${root.user_id}`, { role: 'owner' })).toMatchObject(missing)
	expect(await root.get(`/v1/admin/credits?org_id=${org_id}`)).toMatchObject(missing)

	// A platform admin who acts there is out, and back home after a refresh.
	expect(await inside.get('/v1/me')).toMatchObject(unauthorized)
})

test('the personal org of a deleted user loses their name if others are in it, and any other org keeps its own', async () => {
	const root = await admin()
	const [someone, heir] = [await user('zahn'), await user('heir')]
	const { body: other } = await root.post('/v1/admin/orgs', {
		name: `${unique('Zoe')}'s org`,
		owner_user_id: heir.user_id,
	})
	await join(someone.org_id, [heir, 'member'])
	await join(other.id, [someone, 'owner'])
	await remove(someone)
	expect((await root.get(`/v1/admin/orgs/${someone.org_id}`)).body).toMatchObject({
		name: `Org ${someone.org_id.slice(-6)}`,
		deleted_at: null,
		members: [{ user_id: heir.user_id, role: 'owner' }],
	})
	expect((await root.get(`/v1/admin/orgs/${other.id}`)).body).toMatchObject({ name: other.name, deleted_at: null })
})

test('a job takes the name, the login and the address of a deleted user out of the audit log', async () => {
	const root = await admin()
	const someone = await user('zahn')
	await root.patch(at(someone), { username: `Zoe ${unique('Zahn')}`, email: `${unique('zoe')}@example.com` })
	await root.patch(`/v1/admin/orgs/${someone.org_id}`, { name: 'Zahn and sons' })
	await remove(someone)
	const before = await rows('SELECT id, action, actor_user_id FROM audit_logs WHERE target_id = ?', someone.user_id)
	expect(await namesOf(someone.user_id)).toMatch(/zoe/i)
	expect(await namesOf(someone.org_id)).toMatch(/zahn/i)
	await eraseNames(systemContext(env))
	for (const id of [someone.user_id, someone.org_id]) expect(await namesOf(id)).not.toMatch(/zoe|zahn/i)
	expect(await rows('SELECT id, action, actor_user_id FROM audit_logs WHERE target_id = ?', someone.user_id)).toEqual(
		before,
	)
	expect(await rows('SELECT * FROM user_erasures')).toEqual([])
})

test('orgs of users whom an older version deleted lose the name too, unless somebody is in them', async () => {
	const [someone, heir] = [await user('zahn'), await user('heir')]
	const joined = await user('zahn')
	await join(joined.org_id, [heir, 'owner'])
	await rows('DELETE FROM memberships WHERE user_id IN (?, ?)', someone.user_id, joined.user_id)
	await rows(
		"INSERT INTO user_erasures VALUES (?, json_array(?, ?), '2026-01-01T00:00:00.000Z')",
		someone.user_id,
		someone.org_id,
		joined.org_id,
	)
	await eraseNames(systemContext(env))
	const [left] = await rows('SELECT name, deleted_at FROM orgs WHERE id = ?', someone.org_id)
	expect(left).toEqual({ name: '', deleted_at: expect.any(String) })
	const [stays] = await rows('SELECT name, deleted_at FROM orgs WHERE id = ?', joined.org_id)
	expect(stays).toEqual({ name: expect.stringContaining("'s org"), deleted_at: null })
})

test('only a list of deleted users shows them, without a name', async () => {
	const root = await admin()
	const someone = await user('zahn')
	await remove(someone)
	const [newest] = (await root.get(`${PATH}?status=deleted&limit=1`)).body
	expect(newest).toMatchObject({ id: someone.user_id, status: 'deleted', email: null })
	expect(newest.login).toMatch(/^deleted-/)
	for (const path of [PATH, `${PATH}?status=active`, `${PATH}?q=deleted-`, `${PATH}?q=deleted-&status=deleted`])
		expect(JSON.stringify((await root.get(path)).body)).not.toContain(someone.user_id)
})
