import { env } from 'cloudflare:workers'
import { UnsecuredJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HEADER, introduce, newTeam, type Team } from '../support/access-team.ts'
import { as, send } from '../support/api.ts'
import { ofOrg, servedProvider } from '../support/oidc.ts'
import { admin, type Caller, cookieOf, unique, user } from '../support/world.ts'

let team: Team
beforeEach(async () => {
	team = await newTeam()
})
afterEach(async () => {
	await env.DB.prepare('DELETE FROM sign_in_requirements').run()
	await env.DB.prepare("UPDATE unconfirmed_changes SET status = 'confirmed' WHERE status = 'pending'").run()
})

const PATH = '/v1/auth/access'

/** Presents an assertion, as a browser behind Access does. */
const present = (assertion: string, options: { body?: object; headers?: object; env?: object } = {}) =>
	send('POST', PATH, {
		body: options.body ?? {},
		headers: { [HEADER]: assertion, ...options.headers },
		env: { ...team.env, ...options.env },
	})

const whoIs = async (token: string) => (await as(token).get('/v1/me')).body

const verify = (user_id: string, email: string, is = 1) =>
	env.DB.prepare('UPDATE users SET email = ?, email_verified = ? WHERE id = ?').bind(email, is, user_id).run()

const sessionsOf = async (user_id: string) =>
	(await env.DB.prepare('SELECT * FROM sessions WHERE user_id = ? ORDER BY id DESC').bind(user_id).all()).results

describe('an assertion of Cloudflare Access', () => {
	test('signs in whoever has its identity, for twelve hours, and says when they proved who they are', async () => {
		const one = await user('ada')
		const sub = await introduce(team, one.user_id)
		const iat = Math.floor(Date.now() / 1000) - 3600
		const reply = await present(await team.assert({ sub, iat, email: 'Ada@Example.com' }))
		expect(reply).toMatchObject({ status: 200, body: { token_type: 'bearer' } })
		expect(await whoIs(reply.body.access_token)).toMatchObject({ id: one.user_id })
		expect((await send('POST', '/v1/auth/refresh', { headers: { Cookie: cookieOf(reply.headers) } })).status).toBe(200)
		const [session] = await sessionsOf(one.user_id)
		expect(session).toMatchObject({ factor: 'access', connection_id: null })
		expect(session?.['authenticated_at']).toBe(new Date(iat * 1000).toISOString())
		expect(Date.parse(String(session?.['expires_at'])) - Date.now()).toBeLessThanOrEqual(12 * 3_600_000)
		const identity = (await as(reply.body.access_token).get('/v1/me/identities')).body[0]
		expect(identity).toMatchObject({ connection_id: 'access', issuer: team.issuer, email: 'ada@example.com' })
		expect(identity.last_used_at).not.toBeNull()
	})

	test("doesn't count as a recent proof if it's older than ten minutes", async () => {
		const one = await user('ada')
		const sub = await introduce(team, one.user_id)
		const at = Math.floor(Date.now() / 1000)
		const old = await present(await team.assert({ sub, iat: at - 3600, exp: at + 60 }))
		const asked = await as(old.body.access_token).patch('/v1/me', { password_sign_in: true })
		expect(asked).toMatchObject({ status: 401, body: { details: { reason: 'auth.step_up' } } })
		const fresh = await present(await team.assert({ sub }))
		expect((await as(fresh.body.access_token).patch('/v1/me', { password_sign_in: true })).status).toBe(200)
	})

	test("reads the team's keys once, and again for a key that it doesn't know only after a while", async () => {
		const one = await user('ada')
		const sub = await introduce(team, one.user_id)
		for (let i = 0; i < 3; i += 1) expect((await present(await team.assert({ sub }))).status).toBe(200)
		expect(team.asked()).toBe(1)
	})

	test('acts in the org that is asked for, and in no other', async () => {
		const [one, other] = [await user('ada'), await user('bob')]
		const sub = await introduce(team, one.user_id)
		const own = await present(await team.assert({ sub }), { body: { org_id: one.org_id } })
		expect((await whoIs(own.body.access_token)).org_id).toBe(one.org_id)
		expect((await present(await team.assert({ sub }), { body: { org_id: other.org_id } })).status).toBe(400)
	})

	test("needs no second factor of ours, and isn't the connection that an org requires", async () => {
		const owner = await user('owner')
		const sub = await introduce(team, owner.user_id)
		const enrolled = await owner.patch(
			`/v1/orgs/${owner.org_id}`,
			{ second_factor_required: true },
			{ headers: { 'Confirm-Within': '600' } },
		)
		expect(enrolled.status).toBe(200)
		expect((await present(await team.assert({ sub }))).status).toBe(200)
		const provider = await servedProvider()
		const connection = await ofOrg(provider, owner, { default_role: 'member' })
		const required = await owner.patch(
			`/v1/orgs/${owner.org_id}/oidc-connections/${connection.id}`,
			{ is_required: true },
			{ headers: { 'Confirm-Within': '600' } },
		)
		expect(required.status).toBe(200)
		const refused = await present(await team.assert({ sub }))
		expect(refused).toMatchObject({
			status: 401,
			body: { details: { reason: 'oidc.required', connection_ids: [connection.id] } },
		})
	})

	test('is offered only where it is set up and the browser has one', async () => {
		const offered = (headers: Record<string, string>, variables: object) =>
			send('GET', '/v1/auth/connections', { headers, env: variables }).then(({ body }) =>
				body.map(({ id }: { id: string }) => id).includes('access'),
			)
		expect(await offered({ [HEADER]: 'x' }, team.env)).toBe(true)
		expect(await offered({}, team.env)).toBe(false)
		expect(await offered({ [HEADER]: 'x' }, { ACCESS_AUD: '' })).toBe(false)
	})
})

