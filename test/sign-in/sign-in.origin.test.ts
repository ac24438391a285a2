import { expect, test } from 'vitest'
import { send } from '../support/api.ts'
import { address, PASSWORD, unique, user } from '../support/world.ts'

const ALLOWED = 'https://console.example.com'

test("a page of another site can't log its visitor in or out, register, refresh or reset a password", async () => {
	const { login, cookie } = await user()
	const name = unique('csrf')
	const calls: [string, object | undefined][] = [
		['/v1/auth/login', { login, password: PASSWORD }],
		['/v1/auth/register', { login: name, password: PASSWORD, email: `${name}@example.com` }],
		['/v1/auth/refresh', undefined],
		['/v1/auth/logout', undefined],
		['/v1/auth/password-reset', { login }],
		['/v1/auth/password-reset/confirm', { token: 'x', password: PASSWORD }],
		['/v1/auth/email/verification/confirm', { token: 'x' }],
		['/v1/auth/passkey/options', {}],
		['/v1/auth/passkey', {}],
	]
	const foreign = [
		{ Origin: 'https://evil.example' },
		{ Origin: 'null' },
		{ Origin: 'https://localhost.evil.example' },
		{ 'Sec-Fetch-Site': 'cross-site' },
	]
	for (const [path, body] of calls)
		for (const headers of foreign) {
			const response = await send('POST', path, {
				body,
				headers: { 'Content-Type': 'text/plain', Cookie: cookie, ...headers },
			})
			expect([path, headers, response]).toMatchObject([
				path,
				headers,
				{ status: 403, body: { error: 'auth.forbidden', details: { reason: 'auth.foreign_origin' } } },
			])
			expect(response.headers.get('Set-Cookie')).toBeNull()
		}
	expect((await send('POST', '/v1/auth/refresh', { headers: { Cookie: cookie } })).status).toBe(200)
})

test('our own pages and the allowed origins can sign in', async () => {
	const { login } = await user()
	for (const headers of [
		{ Origin: 'http://localhost', 'Sec-Fetch-Site': 'same-origin' },
		// A proxy in front of Plinth may end TLS.
		{ Origin: 'https://localhost' },
		{ Origin: ALLOWED, 'Sec-Fetch-Site': 'cross-site' },
		{ 'Sec-Fetch-Site': 'none' },
	])
		expect([
			headers,
			await send('POST', '/v1/auth/login', {
				body: { login, password: PASSWORD },
				headers: { 'CF-Connecting-IP': address(), ...headers },
			}),
		]).toMatchObject([headers, { status: 200 }])
})
