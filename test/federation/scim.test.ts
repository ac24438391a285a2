import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { as, send } from '../support/api.ts'
import { accept, invite, memberOf, registerWith } from '../support/invitations.ts'
import {
	directoryOfOrg,
	directoryOfPlatform,
	enter,
	newProvider,
	ofOrg,
	refusalIn,
	serve,
	signInWith,
	someone,
} from '../support/oidc.ts'
import { admin, type Caller, unique, user } from '../support/world.ts'

const [root, provider] = [await admin(), await newProvider()]
beforeEach(() => void serve(provider))

const directory = (fields?: object) => directoryOfOrg(provider, fields)

const USERS = '/scim/v2/Users'
const deactivate = { Operations: [{ op: 'replace', path: 'active', value: false }] }
const activate = { Operations: [{ op: 'Replace', value: { active: 'True' } }] }

const roleOf = async ({ org_id }: Caller, user_id: string) =>
	(
		await env.DB.prepare('SELECT role FROM memberships WHERE org_id = ? AND user_id = ?')
			.bind(org_id, user_id)
			.first<{ role: string }>()
	)?.role

describe("an org's directory", () => {
	test('makes a member, whom a first sign-in finds', async () => {
		const { owner, connection, client } = await directory()
		const userName = `Ada@${connection.domain}`
		const made = await client.post(USERS, { schemas: [], userName, externalId: 'e-1', name: { givenName: 'Ada' } })
		expect(made).toMatchObject({ status: 201, body: { userName, externalId: 'e-1', active: true } })
		expect(made.headers.get('Content-Type')).toContain('application/scim+json')
		const { id } = made.body
		expect(await roleOf(owner, id)).toBe('member')
		const ada = await enter(provider, connection, someone({ email: userName.toLowerCase(), email_verified: true }))
		expect((await ada.get('/v1/me')).body).toMatchObject({ id, org_id: owner.org_id })
		expect(await client.post(USERS, { userName })).toMatchObject({
			status: 409,
			body: {
				schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
				status: '409',
				scimType: 'uniqueness',
				details: { reason: 'name.taken', field: 'userName' },
			},
		})
	})

	test('ends a session in the middle, and gives the membership back with its role', async () => {
		const { owner, connection, client } = await directory({ role_claim: 'groups', role_map: { it: 'admin' } })
		const said = someone({ email: `bo@${connection.domain}`, email_verified: true, groups: ['it'] })
		const bo = await enter(provider, connection, said)
		const { id } = (await bo.get('/v1/me')).body
		const key = (await bo.post('/v1/api-keys', { name: 'mine', scopes: [] })).body.key
		expect((await as(key).get(`/v1/orgs/${owner.org_id}`)).status).toBeLessThan(400)
		expect((await client.patch(`${USERS}/${id}`, deactivate)).body.active).toBe(false)
		expect((await bo.get('/v1/me')).status).toBe(401)
		expect((await as(key).get(`/v1/orgs/${owner.org_id}`)).status).toBe(401)
		expect((await send('POST', '/v1/auth/refresh', { headers: { Cookie: bo.cookie } })).status).toBe(401)
		expect(refusalIn(await signInWith(connection.id, provider, said))).toMatchObject({ refused: 'oidc.inactive' })
		expect((await client.patch(`${USERS}/${id}`, deactivate)).status).toBe(200)
		expect((await client.patch(`${USERS}/${id}`, activate)).body.active).toBe(true)
		expect(await roleOf(owner, id)).toBe('admin')
		await enter(provider, connection, said)
	})

	test('sees and ends memberships of its org only, and learns no other address', async () => {
		const { owner, client } = await directory()
		const [ada, stranger] = [await user('ada'), await user('stranger')]
		await root.put(`/v1/admin/orgs/${owner.org_id}/members/${ada.user_id}`, { role: 'member' })
		const { body } = await client.get(USERS)
		expect(body).toMatchObject({ totalResults: 2, startIndex: 1, itemsPerPage: 2 })
		expect(JSON.stringify(body)).not.toContain('@example.com')
		for (const call of [
			client.get(`${USERS}/${stranger.user_id}`),
			client.patch(`${USERS}/${stranger.user_id}`, deactivate),
			client.put(`${USERS}/${stranger.user_id}`, { userName: 'x@example.com' }),
			client.delete(`${USERS}/${stranger.user_id}`),
		])
			expect((await call).status).toBe(404)
		expect((await client.delete(`${USERS}/${ada.user_id}`)).status).toBe(204)
		expect((await client.get(`${USERS}/${ada.user_id}`)).status).toBe(404)
		expect((await ada.get('/v1/me')).status).toBe(200)
		expect(await roleOf(owner, ada.user_id)).toBeUndefined()
	})

	test('finds people by name, as the filter says', async () => {
		const { connection, client } = await directory()
		const userName = `dee@${connection.domain}`
		await client.post(USERS, { userName, externalId: 'e 7' })
		const found = async (filter: string) =>
			(await client.get(`${USERS}?filter=${encodeURIComponent(filter)}`)).body.totalResults
		expect(await found(`userName eq "${userName.toUpperCase()}"`)).toBe(1)
		expect(await found('externalId eq "e 7"')).toBe(1)
		expect(await found('userName eq "nobody@example.com"')).toBe(0)
	})

	test('speaks for its proved domains only, and joins whoever has verified the address', async () => {
		const { owner, connection, client } = await directory()
		const no = { status: 400, body: { scimType: 'invalidValue' } }
		expect(await client.post(USERS, { userName: `eve@${unique('other')}.example.com` })).toMatchObject(no)
		expect(await client.post(USERS, { userName: 'eve' })).toMatchObject(no)
		const email = `fay@${connection.domain}`
		const fay = await user('fay', { email })
		await env.DB.prepare('UPDATE users SET email_verified = 1 WHERE id = ?').bind(fay.user_id).run()
		expect((await client.post(USERS, { userName: email })).body.id).toBe(fay.user_id)
		expect(await roleOf(owner, fay.user_id)).toBe('member')
	})

	test('takes an address from whoever has it unverified: in a POST, a PUT and a PATCH', async () => {
		const { owner, connection, client } = await directory()
		const at = (name: string) => `${name}@${connection.domain}`
		const [mallory, max, mo] = [
			await user('mallory', { email: at('newhire') }),
			await user('max', { email: at('renamed') }),
			await user('mo', { email: at('again') }),
		]
		const made = await client.post(USERS, { userName: at('newhire') })
		expect(made).toMatchObject({ status: 201, body: { emails: [{ value: at('newhire') }] } })
		expect(await roleOf(owner, mallory.user_id)).toBeUndefined()
		const { id } = made.body
		const replaced = await client.put(`${USERS}/${id}`, { userName: at('renamed') })
		expect(replaced.body).toMatchObject({ userName: at('renamed'), emails: [{ value: at('renamed') }] })
		const renamed = { Operations: [{ op: 'replace', path: 'userName', value: at('again') }] }
		expect((await client.patch(`${USERS}/${id}`, renamed)).body.emails).toMatchObject([{ value: at('again') }])
		for (const one of [mallory, max, mo]) {
			expect((await one.get('/v1/me')).body.email).toBeNull()
			expect((await one.get('/v1/notifications?limit=1')).body.data).toMatchObject([{ type: 'security.email_taken' }])
		}
		const hired = await enter(provider, connection, someone({ email: at('again'), email_verified: true }))
		expect((await hired.get('/v1/me')).body.id).toBe(id)
	})

	test('finds and ends whom its provider knows by an address, vouched for or not', async () => {
		const { owner, connection, client } = await directory()
		const userName = `silent@${connection.domain}`
		const came = await enter(provider, connection, someone({ email: userName }))
		const { id, email } = (await came.get('/v1/me')).body
		expect(email).toBeNull()
		expect((await client.post(USERS, { userName })).status).toBe(409)
		const { body } = await client.get(`${USERS}?filter=${encodeURIComponent(`userName eq "${userName}"`)}`)
		expect(body).toMatchObject({ totalResults: 1, Resources: [{ id, userName }] })
		await client.patch(`${USERS}/${id}`, deactivate)
		expect(await roleOf(owner, id)).toBeUndefined()
	})

	test('means its own row first, then whom the provider vouches for, then who has verified the address', async () => {
		const { connection, client } = await directory()
		const userName = `kim@${connection.domain}`
		const filter = `${USERS}?filter=${encodeURIComponent(`userName eq "${userName}"`)}`
		const found = async () => (await client.get(filter)).body.Resources.map(({ id }: { id: string }) => id)
		// Somebody who edited their address at the provider is nobody's namesake.
		await enter(provider, connection, someone({ email: userName }))
		const kim = await enter(provider, connection, someone({ email: userName, email_verified: true }))
		const { id } = (await kim.get('/v1/me')).body
		expect(await found()).toEqual([id])
		const other = (await client.post(USERS, { userName: `other@${connection.domain}`, externalId: 'e-9' })).body.id
		await root.patch(`/v1/admin/users/${id}`, { email: null })
		expect(await found()).toEqual([id])
		await client.put(`${USERS}/${other}`, { userName, externalId: 'e-9' })
		expect(await found()).toEqual([other])
		await client.delete(`${USERS}/${other}`)
		const back = await client.post(USERS, { userName: `new@${connection.domain}`, externalId: 'e-9' })
		expect(back).toMatchObject({ status: 201, body: { id: other } })
	})

	test('keeps out whom it deactivated, whichever way they come, until an owner lets them in by name', async () => {
		const { owner, connection, client } = await directory()
		const email = `gone@${connection.domain}`
		const another = await ofOrg(provider, owner, { default_role: 'member' })
		const gone = await user('gone', { email, email_verified: true })
		const own = (await client.post(USERS, { userName: email })).body.id
		expect(own).toBe(gone.user_id)
		const before = (await invite(owner, { email })).body.token
		await client.patch(`${USERS}/${own}`, deactivate)
		const out = { status: 409, body: { details: { reason: 'members.deactivated' } } }
		expect(await root.put(`/v1/admin/orgs/${owner.org_id}/members/${own}`, { role: 'member' })).toMatchObject(out)
		expect(await accept(gone, before)).toMatchObject(out)
		const deputy = await memberOf(owner.org_id, 'admin')
		expect(await accept(gone, (await invite(deputy)).body.token)).toMatchObject(out)
		expect(await accept(gone, (await invite(owner)).body.token)).toMatchObject(out)
		const forgotten = () => env.DB.prepare('DELETE FROM invitations WHERE org_id = ?').bind(owner.org_id).run()
		await forgotten()
		expect(await registerWith((await invite(deputy, { email: email.toUpperCase() })).body.token)).toMatchObject(out)
		for (const { id } of [connection, another])
			for (const fields of [{ email }, { email, email_verified: true }])
				expect(refusalIn(await signInWith(id, provider, someone(fields)))).toMatchObject({ refused: 'oidc.inactive' })
		await forgotten()
		expect((await accept(gone, (await invite(owner, { email })).body.token)).status).toBe(200)
		expect(await roleOf(owner, own)).toBe('member')
	})

	test('ends its word with its connection, and tells the other owners and admins of an owner whom it ended', async () => {
		const { owner, connection, client } = await directory()
		const boss = await user('boss')
		await root.put(`/v1/admin/orgs/${owner.org_id}/members/${boss.user_id}`, { role: 'owner' })
		await client.patch(`${USERS}/${boss.user_id}`, deactivate)
		const [told] = (await owner.get('/v1/notifications?limit=1')).body.data
		expect(told).toMatchObject({ type: 'security.directory_deactivated', payload: { user_id: boss.user_id } })
		const path = `/v1/admin/orgs/${owner.org_id}/members/${boss.user_id}`
		expect((await root.put(path, { role: 'owner' })).status).toBe(409)
		await owner.delete(`/v1/orgs/${owner.org_id}/oidc-connections/${connection.id}`)
		expect((await root.put(path, { role: 'owner' })).status).toBe(200)
	})

	test("gives back only the directory's role, not what a person gave besides", async () => {
		const { owner, connection, client } = await directory()
		const { id } = (await client.post(USERS, { userName: `up@${connection.domain}` })).body
		expect((await owner.patch(`/v1/orgs/${owner.org_id}/members/${id}`, { role: 'admin' })).status).toBe(200)
		await client.patch(`${USERS}/${id}`, { Operations: [{ op: 'replace', path: 'externalId', value: 'x' }] })
		await client.patch(`${USERS}/${id}`, deactivate)
		await client.patch(`${USERS}/${id}`, activate)
		expect(await roleOf(owner, id)).toBe('member')
	})

	test('keeps the last owner', async () => {
		const { owner, client } = await directory()
		const no = { status: 409, body: { scimType: 'mutability', details: { reason: 'orgs.last_owner' } } }
		expect(await client.patch(`${USERS}/${owner.user_id}`, deactivate)).toMatchObject(no)
		expect(await client.delete(`${USERS}/${owner.user_id}`)).toMatchObject(no)
		expect((await owner.get('/v1/me')).status).toBe(200)
	})

	test('adds nobody once who decided the connection may not, until an owner confirms it', async () => {
		const { owner, connection, client, path } = await directory({ default_role: 'owner' })
		const other = await memberOf(owner.org_id, 'owner')
		await root.put(`/v1/admin/orgs/${owner.org_id}/members/${owner.user_id}`, { role: 'admin' })
		const gil = { userName: `gil@${connection.domain}` }
		expect((await client.post(USERS, gil)).body.details.reason).toBe('scim.narrowed')
		const fresh = as((await other.post(path)).body.token)
		expect((await fresh.post(USERS, gil)).body.details.reason).toBe('oidc.waits')
		await other.post(path.replace('scim-token', 'confirm'))
		expect(await roleOf(owner, (await fresh.post(USERS, gil)).body.id)).toBe('owner')
	})
})

