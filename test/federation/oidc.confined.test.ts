import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { as, send } from '../support/api.ts'
import { accept, invite, offer, put } from '../support/invitations.ts'
import { NO_PLACE } from '../support/jobs.ts'
import { enter, newProvider, ofOrg, serve, someone, start } from '../support/oidc.ts'
import { forgetPrincipals, systemContext, tellIdle } from '../support/program.ts'
import { hasVerified, PASSWORD, signIn, user, world } from '../support/world.ts'

const provider = await newProvider()
beforeEach(() => void serve(provider))

describe("a session through an org's connection", () => {
	const mapped = { default_role: 'member' }

	/** A member of an org with a connection, who has verified their address on both sides. */
	async function confined(roles: string[] = []) {
		const { admin, owner } = await world()
		const member = await user()
		await admin.put(`/v1/admin/orgs/${owner.org_id}/members/${member.user_id}`, { role: 'member' })
		await admin.put(`/v1/admin/users/${member.user_id}/roles`, { roles })
		const connection = await ofOrg(provider, owner, mapped)
		const email = `ada@${connection.domain}`
		await hasVerified(member, email)
		const signInThere = () => enter(provider, connection, someone({ email, email_verified: true }))
		return { owner, member, email, signInThere }
	}

	test('reaches neither the account, nor another org, nor the platform', async () => {
		const { owner, member, signInThere } = await confined(['auditor'])
		const ada = await signInThere()
		const me = (await ada.get('/v1/me')).body
		expect(me).toMatchObject({ id: member.user_id, org_id: owner.org_id, roles: [], permissions: [] })
		expect(me.orgs.map(({ org_id }: { org_id: string }) => org_id)).toEqual([owner.org_id])
		expect((await ada.get('/v1/admin/users')).status).toBe(403)
		expect((await ada.get(`/v1/orgs/${member.org_id}/members`)).status).toBe(404)
		expect((await ada.get(`/v1/me/orgs/${member.org_id}`)).status).toBe(404)
		for (const call of [
			ada.patch('/v1/me', { locale: 'de' }),
			ada.post('/v1/me/password', { old_password: PASSWORD, new_password: 'another horse 1' }),
			ada.get('/v1/me/identities'),
			ada.get('/v1/me/sessions'),
			ada.post('/v1/orgs', { name: 'Mine' }),
			ada.delete(`/v1/me/orgs/${member.org_id}`),
		])
			expect(await call).toMatchObject({ status: 403, body: { details: { reason: 'oidc.through_org' } } })
		const moved = await send('POST', '/v1/auth/refresh', {
			headers: { Cookie: ada.cookie },
			body: { org_id: member.org_id },
		})
		expect(moved.status).toBe(400)
	})

	test('confirms no connection of another org, in no call about its own', async () => {
		const { owner, member, signInThere } = await confined()
		const [leaver, other] = [await user('leaver'), await newProvider()]
		serve(provider, other)
		const { org_id } = leaver
		const connection = await ofOrg(other, leaver)
		await put(org_id, member, 'owner')
		await put(owner.org_id, member, 'owner')
		await put(owner.org_id, leaver, 'member')
		const there = await signIn(member.login, org_id)
		expect((await there.delete(`/v1/orgs/${org_id}/members/${leaver.user_id}`)).status).toBe(204)
		const [ada, at] = [await signInThere(), `/v1/orgs/${owner.org_id}/members/${leaver.user_id}`]
		const refused = { status: 400, body: { details: { fields: [{ path: 'keep_connections' }] } } }
		const keep_connections = [connection.id]
		expect(await ada.patch(at, { role: 'admin', keep_connections })).toMatchObject(refused)
		expect(await ada.delete(`${at}?keep_connections=${connection.id}`)).toMatchObject(refused)
		const path = `/v1/orgs/${org_id}/oidc-connections/${connection.id}`
		expect((await there.get(path)).body.waits_since).toMatch(/^20/)
	})

	test("replays nothing of its user's own sign-in, not even in the same org", async () => {
		const { owner, member, signInThere } = await confined()
		const [own, ada] = [await signIn(member.login, owner.org_id), await signInThere()]
		const options = { headers: { 'Idempotency-Key': 'mine' } }
		expect((await own.post('/v1/orgs', { name: 'Hidden' }, options)).status).toBe(201)
		expect((await own.post('/v1/orgs', { name: 'Hidden' }, options)).status).toBe(201)
		expect(await ada.post('/v1/orgs', { name: 'Hidden' }, options)).toMatchObject({
			status: 403,
			body: { details: { reason: 'oidc.through_org' } },
		})
	})

	test('accepts an invitation of its org, and none of another', async () => {
		const { owner, email, signInThere } = await confined()
		const ada = await signInThere()
		const foreign = (await invite(await user('other'), { email })).body.token
		expect(await accept(ada, foreign)).toMatchObject({ status: 403, body: { details: { reason: 'oidc.through_org' } } })
		const { token } = (await invite(owner, { email, role: 'admin' })).body
		expect(await accept(ada, token)).toMatchObject({ status: 200, body: { role: 'admin' } })
	})

	test.each(['support', 'admin'])(
		"invites as the org's admin, also if its user is %s of the platform",
		async (role) => {
			const { admin } = await world()
			const { owner, member, signInThere } = await confined([role])
			const place = `/v1/admin/orgs/${owner.org_id}/members/${member.user_id}`
			await admin.put(place, { role: 'admin' })
			const ada = { ...(await signInThere()), org_id: owner.org_id }
			const refused = { status: 403, body: { details: { reason: 'invitations.role' } } }
			expect(await invite(ada, { role: 'owner' })).toMatchObject(refused)
			const { status, body } = await invite(ada, { role: 'admin' })
			expect(status).toBe(201)
			const byOwner = (await invite(owner, { role: 'owner' })).body
			expect(await ada.post(`/v1/orgs/${owner.org_id}/invitations/${byOwner.id}/resend`)).toMatchObject(refused)
			// The platform role neither keeps it open, nor hides that the place was lost.
			for (const lower of ['member', 'admin']) {
				expect((await admin.put(place, { role: lower })).status).toBe(200)
				expect((await offer(body.token)).status).toBe(404)
			}
		},
	)

	test('keeps a role that a person gave until the claim gives a higher one, or an owner lowers it', async () => {
		const { owner } = await world()
		const connection = await ofOrg(provider, owner, {
			role_claim: 'groups',
			role_map: { staff: 'member', it: 'admin', board: 'owner' },
		})
		const { sub } = someone().claims
		const comesAs = async (groups: string) => {
			const one = await enter(provider, connection, { claims: { sub, groups } })
			const { id, orgs } = (await one.get('/v1/me')).body
			return { id, role: orgs[0].role, one }
		}
		const { id, one } = await comesAs('staff')
		expect(await accept(one, (await invite(owner, { role: 'admin' })).body.token)).toMatchObject({ status: 200 })
		expect(await comesAs('staff')).toMatchObject({ id, role: 'admin' })
		expect(await comesAs('board')).toMatchObject({ role: 'owner' })
		expect(await comesAs('staff')).toMatchObject({ role: 'member' })
		const path = `/v1/orgs/${owner.org_id}/members/${id}`
		expect((await owner.patch(path, { role: 'owner' })).status).toBe(200)
		expect(await comesAs('it')).toMatchObject({ role: 'owner' })
		expect((await owner.patch(path, { role: 'member' })).status).toBe(200)
		expect(await comesAs('it')).toMatchObject({ role: 'admin' })
		expect(await comesAs('staff')).toMatchObject({ role: 'member' })
	})

	test('sees and rotates the API keys of that org only', async () => {
		const { member, signInThere } = await confined()
		const elsewhere = (await member.post('/v1/api-keys', { name: 'elsewhere' })).body
		const ada = await signInThere()
		const here = (await ada.post('/v1/api-keys', { name: 'here' })).body
		expect((await ada.get('/v1/api-keys')).body.map(({ id }: { id: string }) => id)).toEqual([here.id])
		expect((await ada.post(`/v1/api-keys/${elsewhere.id}/rotate`, {})).status).toBe(404)
		expect((await ada.delete(`/v1/api-keys/${elsewhere.id}`)).status).toBe(404)
		expect((await ada.post(`/v1/api-keys/${here.id}/rotate`, {})).status).toBe(201)
	})

	test('makes keys that its connection decides on: while it is active, and its owner signs in through it', async () => {
		const { owner, signInThere } = await confined()
		const ada = await signInThere()
		const { key, ...made } = (await ada.post('/v1/api-keys', { name: 'here' })).body
		const connection_id = made.connection_id as string
		expect(connection_id).toMatch(/^oic_/)
		const path = `/v1/orgs/${owner.org_id}/oidc-connections/${connection_id}`
		const status = async () => {
			forgetPrincipals(systemContext(env))
			return (await as(key).get('/v1/plans')).status
		}
		expect(await status()).toBe(200)
		await owner.patch(path, { is_active: false })
		expect(await status()).toBe(401)
		await owner.patch(path, { is_active: true })
		const lastSignIn = (days: number) =>
			env.DB.prepare('UPDATE api_keys SET connection_used_at = ? WHERE id = ?')
				.bind(new Date(Date.now() - days * 86_400_000).toISOString(), made.id)
				.run()
		await lastSignIn(24)
		await tellIdle(systemContext(env), NO_PLACE)
		const told = await env.DB.prepare("SELECT body FROM notifications WHERE user_id = ? AND type = 'api_keys.idle'")
			.bind(made.user_id)
			.all()
		expect(told.results).toMatchObject([{ body: expect.stringContaining('here (Acme)') }])
		await lastSignIn(31)
		expect(await status()).toBe(401)
		const again = await signInThere()
		expect(await status()).toBe(200)
		const rotated = (await again.post(`/v1/api-keys/${made.id}/rotate`, {})).body
		expect(rotated.connection_id).toBe(connection_id)
		await owner.delete(path)
		expect(await status()).toBe(401)
		const left = await env.DB.prepare('SELECT id FROM api_keys WHERE connection_id = ?').bind(connection_id).all()
		expect(left.results).toEqual([])
	})

	test('rotates no key that may do more than the session', async () => {
		const { owner, email, signInThere } = await confined(['auditor'])
		const inOrg = await signIn(email, owner.org_id)
		const key = (await inOrg.post('/v1/api-keys', { name: 'audit', scopes: ['platform.read'] })).body
		const ada = await signInThere()
		expect((await ada.post(`/v1/api-keys/${key.id}/rotate`, {})).status).toBe(404)
		expect((await inOrg.post(`/v1/api-keys/${key.id}/rotate`, {})).status).toBe(201)
	})

	test('proves who it is as of when the provider says so, and asks there for a recent proof', async () => {
		const { owner } = await world()
		const connection = await ofOrg(provider, owner, { default_role: 'owner' })
		const said = someone()
		const at = (auth_time: unknown) => enter(provider, connection, { claims: { ...said.claims, auth_time } })
		const hourAgo = Math.floor(Date.now() / 1000) - 3600
		const make = (api: Awaited<ReturnType<typeof enter>>) =>
			api.post(`/v1/orgs/${owner.org_id}/oidc-connections/${connection.id}/scim-token`)
		expect(await make(await at(hourAgo))).toMatchObject({
			status: 401,
			body: { details: { reason: 'auth.step_up', connection_id: connection.id, methods: ['sign_in'] } },
		})
		for (const recent of [hourAgo + 3590, hourAgo + 86_400, undefined])
			expect((await make(await at(recent))).status).toBe(201)
		const { authorize } = await start(connection.id, provider, '?max_age=600')
		expect(authorize.searchParams.get('max_age')).toBe('600')
	})

	test('ends with the connection, and with its maximum age', async () => {
		const { owner } = await world()
		const connection = await ofOrg(provider, owner, { ...mapped, session_max_age: 300 })
		const ada = await enter(provider, connection, someone())
		const [session] = (
			await env.DB.prepare('SELECT created_at, expires_at FROM sessions WHERE connection_id = ?')
				.bind(connection.id)
				.all<{ created_at: string; expires_at: string }>()
		).results
		expect(Date.parse(session?.expires_at ?? '') - Date.parse(session?.created_at ?? '')).toBe(300_000)
		await owner.patch(`/v1/orgs/${owner.org_id}/oidc-connections/${connection.id}`, { is_active: false })
		forgetPrincipals()
		expect((await ada.get('/v1/me')).status).toBe(401)
		expect((await send('POST', '/v1/auth/refresh', { headers: { Cookie: ada.cookie } })).status).toBe(401)
	})
})

