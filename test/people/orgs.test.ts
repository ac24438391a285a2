import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { put } from '../support/invitations.ts'
import { again } from '../support/operators.ts'
import { invalidField, isoTime, missing } from '../support/replies.ts'
import { admin, registered, signIn, type Caller, unique, user, world } from '../support/world.ts'

const PATH = '/v1/admin/orgs'
const UNKNOWN = 'usr_01JD6Z5W3T9V7K2M4N8P0Q1R2S'
const lastOwner = { status: 409, body: { error: 'conflict', details: { reason: 'orgs.last_owner' } } }

const newOrg = async (fields: object = {}) =>
	(await (await admin()).post(PATH, { name: unique('org'), ...fields })).body
/** A new org as the list shows it. */
const listedOrg = async (fields: object) => ({ ...(await newOrg(fields)), member_count: 0, plan: null })
const named = async (q: string) => (await (await admin()).get(`${PATH}?q=${encodeURIComponent(q)}`)).body
const membersOf = async (org_id: string) => (await (await admin()).get(`${PATH}/${org_id}`)).body.members
const remove = async (org_id: string, { user_id }: { user_id: string }) =>
	(await admin()).delete(`${PATH}/${org_id}/members/${user_id}`)
const statuses = (responses: { status: number }[]) => responses.map(({ status }) => status).sort()

test('creating an org returns the whole org, which can then be read with its owner and found by name', async () => {
	const [root, owner] = [await admin(), await user('owner')]
	const name = unique('Analytical Engines')
	const response = await root.post(PATH, { name, owner_user_id: owner.user_id })
	expect(response.status).toBe(201)
	expect(response.body).toEqual({ id: expect.any(String), name, created_at: isoTime })
	const read = await root.get(`${PATH}/${response.body.id}`)
	expect(read.status).toBe(200)
	expect(read.body).toEqual({
		...response.body,
		deleted_at: null,
		members: [{ user_id: owner.user_id, login: owner.login, role: 'owner' }],
	})
	const listed = await root.get(`${PATH}?q=${name}`)
	expect(listed.status).toBe(200)
	expect(listed.body).toEqual([{ ...response.body, member_count: 1, plan: null }])
})

test("an org's name is trimmed when it's created, changed, and made from a username", async () => {
	const root = await admin()
	const name = unique('Trimmed')
	const { body } = await root.post(PATH, { name: `  ${name}\n` })
	expect(body.name).toBe(name)
	const renamed = await root.patch(`${PATH}/${body.id}`, { name: ` ${name} 2 ` })
	expect(renamed.body.name).toBe(`${name} 2`)
	const owner = await registered('zoe', { username: `  ${name} 3 ` })
	expect((await owner.get('/v1/me')).body).toMatchObject({ username: `${name} 3`, orgs: [{ name: `${name} 3's org` }] })
})

test.for([
	['a missing name', 'name', { name: undefined }],
	['a blank name', 'name', { name: ' \n ' }],
	['a name with NUL', 'name', { name: 'a\u0000b' }],
	['a name with a lone surrogate', 'name', { name: '\ud800' }],
	['an over-long name', 'name', { name: 'n'.repeat(201) }],
	['a name that is no string', 'name', { name: ['org'] }],
	['an unknown owner', 'owner_user_id', { owner_user_id: UNKNOWN }],
	['a nonsense owner', 'owner_user_id', { owner_user_id: 'a\u0000' }],
	['an owner that is no string', 'owner_user_id', { owner_user_id: 7 }],
] as const)('%s is 400 naming %s, and makes no org', async ([, path, fields]) => {
	const root = await admin()
	const before = (await root.get(`${PATH}?limit=1`)).body
	expect(await root.post(PATH, { name: unique('refused'), ...fields })).toMatchObject(invalidField(path))
	expect((await root.get(`${PATH}?limit=1`)).body).toEqual(before)
})

test('the search finds orgs by any part of their name, in any case and literally', async () => {
	const mark = unique('needle')
	const wild = await listedOrg({ name: `100%_"quoted" ${mark.toUpperCase()} *` })
	const plain = await listedOrg({ name: `Ärger & Söhne ${mark}` })
	expect(await named(mark)).toEqual([plain, wild])
	expect(await named(`"quoted" ${mark}`)).toEqual([wild])
	expect(await named(`öhne ${mark}`)).toEqual([plain])
	for (const literal of [`${mark}%`, `${mark.slice(0, -1)}_`, `${mark}*`, `${mark} OR`, `${mark}"`])
		expect([literal, await named(literal)]).toEqual([literal, []])
})