describe("the platform's directory", () => {
	test('suspends people everywhere and brings them back, but not whom an operator suspended', async () => {
		const { connection, client } = await directoryOfPlatform(provider)
		const made = await client.post(USERS, { userName: `hal@${connection.domain}` })
		expect(made.status).toBe(201)
		const { id } = made.body
		const hal = await enter(provider, connection, someone({ email: `hal@${connection.domain}`, email_verified: true }))
		expect((await client.patch(`${USERS}/${id}`, deactivate)).body.active).toBe(false)
		expect((await hal.get('/v1/me')).status).toBe(401)
		expect((await root.get(`/v1/admin/users/${id}`)).body.status).toBe('suspended')
		expect((await client.patch(`${USERS}/${id}`, activate)).body.active).toBe(true)
		expect((await root.patch(`/v1/admin/users/${id}`, { status: 'suspended' })).status).toBe(200)
		expect((await client.patch(`${USERS}/${id}`, activate)).body.active).toBe(false)
	})

	test('sees nobody but those in its domains', async () => {
		const { client } = await directoryOfPlatform(provider)
		const ada = await user('ada')
		expect((await client.get(`${USERS}/${ada.user_id}`)).status).toBe(404)
		expect((await client.get(USERS)).body.totalResults).toBe(0)
	})
})