describe('what the sign-in page offers', () => {
	test('depends on the domain, and not on whether the login exists', async () => {
		const { admin, owner, member } = await world()
		const connection = await ofOrg(provider, owner)
		await admin.patch(`/v1/admin/users/${member.user_id}`, { email: `ada@${connection.domain}` })
		const offered = async (login: string) =>
			(await send('GET', `/v1/auth/connections?login=${encodeURIComponent(login)}`)).body.map(
				({ id }: { id: string }) => id,
			)
		expect(await offered(`ada@${connection.domain}`)).toContain(connection.id)
		expect(await offered(`nobody@${connection.domain.toUpperCase()}`)).toContain(connection.id)
		expect(await offered('ada')).not.toContain(connection.id)
		await owner.patch(`/v1/orgs/${owner.org_id}/oidc-connections/${connection.id}`, { is_active: false })
		expect(await offered(`ada@${connection.domain}`)).not.toContain(connection.id)
		expect((await send('GET', `/v1/auth/oidc/${connection.id}/start`)).status).toBe(404)
	})

	test.each([
		'//evil.example',
		'/\\evil.example',
		'https://evil.example',
		'javascript:alert(1)',
		'/\t/evil.example',
		'/console/\r\nSet-Cookie: a=b',
		'/v1/auth/oidc/oic_another/start',
		'/console/../v1/me',
		'/console/%2e%2e/v1/me',
		'/consolevil',
	])('goes back to pages of ours only: %s', async (return_to) => {
		const { owner } = await world()
		const { id } = await ofOrg(provider, owner)
		const reply = await send('GET', `/v1/auth/oidc/${id}/start?return_to=${encodeURIComponent(return_to)}`)
		expect(reply.status).toBe(400)
	})
})
