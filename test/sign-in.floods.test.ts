import { expect, test, vi } from 'vitest'
import * as passwords from '../src/identity/sign-in/passwords.ts'
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

test('twenty passwords wait at most, and the others are told when to come again', async () => {
	const guess = () =>
		send('POST', '/v1/auth/login', {
			body: { login: unique('nobody'), password: PASSWORD },
			headers: { 'CF-Connecting-IP': address() },
		})
	const answers = await Promise.all(Array.from({ length: 30 }, guess))
	const busy = answers.filter(({ status }) => status === 503)
	expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(20)
	expect(busy.length).toBeGreaterThanOrEqual(10)
	expect(busy[0]?.body).toMatchObject({ error: 'unavailable', details: { reason: 'auth.busy' } })
	expect(Number(busy[0]?.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1)
	// Those who waited have had their turns.
	expect((await guess()).status).toBe(401)
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
