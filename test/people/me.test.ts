import { expect, test } from 'vitest'
import { send } from '../support/api.ts'
import { isoTime } from '../support/replies.ts'
import { signIn, user, world } from '../support/world.ts'

const PATH = '/v1/me'
const members = (org_id: string, { user_id }: { user_id: string }) => `/v1/admin/orgs/${org_id}/members/${user_id}`

test('new users read their own flat record, with the org of the token, their orgs and their permissions', async () => {
	const caller = await user('ada')
	const response = await caller.get(PATH)
	expect(response.status).toBe(200)
	expect({ ...response.body, permissions: response.body.permissions.toSorted() }).toEqual({
		id: caller.user_id,
		login: caller.login,
		username: caller.login,
		email: `${caller.login}@example.com`,
		email_verified: false,
		password_sign_in: true,
		status: 'active',
		avatar_url: null,
		locale: 'en',
		timezone: 'UTC',
		last_login_at: isoTime,
		created_at: isoTime,
		org_id: caller.org_id,
		orgs: [{ org_id: caller.org_id, name: expect.stringContaining(caller.login), role: 'owner' }],
		permissions: ['data.secrets', 'org.settings'],
		roles: [],
		kind: 'user',
		paused: null,
	})
})

test('a login updates last_login_at', async () => {
	const caller = await user()
	const before = Date.now()
	const again = await signIn(caller.login)
	const { last_login_at } = (await again.get(PATH)).body
	expect(Date.parse(last_login_at)).toBeGreaterThanOrEqual(before)
	expect(Date.parse(last_login_at)).toBeLessThanOrEqual(Date.now())
})

test('owners and admins of an org hold data.secrets and org.settings; members hold nothing', async () => {
	const { admin: root, org_id, owner, member } = await world()
	const held = async (caller: Pick<typeof owner, 'get'>) => (await caller.get(PATH)).body.permissions.toSorted()
	expect(await held(owner)).toEqual(['data.secrets', 'org.settings'])
	expect(await held(member)).toEqual([])
	await root.put(members(org_id, member), { role: 'admin' })
	expect(await held(member)).toEqual(['data.secrets', 'org.settings'])
	await root.put(members(org_id, member), { role: 'member' })
	expect(await held(member)).toEqual([])
})

test("org_id is the org of the token, and permissions are the user's in that org", async () => {
	const { org_id, member } = await world()
	const abroad = (await member.get(PATH)).body
	expect(abroad).toMatchObject({ org_id, permissions: [] })
	const atHome = (await (await signIn(member.login)).get(PATH)).body
	expect(atHome.org_id).not.toBe(org_id)
	expect(atHome.permissions).toContain('org.settings')
	expect(atHome.orgs).toEqual(abroad.orgs)
})

test('orgs lists every membership with its role, and follows changes at once', async () => {
	const { admin: root, org_id, owner, stranger } = await world()
	const name = (await root.get(`/v1/admin/orgs/${org_id}`)).body.name
	expect((await stranger.get(PATH)).body.orgs).toHaveLength(1)
	await root.put(members(org_id, stranger), { role: 'member' })
	expect((await stranger.get(PATH)).body.orgs).toContainEqual({ org_id, name, role: 'member' })
	await root.put(members(org_id, stranger), { role: 'owner' })
	expect((await stranger.get(PATH)).body.orgs).toContainEqual({ org_id, name, role: 'owner' })
	await root.delete(members(org_id, owner))
	expect(await owner.get(PATH)).toMatchObject({ status: 401, body: { error: 'auth.unauthorized' } })
	expect((await stranger.get(PATH)).body.orgs).toHaveLength(2)
})

test('the ETag stays the same under a new access token, and changes with the record', async () => {
	const { admin: root, org_id, stranger } = await world()
	const first = await stranger.get(PATH)
	const etag = first.headers.get('ETag') as string
	const refreshed = await send('POST', '/v1/auth/refresh', { body: {}, headers: { Cookie: stranger.cookie } })
	const headers = { Authorization: `Bearer ${refreshed.body.access_token}`, 'If-None-Match': etag }
	expect(await send('GET', PATH, { headers })).toMatchObject({ status: 304, body: '' })
	await root.put(members(org_id, stranger), { role: 'member' })
	expect((await send('GET', PATH, { headers })).status).toBe(200)
})