describe('an address in an assertion', () => {
	const domain = 'acme.example'
	const trusting = { env: { ACCESS_DOMAINS: `other.example, ${domain}` } }
	const newAddress = () => `${unique('ada')}@${domain}`

	test('finds the account that has verified it, if the deployment trusts the domain', async () => {
		const one = await user('ada')
		const email = newAddress()
		await verify(one.user_id, email)
		const sub = unique('sub')
		expect(await present(await team.assert({ sub, email }))).toMatchObject({
			status: 403,
			body: { details: { reason: 'oidc.no_account' } },
		})
		const reply = await present(await team.assert({ sub, email }), trusting)
		expect((await whoIs(reply.body.access_token)).id).toBe(one.user_id)
		// From now on the subject counts, whatever the address.
		const later = await present(await team.assert({ sub, email: 'somebody@else.example' }))
		expect((await whoIs(later.body.access_token)).id).toBe(one.user_id)
	})

	test('makes a new account, once, however many tabs ask', async () => {
		const email = newAddress()
		const assertion = await team.assert({ email })
		const replies = await Promise.all([1, 2, 3].map(() => present(assertion, trusting)))
		expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
		const ids = await Promise.all(replies.map(async ({ body }) => (await whoIs(body.access_token)).id))
		expect(new Set(ids).size).toBe(1)
		expect(await whoIs(replies[0]?.body.access_token)).toMatchObject({ email, email_verified: true })
		const { results } = await env.DB.prepare('SELECT id FROM users WHERE email = ?').bind(email).all()
		expect(results).toHaveLength(1)
	})

	test('that somebody has without having verified it is no longer theirs', async () => {
		const squatter = await user('mallory')
		const email = newAddress()
		await verify(squatter.user_id, email, 0)
		const reply = await present(await team.assert({ email }), trusting)
		expect(reply.status).toBe(200)
		expect(await whoIs(reply.body.access_token)).toMatchObject({ email, email_verified: true })
		expect((await squatter.get('/v1/me')).body.email).toBeNull()
		expect((await whoIs(reply.body.access_token)).id).not.toBe(squatter.user_id)
	})

	test('is no way back for somebody who is suspended', async () => {
		const one = await user('ada')
		const email = newAddress()
		await verify(one.user_id, email)
		await (await admin()).patch(`/v1/admin/users/${one.user_id}`, { status: 'suspended' })
		const reply = await present(await team.assert({ email }), trusting)
		expect(reply).toMatchObject({ status: 403, body: { details: { reason: 'oidc.inactive' } } })
	})

	test('of another domain, or none, makes nothing', async () => {
		for (const email of [
			'ada@evil.example',
			`ada@${domain}.evil.example`,
			`ada@x@${domain}`,
			`@${domain}`,
			undefined,
		]) {
			const reply = await present(await team.assert({ email }), trusting)
			expect(reply).toMatchObject({ status: 403, body: { details: { reason: 'oidc.no_account' } } })
		}
	})
})

describe('adding it to an account', () => {
	const add = (caller: Caller, assertion: string) =>
		caller.post('/v1/me/identities/access', undefined, { headers: { [HEADER]: assertion }, env: team.env })

	test('lets it sign in, and is repeatable', async () => {
		const one = await user('ada')
		const assertion = await team.assert()
		const added = await add(one, assertion)
		expect(added).toMatchObject({ status: 200, body: { connection_id: 'access', issuer: team.issuer } })
		expect((await add(one, assertion)).body.id).toBe(added.body.id)
		const reply = await present(assertion)
		expect((await whoIs(reply.body.access_token)).id).toBe(one.user_id)
		const { body } = await (await admin()).get(`/v1/admin/audit-logs?action=identities.create&limit=1`)
		expect(body[0]).toMatchObject({ actor_user_id: one.user_id })
	})

	test("is refused for an identity of somebody else's", async () => {
		const [one, other] = [await user('ada'), await user('bob')]
		const assertion = await team.assert()
		await add(one, assertion)
		expect(await add(other, assertion)).toMatchObject({ status: 403, body: { details: { reason: 'oidc.linked' } } })
	})
})

