import { expect, test, vi } from 'vitest'
import { unavailable } from '../src/http/errors.ts'
import * as passwords from '../src/identity/sign-in/passwords.ts'
import { newTurns } from '../src/identity/sign-in/turns.ts'
import { send } from './support/api.ts'
import { address, admin, create, PASSWORD, unique, user } from './support/world.ts'

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

test('a registration that must fail is refused before its password is hashed', async () => {
	const { login } = await user()
	const username = unique('Name')
	expect((await register({ username })).status).toBe(201)
	// The first use of the administrator hashes a password too.
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

test('eleven passwords are in flight at most, at growing distances, and the others are told when to come again', async () => {
	const waits: number[] = []
	const waiting = vi.spyOn(scheduler, 'wait').mockImplementation(async (ms) => void waits.push(ms))
	const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000)
	const turn = newTurns()
	const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => turn(1, () => true)))
	expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(11)
	const refused = outcomes.at(-1)
	expect(refused).toMatchObject({
		reason: { status: 503, details: { reason: 'auth.busy' }, headers: { 'Retry-After': '11' } },
	})
	const distances = waits.map((wait, index) => wait - (waits[index - 1] ?? 0))
	expect(distances[0]).toBe(250)
	expect(distances).toEqual(distances.toSorted((a, b) => a - b))
	// Nobody has to finish for the queue to go on.
	clock.mockReturnValue(13_000)
	await turn(1, () => clock.mockReturnValue(15_000))
	expect(waits).toHaveLength(10)
	// That hash took two seconds, so the next one in the queue begins six seconds after it.
	waiting.mockImplementation(async (ms) => {
		waits.push(ms)
		clock.mockReturnValue(performance.now() + ms)
	})
	clock.mockReturnValue(13_100)
	await turn(1, () => true)
	expect(waits.slice(10)).toEqual([150, 7_750])
	expect(performance.now()).toBe(21_000)
})

test('a password that waits in vain is answered 503', async () => {
	const { login } = await user()
	vi.spyOn(passwords, 'passwordMatches').mockRejectedValue(unavailable('auth.busy', 3))
	const busy = await send('POST', '/v1/auth/login', { body: { login, password: PASSWORD } })
	expect(busy).toMatchObject({ status: 503, body: { error: 'unavailable', details: { reason: 'auth.busy' } } })
	expect(busy.headers.get('Retry-After')).toBe('3')
})

test('ten registrations an hour from one network, and not one more in a burst', async () => {
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
	// It guards against volume only, so the switch of all such limits turns it off.
	expect((await register({}, `${home}::1`)).status).toBe(201)
	vi.useFakeTimers({ now: Date.now() + 3_601_000, toFake: ['Date'] })
	try {
		expect((await register({}, `${home}::1`, limited)).status).toBe(201)
	} finally {
		vi.useRealTimers()
	}
})
