import { expect, test, vi } from 'vitest'
import { as, send } from '../support/api.ts'
import { cookiesOf } from '../support/authenticator.ts'
import { later } from '../support/clock.ts'
import { repeated } from '../support/repeated.ts'
import { address, PASSWORD, unique, user } from '../support/world.ts'

// How many passwords one user can have hashed.

const on = { RATE_LIMITS: 'on' as const }

/** An object that hashes nothing until it's told to, and counts what it's asked for. */
function held() {
	const { promise, resolve } = Promise.withResolvers<void>()
	const asked: string[] = []
	const hasher = {
		derive: async ({ password }: { password: string }) => {
			asked.push(password)
			await promise
			return new Uint8Array(32)
		},
	}
	return { asked, release: resolve, env: { ...on, PASSWORD_HASHER: { getByName: () => hasher } as never } }
}

const logIn = (login: string, { headers = {}, env: variables = {}, password = PASSWORD, from = address() } = {}) =>
	send('POST', '/v1/auth/login', {
		body: { login, password },
		headers: { 'CF-Connecting-IP': from, ...headers },
		env: { ...on, ...variables },
	})

const deviceOf = (headers: Headers) => ({ Cookie: cookiesOf(headers) })

const busy = { status: 429, body: { error: 'rate_limit', details: { reason: 'auth.busy' } } }
const tooMany = { status: 429, body: { error: 'rate_limit', details: { reason: 'auth.too_many_requests' } } }

test('three loops of password changes by one user have one hash in flight, and leave the logins of others alone', async () => {
	const [mallory, other] = [await user(), await user()]
	const { asked, release, env: variables } = held()
	const change = () =>
		as(mallory.token).post('/v1/me/password', { old_password: PASSWORD, new_password: PASSWORD }, { env: variables })
	const first = change()
	await vi.waitFor(() => expect(asked).toHaveLength(1), 60_000)
	const loops = await Promise.all(Array.from({ length: 3 }, change))
	for (const refused of loops) expect(refused).toMatchObject(busy)
	expect(loops[0]?.headers.get('Retry-After')).toBe('1')
	expect(asked).toHaveLength(1)
	expect((await logIn(other.login)).status).toBe(200)
	release()
	await first
})

test('a user can ask for ten changes of the password in an hour, right or wrong, and no other user notices', async () => {
	const [mallory, other] = [await user(), await user()]
	const change = (one: { token?: string | undefined }, old_password: string) =>
		as(one.token).post('/v1/me/password', { old_password, new_password: PASSWORD }, { env: on })
	for (let turn = 0; turn < 5; turn += 1) {
		expect((await change(mallory, PASSWORD)).status).toBe(200)
		expect((await change(mallory, 'wrong horse 1')).status).toBe(400)
	}
	const refused = await change(mallory, PASSWORD)
	expect(refused).toMatchObject(tooMany)
	expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3_000)
	expect((await change(other, PASSWORD)).status).toBe(200)
	expect((await logIn(mallory.login)).status).toBe(200)
	// It only guards against volume.
	const body = { old_password: PASSWORD, new_password: PASSWORD }
	expect((await as(mallory.token).post('/v1/me/password', body)).status).toBe(200)
})

test('a user has one login waiting at a time, whichever device of theirs asks', async () => {
	const { login } = await user()
	const devices = [deviceOf((await logIn(login)).headers), deviceOf((await logIn(login)).headers)]
	const { asked, release, env: variables } = held()
	const first = logIn(login, { headers: devices[0], env: variables })
	await vi.waitFor(() => expect(asked).toHaveLength(1), 60_000)
	for (const headers of devices) expect(await logIn(login, { headers, env: variables })).toMatchObject(busy)
	expect(asked).toHaveLength(1)
	// A stranger who guesses at the user takes none of their turns.
	const stranger = logIn(login, { env: variables })
	await vi.waitFor(() => expect(asked).toHaveLength(2), 60_000)
	release()
	await Promise.all([first, stranger])
	expect((await logIn(login, { headers: devices[1] })).status).toBe(200)
})

test('strangers have one guess at a name waiting, whether anybody has it or not', async () => {
	const { login } = await user()
	for (const name of [login, unique('nobody')]) {
		const { asked, release, env: variables } = held()
		const first = logIn(name, { env: variables })
		await vi.waitFor(() => expect(asked).toHaveLength(1), 60_000)
		expect(await logIn(name.toUpperCase(), { env: variables })).toMatchObject(busy)
		release()
		expect((await first).status).toBe(401)
	}
})

test('a device can log its user in twenty times in ten minutes; without its cookie a login counts under none', async () => {
	const { login } = await user()
	const headers = deviceOf((await logIn(login)).headers)
	await repeated('sign_in_requests', 19, async () => expect((await logIn(login, { headers })).status).toBe(200))
	expect((await logIn(login, { headers })).status).toBe(200)
	const refused = await logIn(login, { headers })
	expect(refused).toMatchObject(tooMany)
	const wait = Number(refused.headers.get('Retry-After'))
	expect(wait).toBeGreaterThan(300)
	expect(wait).toBeLessThanOrEqual(600)
	expect((await logIn(login)).status).toBe(200)
	expect((await logIn(login, { headers, env: { RATE_LIMITS: 'off' } })).status).toBe(200)
	await later(601_000, async () => {
		expect((await logIn(login, { headers })).status).toBe(200)
	})
})

test('a wrong password of a device counts as a login too', async () => {
	const { login } = await user()
	const headers = deviceOf((await logIn(login)).headers)
	await repeated('sign_in_requests', 19, async () => expect((await logIn(login, { headers })).status).toBe(200))
	expect((await logIn(login, { headers, password: 'wrong horse 1' })).status).toBe(401)
	expect(await logIn(login, { headers })).toMatchObject(tooMany)
})