describe('whatever is no assertion for us signs nobody in', () => {
	const at = () => Math.floor(Date.now() / 1000)
	const HOSTILE: [string, (sub: string) => Promise<string> | string][] = [
		['a key that the team does not have', (sub) => team.assert({ sub }, 'foreign')],
		['another audience', (sub) => team.assert({ sub, aud: ['another application'] })],
		['another team', (sub) => team.assert({ sub, iss: 'https://evil.cloudflareaccess.com' })],
		['an expired one', (sub) => team.assert({ sub, exp: at() - 60 })],
		['one without an end', (sub) => team.assert({ sub, exp: undefined })],
		['one without a beginning', (sub) => team.assert({ sub, iat: undefined })],
		["one that isn't valid yet", (sub) => team.assert({ sub, nbf: at() + 600 })],
		['a service token', () => team.assert({ sub: '', common_name: 'ci.access' })],
		['a subject without end', () => team.assert({ sub: 'x'.repeat(300) })],
		[
			'no signature',
			(sub) =>
				new UnsecuredJWT({ sub, aud: team.env.ACCESS_AUD, iss: team.issuer, iat: at(), exp: at() + 60 }).encode(),
		],
		['no token', () => 'not a token'],
		['an access token of ours', async () => String((await user('ada')).token)],
	]

	test.each(HOSTILE)('%s', async (_, made) => {
		const one = await user('ada')
		const sub = await introduce(team, one.user_id)
		const before = await sessionsOf(one.user_id)
		const reply = await present(await made(sub))
		expect(reply).toMatchObject({ status: 401, body: { details: { reason: 'access.invalid_assertion' } } })
		expect(reply.headers.get('Set-Cookie')).toBeNull()
		expect(await sessionsOf(one.user_id)).toEqual(before)
	})

	test('a right one from a page of a foreign site', async () => {
		const one = await user('ada')
		const sub = await introduce(team, one.user_id)
		const reply = await present(await team.assert({ sub }), { headers: { Origin: 'https://evil.example' } })
		expect(reply).toMatchObject({ status: 403, body: { details: { reason: 'auth.foreign_origin' } } })
	})

	test('a right one of somebody who is suspended', async () => {
		const one = await user('ada')
		const sub = await introduce(team, one.user_id)
		await (await admin()).patch(`/v1/admin/users/${one.user_id}`, { status: 'suspended' })
		const reply = await present(await team.assert({ sub }))
		expect(reply).toMatchObject({ status: 403, body: { details: { reason: 'oidc.inactive' } } })
	})

	test("a right one while the team's keys can't be read", async () => {
		const one = await user('ada')
		const sub = await introduce(team, one.user_id)
		const ANSWERS = [
			() => new Response('no', { status: 500 }),
			() => Response.json({ keys: 'none' }),
			() => new Response('x'.repeat(300_000)),
		]
		for (const answer of ANSWERS) {
			team.instead.answer = answer
			const reply = await present(await team.assert({ sub }))
			expect(reply).toMatchObject({ status: 403, body: { details: { reason: 'oidc.provider' } } })
			expect(reply.body.details.said).toMatch(/^keys: /)
		}
	})

	test('a right one where Access is not set up', async () => {
		const assertion = await team.assert()
		for (const variables of [{ ACCESS_TEAM: '', ACCESS_AUD: '' }, { ACCESS_AUD: '' }, { ACCESS_TEAM: '' }]) {
			const reply = await send('POST', PATH, { body: {}, headers: { [HEADER]: assertion }, env: variables })
			expect(reply).toMatchObject({ status: 409, body: { details: { reason: 'access.not_set_up' } } })
		}
	})
})

test("an operator reads a user's ways in, without what proves them", async () => {
	const one = await user('ada')
	const sub = await introduce(team, one.user_id)
	const { body } = await (await admin()).get(`/v1/admin/users/${one.user_id}/ways-in`)
	expect(body).toMatchObject({ password: true, passkeys: 0, totp: false, recovery_codes: 0 })
	expect(body.identities).toEqual([expect.objectContaining({ issuer: team.issuer, subject: sub })])
	expect((await (await admin()).get('/v1/admin/users/usr_unknown/ways-in')).status).toBe(404)
})