test('a search term of one or two characters finds names that begin with it, in any case', async () => {
	const org = await listedOrg({ name: `§${unique('q')}` })
	expect(await named('§')).toContainEqual(org)
	expect(await named('§Q')).toContainEqual(org)
	expect(await named('§§')).toEqual([])
	const umlaut = await listedOrg({ name: `Ö${unique('q')}` })
	for (const term of ['Ö', 'ö', 'Öq', 'öQ']) expect.soft(await named(term)).toContainEqual(umlaut)
})

test("a new member changes the org's ETag", async () => {
	const { admin: root, org_id, stranger } = await world()
	const etag = (await root.get(`${PATH}/${org_id}`)).headers.get('ETag') as string
	const ask = () => root.get(`${PATH}/${org_id}`, { headers: { 'If-None-Match': etag } })
	expect(await ask()).toMatchObject({ status: 304, body: '' })
	await put(org_id, stranger, 'member')
	expect((await ask()).status).toBe(200)
})

test('putting a membership returns all of it, and putting it again changes only the role', async () => {
	const { org_id, owner, stranger } = await world()
	const first = await put(org_id, stranger, 'member')
	expect(first.status).toBe(200)
	expect(first.body).toEqual({ org_id, user_id: stranger.user_id, role: 'member', created_at: isoTime })
	const second = await put(org_id, stranger, 'admin')
	expect(second.status).toBe(200)
	expect(second.body).toEqual({ ...first.body, role: 'admin' })
	const members = await membersOf(org_id)
	expect(members).toContainEqual({ user_id: stranger.user_id, login: stranger.login, role: 'admin' })
	expect(members).toContainEqual({ user_id: owner.user_id, login: owner.login, role: 'owner' })
	expect(members).toHaveLength(3)
})

test('an invalid role is 400 naming it, an unknown user is 404, and neither changes the members', async () => {
	const { org_id, member } = await world()
	const before = await membersOf(org_id)
	for (const role of ['', 'OWNER', 'root', 7, null, undefined])
		expect([String(role), await put(org_id, member, role as string)]).toMatchObject([
			String(role),
			invalidField('role'),
		])
	for (const user_id of [UNKNOWN, 'nonsense', '%00'])
		expect([user_id, await put(org_id, { user_id }, 'member')]).toMatchObject([user_id, missing])
	expect(await membersOf(org_id)).toEqual(before)
})

test('a removed member loses access at once, and removing them again is 404', async () => {
	const { org_id, member, owner } = await world()
	expect((await member.get('/v1/me')).status).toBe(200)
	expect(await remove(org_id, member)).toMatchObject({ status: 204, body: '' })
	expect(await member.get('/v1/me')).toMatchObject({ status: 401, body: { error: 'auth.unauthorized' } })
	expect(await membersOf(org_id)).toEqual([{ user_id: owner.user_id, login: owner.login, role: 'owner' }])
	expect(await remove(org_id, member)).toMatchObject(missing)
	expect((await signIn(member.login)).token).toBeDefined()
})

test("removing or demoting an org's last owner is 409 and changes nothing", async () => {
	const { org_id, owner } = await world()
	const before = await membersOf(org_id)
	expect(await remove(org_id, owner)).toMatchObject(lastOwner)
	for (const role of ['admin', 'member']) expect(await put(org_id, owner, role)).toMatchObject(lastOwner)
	expect(await membersOf(org_id)).toEqual(before)
	expect(await put(org_id, owner, 'owner')).toMatchObject({ status: 200, body: { role: 'owner' } })
})

test('an owner can leave once there is another, who is then the last', async () => {
	const { org_id, owner, member } = await world()
	await put(org_id, member, 'owner')
	expect((await put(org_id, owner, 'member')).status).toBe(200)
	expect(await remove(org_id, member)).toMatchObject(lastOwner)
	expect((await remove(org_id, owner)).status).toBe(204)
})

test('when two owners are removed at once, one stays', async () => {
	const { org_id, owner, member } = await world()
	await put(org_id, member, 'owner')
	const responses = await Promise.all([remove(org_id, owner), remove(org_id, member)])
	expect(statuses(responses)).toEqual([204, 409])
	expect(await membersOf(org_id)).toMatchObject([{ role: 'owner' }])
})

test('when two owners are demoted at once, one stays an owner', async () => {
	const { org_id, owner, member } = await world()
	await put(org_id, member, 'owner')
	const responses = await Promise.all([put(org_id, owner, 'admin'), put(org_id, member, 'admin')])
	expect(statuses(responses)).toEqual([200, 409])
	expect((await membersOf(org_id)).map(({ role }: { role: string }) => role).sort()).toEqual(['admin', 'owner'])
})

test('20 puts of one membership at once are all 200 and leave one row', async () => {
	const { org_id, stranger } = await world()
	const responses = await Promise.all(
		Array.from({ length: 20 }, (_, i) => put(org_id, stranger, i % 2 ? 'admin' : 'member')),
	)
	expect(statuses(responses)).toEqual(Array<number>(20).fill(200))
	expect(await membersOf(org_id)).toHaveLength(3)
})

