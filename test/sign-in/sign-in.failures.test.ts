import { env } from 'cloudflare:workers'
import { importJWK, type JWK, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { as, type Reply, send } from '../support/api.ts'
import { cookiesOf } from '../support/authenticator.ts'
import { later } from '../support/clock.ts'
import { address, PASSWORD, unique, user } from '../support/world.ts'

const WRONG = 'wrong password 1'
const NEW = 'another horse 2'

const guess = (login: string, from: string, password = WRONG) =>
	send('POST', '/v1/auth/login', { body: { login, password }, headers: { 'CF-Connecting-IP': from } })

const guessWith = (Cookie: string, login: string, from: string, password = WRONG) =>
	send('POST', '/v1/auth/login', { body: { login, password }, headers: { 'CF-Connecting-IP': from, Cookie } })

/** Fails `count` times: first and last in earnest, and in between by the rows that the first one left. */
async function fail(count: number, once: (failure: number) => Promise<Reply>) {
	const before = await env.DB.prepare('SELECT json_group_array(id) AS ids FROM login_failures').first('ids')
	expect((await once(0)).status).toBe(401)
	await env.DB.prepare(
		`INSERT INTO login_failures (id, subject, created_at) SELECT f.id || key, subject, created_at
		FROM login_failures f, json_each(?) WHERE f.id NOT IN (SELECT value FROM json_each(?))`,
	)
		.bind(JSON.stringify(Array(count - 2).fill(0)), before)
		.run()
	expect((await once(count - 1)).status).toBe(401)
}

test('strangers together get ten guesses at a name, whether anybody has it or not', async () => {
	const { login } = await user()
	const names = [login, `${login}@example.com`, unique('nobody'), `${unique('nobody')}@example.com`]
	for (const name of names) {
		const spellings = [name, name.toUpperCase(), ` ${name} `]
		await fail(10, (failure) => guess(spellings[failure % 2] as string, address()))
		for (const spelling of spellings) expect((await guess(spelling, address(), PASSWORD)).status).toBe(429)
	}
})

test("guesses at a login don't tell which address is the same user's", async () => {
	const [victim, other] = [await user(), await user()]
	await fail(10, () => guess(victim.login, address()))
	const names = [`${victim.login}@example.com`, `${other.login}@example.com`, `${unique('nobody')}@example.com`]
	for (const name of names) expect((await guess(name, address())).status).toBe(401)
})

test('a device ends with the password under which it was made', async () => {
	const someone = await user()
	const devices: string[] = []
	for (let login = 0; login < 3; login += 1)
		devices.push(cookiesOf((await guess(someone.login, address(), PASSWORD)).headers))
	const change = await someone.post('/v1/me/password', { old_password: PASSWORD, new_password: NEW })
	expect(change.status).toBe(200)
	const from = address()
	const statuses: number[] = []
	for (const device of devices)
		for (let failure = 0; failure < 4; failure += 1)
			statuses.push((await guessWith(device, someone.login, from)).status)
	// As a stranger with no device: ten guesses in all.
	expect(statuses).toEqual([...Array<number>(10).fill(401), ...Array<number>(2).fill(429)])
	expect((await guess(someone.login, address(), NEW)).status).toBe(429)
	// The browser that changed the password has a new device, which strangers can't lock out.
	const device = cookiesOf(change.headers)
	expect(device).toMatch(/^plinth_device=/)
	expect((await guessWith(device, someone.login, address(), NEW)).status).toBe(200)
})

test('a device from before devices ended with the password counts as none', async () => {
	const { login, user_id } = await user()
	const [key] = JSON.parse(env.JWT_KEYS) as (JWK & { kid: string })[]
	const token = await new SignJWT({ device_id: 'dev_old' })
		.setProtectedHeader({ alg: 'EdDSA', kid: String(key?.kid) })
		.setSubject(user_id)
		.setIssuer(env.JWT_ISSUER)
		.setAudience(`${env.JWT_AUDIENCE}/device`)
		.setExpirationTime('400d')
		.sign(await importJWK(key as JWK, 'EdDSA'))
	await fail(10, () => guess(login, address()))
	expect((await guessWith(`plinth_device=${token}`, login, address(), PASSWORD)).status).toBe(429)
})

test("strangers can't lock out a device that the user has logged in on", async () => {
	const { login } = await user()
	const first = await guess(login, address(), PASSWORD)
	const device = cookiesOf(first.headers)
	await fail(10, () => guess(login, address()))
	expect((await guess(login, address(), PASSWORD)).status).toBe(429)
	// Also from an address that strangers got blocked.
	const shared = address()
	await fail(50, () => guess(unique('guess'), shared))
	expect((await guessWith(device, login, shared, PASSWORD)).status).toBe(200)
	// The device gets ten guesses too, and logging in again doesn't reset its count.
	await fail(9, () => guessWith(device, login, address()))
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

test("strangers can't lock out an address that the user has logged in from, and it gets ten guesses for each user", async () => {
	const [one, other] = [await user(), await user()]
	const home = address()
	for (const { login } of [one, other]) expect((await guess(login, home, PASSWORD)).status).toBe(200)
	await fail(10, () => guess(one.login, address()))
	expect((await guess(one.login, address(), PASSWORD)).status).toBe(429)
	expect((await guess(one.login, home, PASSWORD)).status).toBe(200)
	// A known user has one limit there, whichever name they type.
	const names = [one.login, `${one.login}@example.com`]
	await fail(10, (failure) => guess(names[failure % 2] as string, home))
	expect((await guess(one.login, home, PASSWORD)).status).toBe(429)
	expect((await guess(other.login, home, PASSWORD)).status).toBe(200)
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
	await later(601_000, async () => expect((await guess(login, address(), PASSWORD)).status).toBe(200))
})

test('fifty failures from one address block that address for every login, and no other address', async () => {
	const { login } = await user()
	const from = address()
	await fail(50, () => guess(unique('guess'), from))
	expect((await guess(login, from, PASSWORD)).status).toBe(429)
	expect((await guess(login, address(), PASSWORD)).status).toBe(200)
})

test('an IPv6 network counts as one address, however it is written', async () => {
	const spellings = ['2001:db8:5:7::', '2001:db8:5:7:aaaa:bbbb:cccc:dddd', '2001:DB8:5:7::1', '2001:db8:5:7:1::']
	for (const spelling of spellings.slice(1)) expect((await guess(unique('guess'), spelling)).status).toBe(401)
	await fail(47, () => guess(unique('guess'), '2001:db8:5:7::'))
	for (const spelling of [...spellings, '2001:db8:5:7::2'])
		expect((await guess(unique('guess'), spelling)).status).toBe(429)
	expect((await guess(unique('guess'), '2001:db8:5:8::2')).status).toBe(401)
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
