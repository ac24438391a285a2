import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { as, send } from '../support/api.ts'
import { PERMISSIONS, forgetPrincipals } from '../support/program.ts'
import { address, admin, cookieOf, PASSWORD, unique, user } from '../support/world.ts'

const login = (body: object) => send('POST', '/v1/auth/login', { body, headers: { 'CF-Connecting-IP': address() } })
const refresh = (cookie: string) => send('POST', '/v1/auth/refresh', { headers: { Cookie: cookie } })

test('the bootstrap credentials create one platform admin and have no effect afterwards', async () => {
	const root = await admin()
	expect((await root.get('/v1/me')).body).toMatchObject({
		login: env.BOOTSTRAP_ADMIN_LOGIN,
		permissions: [...PERMISSIONS],
	})
	// Other credentials in the variables create nobody once there is an admin.
	const variables = { BOOTSTRAP_ADMIN_LOGIN: unique('second'), BOOTSTRAP_ADMIN_PASSWORD: 'another password 1' }
	const { status } = await send('POST', '/v1/auth/login', {
		body: { login: variables.BOOTSTRAP_ADMIN_LOGIN, password: variables.BOOTSTRAP_ADMIN_PASSWORD },
		headers: { 'CF-Connecting-IP': address() },
		env: variables,
	})
	expect(status).toBe(401)
	const { results } = await env.DB.prepare('SELECT id FROM users WHERE login = ?')
		.bind(variables.BOOTSTRAP_ADMIN_LOGIN)
		.all()
	expect(results).toEqual([])
})

/** Runs `work` while nobody is platform admin. */
async function withoutAdmins(work: () => Promise<void>) {
	await admin()
	const { results } = await env.DB.prepare('SELECT user_id FROM platform_admins').all<{ user_id: string }>()
	await env.DB.prepare('DELETE FROM platform_admins').run()
	try {
		await work()
	} finally {
		await env.DB.prepare('DELETE FROM platform_admins').run()
		for (const { user_id } of results)
			await env.DB.prepare("INSERT INTO platform_admins (user_id, created_at) VALUES (?, '')").bind(user_id).run()
		forgetPrincipals()
	}
}

test('a bootstrap login can be an e-mail address, and until its first use both its names are reserved', async () => {
	const name = unique('boss')
	const email = `${name}@corp.example`
	const variables = { env: { BOOTSTRAP_ADMIN_LOGIN: email, BOOTSTRAP_ADMIN_PASSWORD: 'bootstrap password 2' } }
	const put = (path: string, body: object) =>
		send('POST', path, { body, headers: { 'CF-Connecting-IP': address() }, ...variables })
	const stranger = { login: unique('eve'), email: `${unique('eve')}@example.com`, password: PASSWORD }
	await withoutAdmins(async () => {
		for (const [fields, field] of [
			[{ email: email.toUpperCase() }, 'email'],
			[{ login: name }, 'login'],
			[{ username: name.toUpperCase() }, 'username'],
		] as const)
			expect(await put('/v1/auth/register', { ...stranger, ...fields })).toMatchObject({
				status: 409,
				body: { details: { field } },
			})
		const first = await put('/v1/auth/login', { login: email, password: 'bootstrap password 2' })
		expect(first.status).toBe(200)
		expect((await as(first.body.access_token).get('/v1/me')).body).toMatchObject({
			login: name,
			email,
			permissions: expect.arrayContaining(['platform_admin']),
		})
		for (const login of [email, email.toUpperCase(), name])
			expect((await put('/v1/auth/login', { login, password: 'bootstrap password 2' })).status).toBe(200)
	})
	// The variables have no effect once there is a platform admin.
	const unused = { BOOTSTRAP_ADMIN_LOGIN: stranger.login, BOOTSTRAP_ADMIN_PASSWORD: 'bootstrap password 2' }
	expect((await send('POST', '/v1/auth/register', { body: stranger, env: unused })).status).toBe(201)
})

test('a bootstrap password that no user could choose creates nobody, and the log says why', async () => {
	const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
	await withoutAdmins(async () => {
		for (const password of ['a1', 'long but no digit', '12345678', `a1${'x'.repeat(71)}`]) {
			const variables = { BOOTSTRAP_ADMIN_LOGIN: unique('weak'), BOOTSTRAP_ADMIN_PASSWORD: password }
			const body = { login: variables.BOOTSTRAP_ADMIN_LOGIN, password }
			const headers = { 'CF-Connecting-IP': address() }
			expect((await send('POST', '/v1/auth/login', { body, headers, env: variables })).status).toBe(401)
			const [line] = said.mock.calls.at(-1) ?? []
			expect(JSON.parse(String(line))).toEqual({
				variable: 'BOOTSTRAP_ADMIN_PASSWORD',
				refused: [expect.stringMatching(/^Must /)],
			})
		}
		const { results } = await env.DB.prepare('SELECT user_id FROM platform_admins').all()
		expect(results).toEqual([])
	})
})

test('a platform admin without an org can log in and refresh, even many times at once', async () => {
	const [root, withoutOrg] = [await admin(), await user('without_org')]
	await root.put(`/v1/admin/users/${withoutOrg.user_id}/platform-admin`)
	const leave = () => env.DB.prepare('DELETE FROM memberships WHERE user_id = ?').bind(withoutOrg.user_id).run()
	const orgsOf = async (token: string) => (await as(token).get('/v1/me')).body.orgs
	await leave()
	const responses = await Promise.all(
		Array.from({ length: 4 }, () => login({ login: withoutOrg.login, password: PASSWORD })),
	)
	expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
	expect(await orgsOf(responses[0]?.body.access_token)).toEqual([
		{ org_id: expect.any(String), name: `${withoutOrg.login}'s org`, role: 'owner' },
	])
	await leave()
	const refreshed = await refresh(cookieOf(responses[0]?.headers as Headers))
	expect(await orgsOf(refreshed.body.access_token)).toHaveLength(1)
	await root.delete(`/v1/admin/users/${withoutOrg.user_id}/platform-admin`)
	await leave()
	expect(await login({ login: withoutOrg.login, password: PASSWORD })).toMatchObject({
		status: 403,
		body: { details: { reason: 'auth.no_org' } },
	})
})
