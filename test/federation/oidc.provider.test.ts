import { expect, inject, test } from 'vitest'
import { as, send } from '../support/api.ts'
import { refreshCookieIn } from '../support/oidc.ts'
import { cookieOf, unique, world } from '../support/world.ts'

// A whole sign-in with `oidc-provider`, a certified implementation of the other side.

/** Walks a browser through the provider, from our redirect to the one back to us. */
async function walk(from: URL): Promise<URL> {
	const cookies = new Map<string, string>()
	for (let url = from; ;) {
		const response = await fetch(url, {
			redirect: 'manual',
			headers: { Cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
		})
		for (const cookie of response.headers.getSetCookie()) {
			const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=')
			cookies.set(name, value)
		}
		const location = response.headers.get('Location')
		if (location === null) throw new Error(`${url.href} answered ${response.status}: ${await response.text()}`)
		url = new URL(location, url)
		if (url.pathname.endsWith('/callback')) return url
	}
}

test('somebody signs in with a real provider, by PKCE, nonce and userinfo', async () => {
	const started = await fetch(`http://127.0.0.1:${inject('servers')}/oidc`, { method: 'POST' })
	const { oidc } = (await started.json()) as { oidc: number }
	const allowed = { env: { OUTBOUND_ALLOWLIST: 'localhost' } }
	const { owner } = await world()
	const connection = await owner.post(
		`/v1/orgs/${owner.org_id}/oidc-connections`,
		{
			name: 'Real',
			issuer: `http://localhost:${oidc}`,
			client_id: 'plinth',
			client_secret: 'a-client-secret',
			scopes: ['openid', 'email', 'groups'],
			role_claim: 'groups',
			role_map: { staff: 'admin' },
		},
		allowed,
	)
	expect(connection.status).toBe(201)
	const { id } = connection.body
	const begun = await send('GET', `/v1/auth/oidc/${id}/start?return_to=/console/plans`, allowed)
	const authorize = new URL(begun.headers.get('Location') ?? '')
	const sub = unique('ada')
	authorize.searchParams.set('login_hint', sub)
	const back = await walk(authorize)
	const reply = await send('GET', back.pathname + back.search, {
		...allowed,
		headers: { Cookie: cookieOf(begun.headers) },
	})
	expect({ status: reply.status, location: reply.headers.get('Location') }).toEqual({
		status: 303,
		location: '/console/plans',
	})
	const { body } = await send('POST', '/v1/auth/refresh', { headers: { Cookie: refreshCookieIn(reply) } })
	expect((await as(body.access_token).get('/v1/me')).body.orgs).toMatchObject([{ org_id: owner.org_id, role: 'admin' }])
	const test = await owner.post(`/v1/orgs/${owner.org_id}/oidc-connections/${id}/test`, undefined, allowed)
	expect(test.body).toMatchObject({
		provider: {
			failure: null,
			authorization_endpoint: `http://localhost:${oidc}/auth`,
			scopes: expect.arrayContaining(['openid', 'groups']),
		},
		last_failure: null,
	})
})
