import { expect, test, vi } from 'vitest'
import { send } from './support/api.ts'
import { address, PASSWORD, unique, user } from './support/world.ts'

const WRONG = 'wrong password 1'

const guess = (login: string, from: string, password = WRONG) =>
	send('POST', '/v1/auth/login', { body: { login, password }, headers: { 'CF-Connecting-IP': from } })

test('ten failures for one login close it from every address for ten minutes', async () => {
	const { login } = await user()
	const began = Date.now()
	for (let failure = 0; failure < 10; failure += 1) expect((await guess(login, address())).status).toBe(401)
	const closed = await guess(login.toUpperCase(), address(), PASSWORD)
	expect(closed).toMatchObject({
		status: 429,
		body: { error: 'rate_limit', details: { reason: 'auth.too_many_failures' } },
	})
	const wait = Number(closed.headers.get('Retry-After'))
	// The ten minutes run from the first failure.
	expect(wait).toBeGreaterThanOrEqual(600 - Math.ceil((Date.now() - began) / 1000))
	expect(wait).toBeLessThanOrEqual(600)
	vi.useFakeTimers({ now: Date.now() + 601_000, toFake: ['Date'] })
	try {
		expect((await guess(login, address(), PASSWORD)).status).toBe(200)
	} finally {
		vi.useRealTimers()
	}
})

test('ten failures from one address close it for every login, and for no other address', async () => {
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

test('a burst of parallel guesses gets ten answers at most', async () => {
	const { login } = await user()
	const answers = await Promise.all(Array.from({ length: 15 }, () => guess(login, address())))
	const statuses = answers.map(({ status }) => status)
	expect(statuses.filter((status) => status === 401)).toHaveLength(10)
	expect(statuses.filter((status) => status === 429)).toHaveLength(5)
	expect((await guess(login, address(), PASSWORD)).status).toBe(429)
})

test('fifteen logins at once with the right password all succeed', async () => {
	const { login } = await user()
	const from = address()
	const answers = await Promise.all(Array.from({ length: 15 }, () => guess(login, from, PASSWORD)))
	expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
})