const grantOf = ({ user_id }: { user_id: string }) => `/v1/admin/users/${user_id}/platform-admin`
const isAdmin = async ({ user_id }: Caller) =>
	(await (await admin()).get(`/v1/admin/users/${user_id}/roles`)).body.roles.includes('admin')

test('granting platform admin takes effect at once and can be repeated; so does revoking it, but the second time is 404', async () => {
	const [root, deputy] = [await admin(), await user('deputy')]
	expect(await isAdmin(deputy)).toBe(false)
	expect(await root.put(grantOf(deputy))).toMatchObject({ status: 204, body: '' })
	const admitted = await again(deputy)
	expect((await admitted.get(PATH)).status).toBe(200)
	expect((await root.put(grantOf(deputy))).status).toBe(204)
	expect(await root.delete(grantOf(deputy))).toMatchObject({ status: 204, body: '' })
	expect((await admitted.get(PATH)).status).toBe(403)
	expect(await root.delete(grantOf(deputy))).toMatchObject(missing)
})

test('a platform admin can revoke their own role while there is another one', async () => {
	const [root, deputy] = [await admin(), await user('deputy')]
	await root.put(grantOf(deputy))
	const admitted = await again(deputy)
	expect((await admitted.delete(grantOf(deputy))).status).toBe(204)
	expect(await isAdmin(deputy)).toBe(false)
	expect((await admitted.get(PATH)).status).toBe(403)
	expect((await root.get(PATH)).status).toBe(200)
})

test('removing the last platform admin is 409 and changes nothing', async () => {
	const root = await admin()
	const others = await env.DB.prepare('SELECT user_id FROM platform_admins WHERE user_id <> ?')
		.bind(root.user_id)
		.all<{ user_id: string }>()
	for (const other of others.results) await root.delete(grantOf(other))
	try {
		// They can't leave their last org either, even if somebody else owns it.
		const { orgs } = (await root.get('/v1/me')).body
		const deputy = await user('deputy')
		await root.put(`/v1/admin/orgs/${root.org_id}/members/${deputy.user_id}`, { role: 'owner' })
		for (const { org_id } of orgs)
			if (org_id !== root.org_id) await root.delete(`/v1/admin/orgs/${org_id}/members/${root.user_id}`)
		expect(await root.delete(`/v1/admin/orgs/${root.org_id}/members/${root.user_id}`)).toMatchObject({
			status: 409,
			body: { error: 'conflict', details: { reason: 'users.last_platform_admin' } },
		})
		expect((await root.get('/v1/me')).status).toBe(200)
		const response = await root.delete(grantOf(root))
		expect(response).toMatchObject({
			status: 409,
			body: { error: 'conflict', details: { reason: 'users.last_platform_admin' } },
		})
		expect(await isAdmin(root)).toBe(true)
	} finally {
		await env.DB.prepare('INSERT OR IGNORE INTO platform_admins (user_id, created_at) VALUES (?, ?)')
			.bind(root.user_id, new Date().toISOString())
			.run()
	}
})

test('many revocations at once never remove the last platform admin', async () => {
	const root = await admin()
	const deputies = [await user('deputy'), await user('deputy')]
	for (const deputy of deputies) await root.put(grantOf(deputy))
	const responses = await Promise.all(deputies.map((deputy) => root.delete(grantOf(deputy))))
	expect(statuses(responses)).toEqual([204, 204])
	expect(await isAdmin(root)).toBe(true)
})

test('the search finds a renamed org by its new name only', async () => {
	const root = await admin()
	const [before, after] = [unique('before'), unique('after')]
	const { id } = (await root.post('/v1/admin/orgs', { name: before })).body
	const path = `/v1/admin/orgs/${id}`
	const { status, body } = await root.patch(path, { name: after })
	expect({ status, body }).toMatchObject({ status: 200, body: { id, name: after, members: [] } })
	expect((await root.get(path)).body).toEqual(body)
	expect((await root.get(`/v1/admin/orgs?q=${after}`)).body).toMatchObject([{ id }])
	expect((await root.get(`/v1/admin/orgs?q=${before}`)).body).toEqual([])
	expect((await root.patch(path, {})).body).toEqual(body)
	for (const name of [' ', null, 'x'.repeat(201)])
		expect(await root.patch(path, { name })).toMatchObject(invalidField('name'))
	expect((await root.patch('/v1/admin/orgs/nothing', { name: after })).status).toBe(404)
	const [row] = (await root.get(`/v1/admin/audit-logs?target_id=${id}&action=orgs.update`)).body.slice(-1)
	expect(row).toMatchObject({ org_id: id, before: { name: before }, after: { name: after } })
})
