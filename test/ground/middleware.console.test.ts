import { expect, test } from 'vitest'
import { send } from '../support/api.ts'

const BROWSER = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

test('every address of the console returns its page', async () => {
	for (const path of ['/console/', '/console/users', '/console/users/usr_1?q=ada']) {
		const page = await send('GET', path, { headers: BROWSER })
		expect(page.status, path).toBe(200)
		expect(page.headers.get('Content-Type')).toMatch('text/html')
		expect(page.body).toMatch('<div id="root">')
	}
})

test("the console's page runs only scripts of its own host, and no inline ones", async () => {
	const { headers } = await send('GET', '/console/users')
	const policy = headers.get('Content-Security-Policy')
	expect(policy).toMatch("default-src 'none'; script-src 'self'; style-src 'self'")
	expect(policy).toMatch("frame-ancestors 'none'; require-trusted-types-for 'script'")
	expect(policy).not.toMatch('unsafe')
	expect(headers.get('Strict-Transport-Security')).toBe('max-age=31536000; includeSubDomains')
	expect(headers.get('Referrer-Policy')).toBe('no-referrer')
})

test('a file that no longer exists is a 404, never a page', async () => {
	const { status, body } = await send('GET', '/console/assets/gone-12345678.js', { headers: BROWSER })
	expect(status).toBe(404)
	expect(body).toMatchObject({ error: 'not_found' })
})

test('a browser at an unknown address gets a page with ways on, a program gets the error', async () => {
	for (const path of ['/nothing', '/v1/nothing']) {
		const page = await send('GET', path, { headers: BROWSER })
		expect(page.status, path).toBe(404)
		expect(page.headers.get('Content-Type'), path).toMatch('text/html')
		expect(page.body).toMatch('href="/console/"')
		expect(page.body).toMatch('href="/docs"')
		const policy = page.headers.get('Content-Security-Policy')
		expect(policy).toMatch("default-src 'none'; script-src 'self'; style-src 'self'")
		expect(policy).not.toMatch('unsafe')
		expect(page.headers.get('X-Trace-Id')).toMatch(/^[\da-f]{32}$/)
	}
	for (const Accept of ['*/*', 'application/json', 'application/json, text/html;q=0.5'])
		expect((await send('GET', '/nothing', { headers: { Accept } })).body).toMatchObject({ error: 'not_found' })
	const posted = await send('POST', '/nothing', { headers: BROWSER, body: {} })
	expect([posted.status, posted.body]).toMatchObject([404, { error: 'not_found' }])
	// The address is known, and only takes another method.
	const wrong = await send('GET', '/v1/auth/login', { headers: BROWSER })
	expect([wrong.status, wrong.body]).toMatchObject([405, { error: 'method_not_allowed' }])
})

test('a file of the console may be cached for a year, its page may not', async () => {
	const page = await send('GET', '/console/')
	expect(page.headers.get('Cache-Control')).toBe('public, max-age=0, must-revalidate')
	const [file] = /\/console\/assets\/[\w.-]+\.js/.exec(page.body as string) as unknown as [string]
	const script = await send('GET', file)
	expect(script.status).toBe(200)
	expect(script.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
})

test('a browser that opens / is redirected to the console, a program gets a 404', async () => {
	const browser = await send('GET', '/', { headers: BROWSER })
	expect([browser.status, browser.headers.get('Location')]).toEqual([302, '/console/'])
	for (const Accept of ['*/*', 'application/json', 'application/json, text/html;q=0.5'])
		expect((await send('GET', '/', { headers: { Accept } })).status, Accept).toBe(404)
	expect((await send('GET', '/')).status).toBe(404)
})

test("the console's libraries are production builds, even when the test runner builds them", async () => {
	const page = await send('GET', '/console/')
	const [file] = /\/console\/assets\/vendor-[\w-]+\.js/.exec(page.body as string) as unknown as [string]
	const { body } = await send('GET', file)
	expect(body).toContain('https://react.dev/errors/')
	expect(body).not.toContain('Invalid hook call')
})

test('the console accepts no POST', async () => {
	expect((await send('POST', '/console/', { body: {} })).status).toBe(404)
})
