import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Api, send } from '../support/api.ts'
import {
	begun,
	comeBack,
	enter,
	ofOrg,
	ofPlatform,
	type Provider,
	refusalIn,
	signInWith,
	someone,
	start,
	servedProvider,
} from '../support/oidc.ts'
import { PASSWORD, unique, world } from '../support/world.ts'

let provider: Provider
beforeEach(async () => {
	provider = await servedProvider()
})

/** What the browser of somebody who is signed in gets when they come back from adding a provider. */
async function addedBy(user: Api, connection_id: string, said: ReturnType<typeof someone>) {
	const began = await user.post(`/v1/me/identities/${connection_id}/start`, {})
	expect(began.status).toBe(200)
	const authorize = new URL(began.body.url)
	await provider.answer(authorize, new URLSearchParams())
	const state = authorize.searchParams.get('state') ?? ''
	const cookie = began.headers.get('Set-Cookie')?.split(';')[0] ?? ''
	return comeBack(connection_id, { state, cookie }, { code: provider.say(said) })
}

describe('a first sign-in', () => {
	test("through an org's connection makes an account and a membership, and acts in that org", async () => {
		const { owner } = await world()
		const connection = await ofOrg(provider, owner, {
			role_claim: 'groups',
			role_map: { staff: 'member', it: 'admin' },
		})
		const email = `ada@${connection.domain}`
		const ada = await enter(provider, connection, someone({ email, email_verified: true, groups: ['staff', 'it'] }))
		const { body } = await ada.get('/v1/me')
		expect(body).toMatchObject({
			email,
			email_verified: true,
			org_id: owner.org_id,
			orgs: [{ org_id: owner.org_id, role: 'admin' }],
		})
		const again = await send('POST', '/v1/auth/login', { body: { login: email, password: PASSWORD } })
		expect(again.status).toBe(401)
	})

	test('takes no address that the connection does not speak for, and none that is not verified', async () => {
		const { owner } = await world()
		const connection = await ofOrg(provider, owner, { default_role: 'member' })
		for (const fields of [
			{ email: `eve@${unique('other')}.example.com`, email_verified: true },
			{ email: `eve@${connection.domain}`, email_verified: false },
			{ email: `eve@${connection.domain}` },
		])
			expect((await (await enter(provider, connection, someone(fields))).get('/v1/me')).body.email).toBeNull()
	})

	test('twice at the same time makes one account', async () => {
		const { owner } = await world()
		const connection = await ofOrg(provider, owner, { default_role: 'member' })
		const { sub } = someone().claims
		const browsers = [await start(connection.id, provider), await start(connection.id, provider)]
		const replies = await Promise.all(
			browsers.map((browser) => {
				const nonce = browser.authorize.searchParams.get('nonce')
				return comeBack(connection.id, browser, { code: provider.say({ claims: { sub, nonce } }) })
			}),
		)
		expect(replies.map(({ headers }) => headers.get('Location'))).toEqual(['/console/', '/console/'])
		const made = await env.DB.prepare('SELECT user_id FROM identities WHERE subject = ?').bind(sub).all()
		expect(made.results).toHaveLength(1)
		const sessions = await env.DB.prepare('SELECT DISTINCT user_id FROM sessions WHERE connection_id = ?')
			.bind(connection.id)
			.all()
		expect(sessions.results).toEqual(made.results)
	})

	test("through the platform's connection makes an account with an org of its own", async () => {
		const { admin } = await world()
		const connection = await ofPlatform(provider, admin)
		const ada = await enter(provider, connection, someone({ email: `ada@${connection.domain}`, email_verified: true }))
		const { body } = await ada.get('/v1/me')
		expect(body).toMatchObject({ roles: [], orgs: [{ role: 'owner' }] })
		expect((await ada.post('/v1/orgs', { name: 'Second' })).status).toBe(201)
	})
})

