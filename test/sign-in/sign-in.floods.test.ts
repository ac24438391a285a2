import { scryptSync } from 'node:crypto'
import { env } from 'cloudflare:workers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { send } from '../support/api.ts'
import { later } from '../support/clock.ts'
import { counted } from '../support/d1.ts'
import { COST, hashing, hashPassword, newTurns, passwordMatches } from '../support/program.ts'
import { address, admin, create, PASSWORD, unique, user } from '../support/world.ts'

const stranger = { priority: 'stranger' } as const

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

test('a registration that is bound to fail is refused before its password is hashed', async () => {
	const { login } = await user()
	const username = unique('Name')
	expect((await register({ username })).status).toBe(201)
	// The admin's first login hashes a password too.
	await admin()
	const hash = vi.spyOn(hashing, 'cheaply')
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

test('an isolate has at most a hundred hashes in flight, and tells the others when to retry', async () => {
	const turns = newTurns()
	const { promise: done, resolve } = Promise.withResolvers<void>()
	const hash = vi.fn<() => Promise<boolean>>(async () => {
		await done
		return true
	})
	const waiting = Array.from({ length: 100 }, () => turns.take(undefined, hash))
	const busy = { status: 503, details: { reason: 'auth.busy' }, headers: { 'Retry-After': '5' } }
	await expect(turns.take(undefined, hash)).rejects.toMatchObject(busy)
	expect(hash).toHaveBeenCalledTimes(100)
	resolve()
	await Promise.all(waiting)
	expect(await turns.take(undefined, hash)).toBe(true)
	// A hasher that gives up gets the same 503, and leaves its turn to others.
	await expect(turns.take(undefined, () => Promise.resolve(undefined))).rejects.toMatchObject(busy)
})

test('a request that vanished while its password was hashed keeps its turn for a while only', async () => {
	const turns = newTurns()
	for (let lost = 0; lost < 100; lost += 1) void turns.take(undefined, () => new Promise<true>(() => {}))
	await expect(turns.take(undefined, () => Promise.resolve(true))).rejects.toMatchObject({ status: 503 })
	await later(60_000, async () => {
		expect(await turns.take(undefined, () => Promise.resolve(true))).toBe(true)
	})
})

test('while too many hashes wait, a registration is refused before it asks D1', async () => {
	const { login } = await user()
	const { promise, resolve } = Promise.withResolvers<void>()
	const derive = async () => {
		await promise
		return new Uint8Array(32)
	}
	const held = { ...env, PASSWORD_HASHER: { getByName: () => ({ derive }) } as unknown as Env['PASSWORD_HASHER'] }
	const waiting = Array.from({ length: 100 }, () => hashPassword(held, stranger, PASSWORD))
	try {
		const { calls } = await counted(async () => {
			expect((await register({ login })).status).toBe(503)
		})
		expect(calls).toBe(0)
	} finally {
		resolve()
		await Promise.all(waiting)
	}
	expect((await register({ login })).status).toBe(409)
})

const HASHERS: [string, Partial<Env>][] = [
	['by the object', {}],
	['in the process beside the Worker', { PASSWORD_SERVICE: env.SERVED_PASSWORDS }],
]

test.each(HASHERS)('passwords are hashed with scrypt (RFC 7914), %s', async (_, bindings) => {
	hashing.isReal = true
	onTestFinished(() => {
		hashing.isReal = false
	})
	const here = { ...env, ...bindings }
	const password = 'correct horse 1 ÄÖ 🐎'
	const hash = await hashPassword(here, stranger, password)
	const [name, N, r, p, salt, key] = hash.split('$')
	expect([name, N, r, p]).toEqual(['scrypt-nfc', '16384', '8', '5'])
	const cost = { N: Number(N), r: Number(r), p: Number(p), maxmem: 2 ** 26 }
	const derived = scryptSync(password, Buffer.from(salt ?? '', 'base64url'), 32, cost)
	expect(key).toBe(derived.toString('base64url'))
	expect(await passwordMatches(here, stranger, password, hash)).toBe(true)
	expect(await passwordMatches(here, stranger, `${password}1`, hash)).toBe(false)
	expect(await passwordMatches(here, stranger, password, undefined)).toBe(false)
})

test('a hash that nobody waits for is not made', async () => {
	hashing.isReal = true
	onTestFinished(() => {
		hashing.isReal = false
	})
	const late = { password: PASSWORD, cost: COST, until: Date.now() - 1 }
	const hasher = env.PASSWORD_HASHER.getByName('late')
	expect(await hasher.derive({ ...late, salt: new Uint8Array(16) })).toBeUndefined()
	const body = JSON.stringify({ ...late, salt: '', priority: 'known' })
	const response = await env.SERVED_PASSWORDS.fetch('http://passwords/', { method: 'POST', body })
	expect(response.status).toBe(503)
	const busy = { fetch: () => Promise.resolve(response) } as unknown as Fetcher
	await expect(hashPassword({ ...env, PASSWORD_SERVICE: busy }, stranger, PASSWORD)).rejects.toMatchObject({
		status: 503,
		details: { reason: 'auth.busy' },
	})
})

test('beside the Worker, a hash that no scrypt made is an error, and the next one works', async () => {
	const broken = {
		password: PASSWORD,
		salt: '',
		cost: { ...COST, N: 3 },
		until: Date.now() + 600_000,
		priority: 'known',
	}
	const ask = (work: object) =>
		env.SERVED_PASSWORDS.fetch('http://passwords/', { method: 'POST', body: JSON.stringify(work) })
	const response = await ask(broken)
	expect([response.status, await response.text()]).toEqual([500, ''])
	expect((await ask({ ...broken, cost: COST })).status).toBe(200)
})

test('beside the Worker, known users come before the strangers who wait', async () => {
	const ask = async (priority: string, password: string) => {
		const cost = { N: 1024, r: 8, p: 1 }
		const body = { priority, password, salt: 'c2FsdA', cost, until: Date.now() + 600_000 }
		const response = await env.SERVED_PASSWORDS.fetch('http://passwords/', {
			method: 'POST',
			body: JSON.stringify(body),
		})
		await response.arrayBuffer()
		order.push(priority)
	}
	const order: string[] = []
	const strangers = Array.from({ length: 40 }, (_, n) => ask('stranger', `stranger ${n}`))
	await Promise.all([...strangers, ask('known', 'known')])
	expect(order.indexOf('known')).toBeLessThan(39)
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
	const asked: string[] = []
	const hasher = (name: string) => {
		asked.push(name.split(' ')[0] ?? '')
		return env.PASSWORD_HASHER.getByName(name)
	}
	const device = (await logIn(home)).headers.getSetCookie().find((line) => line.startsWith('plinth_device'))
	await logIn(address())
	await logIn(home)
	await logIn(address(), { Cookie: device?.split(';')[0] ?? '' })
	await logIn(address(), { Cookie: cookie })
	expect(asked).toEqual(['stranger', 'stranger', 'known', 'known', 'stranger'])

	function logIn(from: string, headers = {}) {
		const body = { login, password: PASSWORD }
		const PASSWORD_HASHER = { getByName: hasher } as never
		return send('POST', '/v1/auth/login', {
			body,
			headers: { 'CF-Connecting-IP': from, ...headers },
			env: { PASSWORD_HASHER },
		})
	}
})

test('one network can register ten users an hour, even in a burst', async () => {
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
	await later(3_601_000, async () => {
		expect((await register({}, `${home}::1`, limited)).status).toBe(201)
	})
})