describe('the token', () => {
	test('is replaced by a new one, revoked, and ends with its connection', async () => {
		const { owner, path, client, connection } = await directory()
		const { body } = await owner.post(path)
		expect(body).toEqual({
			token: expect.stringMatching(/^scim_[\w-]{49}$/),
			base_url: 'http://localhost/scim/v2',
			created_at: expect.any(String),
		})
		const second = as(body.token)
		const no = {
			status: 401,
			body: { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '401', detail: expect.any(String) },
		}
		expect(await client.get(USERS)).toMatchObject(no)
		expect((await second.get(USERS)).status).toBe(200)
		const at = `/v1/orgs/${owner.org_id}/oidc-connections/${connection.id}`
		await owner.patch(at, { is_active: false })
		expect(await second.get(USERS)).toMatchObject(no)
		await owner.patch(at, { is_active: true })
		expect((await owner.delete(path)).status).toBe(204)
		expect(await second.get(USERS)).toMatchObject(no)
		expect((await owner.delete(path)).status).toBe(404)
		expect(await as().get(USERS)).toMatchObject(no)
		expect(await owner.get(USERS)).toMatchObject(no)
	})

	test('is nowhere in the database', async () => {
		const { client } = await directory()
		const { results } = await env.DB.prepare('SELECT token_hash FROM scim_tokens').all()
		expect(JSON.stringify(results)).not.toContain(client.token?.slice(5))
	})

	test('works under /scim only, where what a client discovers takes none', async () => {
		const { client } = await directory()
		expect((await client.get('/v1/me')).status).toBe(401)
		expect((await as().get('/scim/v2/ServiceProviderConfig')).body.patch).toEqual({ supported: true })
		expect((await as().get('/scim/v2/Schemas')).body.totalResults).toBe(1)
		expect((await as().get('/scim/v2/ResourceTypes')).body.totalResults).toBe(1)
	})
})
