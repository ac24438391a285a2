import { scryptSync } from 'node:crypto'
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { unavailable } from '../../src/http/errors.ts'
import * as passwords from '../../src/identity/passwords/passwords.ts'
import { newTurns } from '../../src/identity/passwords/turns.ts'
import { send } from '../support/api.ts'
import { address, admin, create, PASSWORD, unique, user } from '../support/world.ts'

const limited = { env: { RATE_LIMITS: 'on' as const } }

const register = (fields: object = {}, from = address(), options: object = {}) => {
	const login = unique('flood')
	return send('POST', '/v1/auth/register', {
		body: { login, password: PASSWORD, email: `${login}@example.com`, ...fields },
		headers: { 'CF-Connecting-IP': from },
		...options,
	})
}

/** A /64 of its own. */
const network = () =>
	`2001:db8:${Math.floor(Math.random() * 65_535).toString(16)}:${Math.floor(Math.random() * 65_535).toString(16)}`

const cheaply = () =>
	vi.spyOn(passwords, 'hashPassword').mockResolvedValue(`scrypt$2$1$1$${'A'.repeat(22)}$${'A'.repeat(43)}`)

test('a registration that is bound to fail is refused before its password is hashed', async () => {
	const { login } = await user()
	const username = unique('Name')
	expect((await register({ username })).status).toBe(201)
	// The admin's first login hashes a password too.
	await admin()
	const hash = vi.spyOn(passwords, 'hashPassword')
	for (const [fields, field] of [
		[{ login: login.toUpperCase() }, 'login'],
		[{ login: username }, 'login'],
		[{ username: login }, 'username'],
		[{ username: username.toUpperCase() }, 'username'],
		[{ email: `${login}@EXAMPLE.com` }, 'email'],
	] as const)
		expect([fields, await register(fields)]).toMatchObject([fields, { status: 409, body: { details: { field } } }])
	expect(await register({ invite_code: 'NOSUCHCODE' })).toMatchObject({
		status: 400,
		body: { details: { fields: [{ path: 'invite_code' }] } },
	})
	const flag = await create.featureFlag({ key: 'registration.open', default_value: false })
	try {
		expect((await register()).status).toBe(400)
	} finally {
		await (await admin()).delete(`/v1/feature-flags/${flag.key}`)
	}
	expect(hash).not.toHaveBeenCalled()
})

test('at most five passwords are hashed at a time, at growing intervals, and the others are told when to retry', async () => {
	const waits: number[] = []
	vi.spyOn(scheduler, 'wait').mockImplementation(async (ms) => void waits.push(ms))
	const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000)
	const turn = newTurns()
	const hash = () => Promise.resolve(true)
	const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => turn(1, hash)))
	expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
	const refused = outcomes.at(-1)
	expect(refused).toMatchObject({
		reason: { status: 503, details: { reason: 'auth.busy' }, headers: { 'Retry-After': '7' } },
	})
	const distances = waits.map((wait, index) => wait - (waits[index - 1] ?? 0))
	expect(distances[0]).toBe(500)
	expect(distances).toEqual(distances.toSorted((a, b) => a - b))
	// The queue moves on even if nobody finishes.
	clock.mockReturnValue(8_000)
	await turn(1, hash)
	expect(waits).toHaveLength(4)
})

test('passwords are hashed with scrypt (RFC 7914)', async () => {
	const password = 'correct horse 1 ÄÖ 🐎'
	const hash = await passwords.hashPassword(env, 'stranger', password)
	const [name, N, r, p, salt, key] = hash.split('$')
	expect([name, N, r, p]).toEqual(['scrypt', '16384', '8', '5'])
	const cost = { N: Number(N), r: Number(r), p: Number(p), maxmem: 2 ** 26 }
	const derived = scryptSync(password, Buffer.from(salt ?? '', 'base64url'), 32, cost)
	expect(key).toBe(derived.toString('base64url'))
	expect(await passwords.passwordMatches(env, 'known', password, hash)).toBe(true)
	expect(await passwords.passwordMatches(env, 'known', `${password}1`, hash)).toBe(false)
	expect(await passwords.passwordMatches(env, 'known', password, undefined)).toBe(false)
})

test("a login is 503 while the object that hashes doesn't answer", async () => {
	const { login } = await user()
	const absent = { getByName: () => ({ derive: () => Promise.reject(new Error('overloaded')) }) }
	const busy = await send('POST', '/v1/auth/login', {
		body: { login, password: PASSWORD },
		env: { PASSWORD_HASHER: absent as unknown as Env['PASSWORD_HASHER'] },
	})
	expect(busy).toMatchObject({ status: 503, body: { error: 'unavailable', details: { reason: 'auth.busy' } } })
	expect(busy.headers.get('Retry-After')).toBe('1')
})

test("known users don't wait for strangers: their passwords have a queue of their own", async () => {
	const { login, cookie } = await user()
	const home = address()
	const device = (await logIn(home)).headers.getSetCookie().find((line) => line.startsWith('plinth_device'))
	const matches = vi.spyOn(passwords, 'passwordMatches')
	await logIn(address())
	await logIn(home)
	await logIn(address(), { Cookie: device?.split(';')[0] ?? '' })
	await logIn(address(), { Cookie: cookie })
	expect(matches.mock.calls.map(([, priority]) => priority)).toEqual(['stranger', 'known', 'known', 'stranger'])

	function logIn(from: string, headers = {}) {
		const body = { login, password: PASSWORD }
		return send('POST', '/v1/auth/login', { body, headers: { 'CF-Connecting-IP': from, ...headers } })
	}
})

test('a password that waits too long for its turn is 503', async () => {
	const { login } = await user()
	vi.spyOn(passwords, 'passwordMatches').mockRejectedValue(unavailable('auth.busy', 3))
	const busy = await send('POST', '/v1/auth/login', { body: { login, password: PASSWORD } })
	expect(busy).toMatchObject({ status: 503, body: { error: 'unavailable', details: { reason: 'auth.busy' } } })
	expect(busy.headers.get('Retry-After')).toBe('3')
})

test('one network can register ten users an hour, even in a burst', async () => {
	cheaply()
	const home = network()
	const burst = await Promise.all(Array.from({ length: 13 }, (_, host) => register({}, `${home}::${host}`, limited)))
	expect(burst.map(({ status }) => status).sort()).toEqual([...Array<number>(10).fill(201), 429, 429, 429])
	const closed = await register({}, `${home}:a:b:c:d`, limited)
	expect(closed).toMatchObject({ status: 429, body: { details: { reason: 'auth.too_many_requests' } } })
	const wait = Number(closed.headers.get('Retry-After'))
	expect(wait).toBeGreaterThan(3_500)
	expect(wait).toBeLessThanOrEqual(3_600)
	expect((await register({}, `${network()}::1`, limited)).status).toBe(201)
	// It only protects against volume, so the switch for all such limits turns it off.
	expect((await register({}, `${home}::1`)).status).toBe(201)
	vi.useFakeTimers({ now: Date.now() + 3_601_000, toFake: ['Date'] })
	try {
		expect((await register({}, `${home}::1`, limited)).status).toBe(201)
	} finally {
		vi.useRealTimers()
	}
})