describe('a browser with many tabs', () => {
	/** Keeps cookies as a browser does. */
	const jar = new Map<string, string>()
	const keep = ({ headers }: { headers: Headers }) => {
		for (const cookie of headers.getSetCookie()) {
			const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
			jar.delete(name)
			if (!/max-age=0/i.test(cookie)) jar.set(name, value)
		}
	}
	const cookies = () => [...jar].map((pair) => pair.join('=')).join('; ')
	beforeEach(() => jar.clear())

	const begin = async (connection_id: string) => {
		const reply = await send('GET', `/v1/auth/oidc/${connection_id}/start`, { headers: { Cookie: cookies() } })
		return { reply, tab: await begun(reply, provider) }
	}

	test('ends the sign-ins that it began at once, in any order', async () => {
		const { owner } = await world()
		const { id } = await ofOrg(provider, owner, { default_role: 'member' })
		const ten = await Promise.all(Array.from({ length: 10 }, () => begin(id)))
		for (const { reply } of ten) keep(reply)
		const { sub } = someone().claims
		for (const { tab } of [...ten.slice(3).toReversed(), ...ten.slice(0, 3)]) {
			const code = provider.say({ claims: { sub, nonce: tab.authorize.searchParams.get('nonce') } })
			const reply = await comeBack(id, { ...tab, cookie: cookies() }, { code })
			expect(reply.headers.get('Location')).toBe('/console/')
			keep(reply)
		}
		expect([...jar.keys()]).toEqual(['plinth_refresh'])
	})

	test('has the newest twenty of those that it left at a provider', async () => {
		const { owner } = await world()
		const { id } = await ofOrg(provider, owner, { default_role: 'member' })
		const tabs = []
		for (let index = 0; index < 23; index += 1) {
			const { reply, tab } = await begin(id)
			keep(reply)
			tabs.push(tab)
		}
		expect(jar.size).toBe(20)
		expect(jar.has(tabs[2]?.cookie.split('=')[0] ?? '')).toBe(false)
		expect(jar.has(tabs[3]?.cookie.split('=')[0] ?? '')).toBe(true)
	})
})

describe('an existing account', () => {
	test('loses an address that it has not verified to whom a proved domain says it belongs, and is told', async () => {
		const { admin, member } = await world()
		const connection = await ofPlatform(provider, admin)
		const email = `ada@${connection.domain}`
		await admin.patch(`/v1/admin/users/${member.user_id}`, { email, email_verified: false })
		const other = await enter(provider, connection, someone({ email, email_verified: true }))
		const { body } = await other.get('/v1/me')
		expect(body.id).not.toBe(member.user_id)
		expect(body).toMatchObject({ email, email_verified: true })
		expect((await member.get('/v1/me')).body.email).toBeNull()
		const told = (await member.get('/v1/notifications?limit=1')).body.data[0]
		expect(told).toMatchObject({ type: 'security.email_taken', body: expect.stringContaining(email) })
		const log = (await admin.get(`/v1/admin/audit-logs?action=users.release_email&limit=1`)).body[0]
		expect(log).toMatchObject({ target_id: member.user_id, before: { email }, after: { email: null } })
	})

	test('adds a provider while it is signed in, and removes it', async () => {
		const { admin, member } = await world()
		const connection = await ofPlatform(provider, admin)
		const said = someone({ email: `else@${unique('x')}.example.com`, email_verified: true })
		const refused = await signInWith(connection.id, provider, said)
		expect(refusalIn(refused)).toMatchObject({ refused: 'oidc.no_account' })
		const back = await addedBy(member, connection.id, said)
		expect(back.headers.get('Location')).toBe('/console/account')
		const [identity] = (await member.get('/v1/me/identities')).body
		expect(identity).toMatchObject({ connection_id: connection.id, subject: said.claims.sub, last_used_at: null })
		const { body: logged } = await admin.get('/v1/admin/audit-logs?action=identities.create&limit=1')
		expect(logged).toMatchObject([{ target_id: identity.id, actor_user_id: member.user_id }])
		expect((await (await enter(provider, connection, said)).get('/v1/me')).body.id).toBe(member.user_id)
		expect((await member.delete(`/v1/me/identities/${identity.id}`)).status).toBe(204)
		expect(refusalIn(await signInWith(connection.id, provider, said))).toMatchObject({ refused: 'oidc.no_account' })
	})

	test('is known to a connection that it adds, wherever its provider knew it before', async () => {
		const { owner, member, stranger } = await world()
		const elsewhere = await ofOrg(provider, stranger, { default_role: 'member' })
		const connection = await ofOrg(provider, owner, { default_role: 'member' })
		const email = `else@${connection.domain}`
		const said = someone({ email, email_verified: true })
		for (const { id } of [elsewhere, connection, elsewhere]) await addedBy(member, id, said)
		expect((await member.get('/v1/me/identities')).body).toMatchObject([{ connection_id: connection.id, email }])
	})

	test("adds no identity that is somebody else's", async () => {
		const { admin, member, owner } = await world()
		const connection = await ofPlatform(provider, admin)
		const said = someone()
		await addedBy(owner, connection.id, said)
		expect(refusalIn(await addedBy(member, connection.id, said))).toMatchObject({ refused: 'oidc.linked' })
		expect((await member.get('/v1/me/identities')).body).toEqual([])
		const { body: logged } = await admin.get('/v1/admin/audit-logs?action=identities.create&limit=1')
		expect(logged).toMatchObject([{ actor_user_id: owner.user_id }])
	})

	test('that has no other way in keeps its last identity', async () => {
		const { admin } = await world()
		const connection = await ofPlatform(provider, admin)
		const ada = await enter(provider, connection, someone({ email: `ada@${connection.domain}`, email_verified: true }))
		const [identity] = (await ada.get('/v1/me/identities')).body
		const reply = await ada.delete(`/v1/me/identities/${identity.id}`)
		expect(reply).toMatchObject({ status: 409, body: { details: { reason: 'identities.last' } } })
	})

	test('that is suspended gets in no more', async () => {
		const { admin, owner } = await world()
		const connection = await ofOrg(provider, owner, { default_role: 'member' })
		const said = someone()
		const ada = await enter(provider, connection, said)
		const { id } = (await ada.get('/v1/me')).body
		await admin.patch(`/v1/admin/users/${id}`, { status: 'suspended' })
		expect(refusalIn(await signInWith(connection.id, provider, said))).toMatchObject({ refused: 'oidc.inactive' })
	})
})

