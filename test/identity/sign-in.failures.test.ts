import { expect, test, vi } from 'vitest'
import { as, send } from '../support/api.ts'
import { hashCheaply } from '../support/passwords.ts'
import { address, PASSWORD, unique, user } from '../support/world.ts'

hashCheaply()

const WRONG = 'wrong password 1'

const guess = (login: string, from: string, password = WRONG) =>
	send('POST', '/v1/auth/login', { body: { login, password }, headers: { 'CF-Connecting-IP': from } })

/** The cookies of a response, as a browser would send them. */
const cookiesOf = (headers: Headers) =>
	headers
		.getSetCookie()
		.map((cookie) => cookie.split(';')[0])
		.join('; ')

const guessWith = (Cookie: string, login: string, from: string, password = WRONG) =>
	send('POST', '/v1/auth/login', { body: { login, password }, headers: { 'CF-Connecting-IP': from, Cookie } })

test('strangers together get ten guesses at a user, by login and by e-mail address', async () => {
	const { login } = await user()
	const names = [login, `${login}@example.com`, login.toUpperCase(), `${login}@EXAMPLE.com`]
	for (let failure = 0; failure < 10; failure += 1)
		expect((await guess(names[failure % 4] as string, address())).status).toBe(401)
	for (const name of names) expect((await guess(name, address(), PASSWORD)).status).toBe(429)
})

test("strangers can't lock out a device that the user has logged in on", async () => {
	const { login } = await user()
	const first = await guess(login, address(), PASSWORD)
	const device = cookiesOf(first.headers)
	for (let failure = 0; failure < 11; failure += 1) await guess(login, address())
	expect((await guess(login, address(), PASSWORD)).status).toBe(429)
	// Also from an address that strangers got blocked.
	const shared = address()
	for (let failure = 0; failure < 11; failure += 1) await guess(unique('guess'), shared)
	expect((await guessWith(device, login, shared, PASSWORD)).status).toBe(200)
	// The device gets ten guesses too, and logging in again doesn't reset its count.
	for (let failure = 0; failure < 9; failure += 1) expect((await guessWith(device, login, address())).status).toBe(401)
	const again = await guessWith(device, login, address(), PASSWORD)
	expect(again.status).toBe(200)
	expect((await guessWith(cookiesOf(again.headers), login, address())).status).toBe(401)
	expect((await guessWith(cookiesOf(again.headers), login, address(), PASSWORD)).status).toBe(429)
})

test('a device is known only for its own user, and a forged one for nobody', async () => {
	const [victim, attacker] = [await user(), await user()]
	const foreign = cookiesOf((await guess(attacker.login, address(), PASSWORD)).headers)
	const { token } = attacker
	for (const cookie of [foreign, `plinth_device=${token}`, 'plinth_device=nonsense', 'plinth_device='])
		for (let failure = 0; failure < 3; failure += 1) await guessWith(cookie, victim.login, address())
	expect((await guessWith(foreign, victim.login, address(), PASSWORD)).status).toBe(429)
	expect((await as(/plinth_device=([^;]+)/.exec(foreign)?.[1]).get('/v1/me')).status).toBe(401)
})

test("strangers can't lock out an address that the user has logged in from", async () => {
	const { login } = await user()
	const home = address()
	expect((await guess(login, home, PASSWORD)).status).toBe(200)
	for (let failure = 0; failure < 11; failure += 1) await guess(login, address())
	expect((await guess(login, address(), PASSWORD)).status).toBe(429)
	expect((await guess(login, home, PASSWORD)).status).toBe(200)
	for (let failure = 0; failure < 10; failure += 1) expect((await guess(login, home)).status).toBe(401)
	expect((await guess(login, home, PASSWORD)).status).toBe(429)
})

test('ten failures for one login block it for all strangers for ten minutes', async () => {
	const { login } = await user()
	const began = Date.now()
	for (let failure = 0; failure < 10; failure += 1) expect((await guess(login, address())).status).toBe(401)
	const closed = await guess(login.toUpperCase(), address(), PASSWORD)
	expect(closed).toMatchObject({
		status: 429,
		body: { error: 'rate_limit', details: { reason: 'auth.too_many_failures' } },
	})
	const wait = Number(closed.headers.get('Retry-After'))
	// The ten minutes start with the first failure.
	expect(wait).toBeGreaterThanOrEqual(600 - Math.ceil((Date.now() - began) / 1000))
	expect(wait).toBeLessThanOrEqual(600)
	vi.useFakeTimers({ now: Date.now() + 601_000, toFake: ['Date'] })
	try {
		expect((await guess(login, address(), PASSWORD)).status).toBe(200)
	} finally {
		vi.useRealTimers()
	}
})

test('ten failures from one address block that address for every login, and no other address', async () => {
	const { login } = await user()
	const from = address()
	for (let failure = 0; failure < 10; failure += 1) expect((await guess(unique('guess'), from)).status).toBe(401)
	expect((await guess(login, from, PASSWORD)).status).toBe(429)
	expect((await guess(login, address(), PASSWORD)).status).toBe(200)
})

test('an IPv6 network counts as one address, however it is written', async () => {
	const group = Math.floor(Math.random() * 65_535).toString(16)
	const spellings = [
		`2001:db8:${group}:7::`,
		`2001:db8:${group}:7:aaaa:bbbb:cccc:dddd`,
		`2001:DB8:${group}:7::1`,
		`2001:db8:${group}:7:1::`,
	]
	for (let failure = 0; failure < 10; failure += 1)
		expect((await guess(unique('guess'), spellings[failure % 4] as string)).status).toBe(401)
	expect((await guess(unique('guess'), `2001:db8:${group}:7::2`)).status).toBe(429)
	expect((await guess(unique('guess'), `2001:db8:${group}:8::2`)).status).toBe(401)
})

test('a burst of parallel guesses gets ten responses at most', async () => {
	const { login } = await user()
	const responses = await Promise.all(Array.from({ length: 15 }, () => guess(login, address())))
	const statuses = responses.map(({ status }) => status)
	expect(statuses.filter((status) => status === 401)).toHaveLength(10)
	expect(statuses.filter((status) => status === 429)).toHaveLength(5)
	expect((await guess(login, address(), PASSWORD)).status).toBe(429)
})

test('fifteen logins at once with the right password all succeed', async () => {
	const { login } = await user()
	const from = address()
	const responses = await Promise.all(Array.from({ length: 15 }, () => guess(login, from, PASSWORD)))
	expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
})