describe('roles', () => {
	test('follow the claim at each sign-in, and nobody without one gets in', async () => {
		const { owner } = await world()
		const connection = await ofOrg(provider, owner, {
			role_claim: 'groups',
			role_map: { staff: 'member', it: 'admin' },
		})
		const { sub } = someone().claims
		const roleNow = async (groups: unknown) =>
			(await (await enter(provider, connection, { claims: { sub, groups } })).get('/v1/me')).body.orgs[0].role
		expect(await roleNow('it')).toBe('admin')
		expect(await roleNow(['staff'])).toBe('member')
		const refused = await signInWith(connection.id, provider, { claims: { sub, groups: ['nobody', '__proto__'] } })
		expect(refusalIn(refused)).toMatchObject({ refused: 'oidc.no_role' })
	})

	test('may come from the userinfo endpoint', async () => {
		const { owner } = await world()
		const connection = await ofOrg(provider, owner, { role_claim: 'groups', role_map: { it: 'admin' } })
		const ada = await enter(provider, connection, { ...someone(), userinfo: { groups: ['it'] } })
		expect((await ada.get('/v1/me')).body.orgs[0].role).toBe('admin')
	})

	test('go no further than membership once the maker is demoted', async () => {
		const { admin, owner, member, org_id } = await world()
		await admin.put(`/v1/admin/orgs/${org_id}/members/${member.user_id}`, { role: 'owner' })
		const connection = await ofOrg(provider, owner, { role_claim: 'role', role_map: { boss: 'owner' } })
		await admin.put(`/v1/admin/orgs/${org_id}/members/${owner.user_id}`, { role: 'admin' })
		expect(refusalIn(await signInWith(connection.id, provider, someone({ role: 'boss' })))).toMatchObject({
			refused: 'oidc.waits',
		})
	})

	test("of the platform follow the claim, and the org's connection gives none", async () => {
		const { admin } = await world()
		const connection = await ofPlatform(provider, admin, {
			role_claim: 'groups',
			role_map: { care: 'support', ops: 'operations' },
		})
		const claims = { sub: unique('sub'), email: `ada@${connection.domain}`, email_verified: true }
		const rolesNow = async (groups: string[]) =>
			(await (await enter(provider, connection, { claims: { ...claims, groups } })).get('/v1/me')).body.roles
		expect(await rolesNow(['care', 'ops'])).toEqual(['operations', 'support'])
		expect(await rolesNow([])).toEqual([])
	})
})
