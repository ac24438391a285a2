import { expect, test } from 'vitest'
import { unique, user } from '../support/world.ts'

// How a time comes in, wherever one does: an API key's end, a code's, a period.

const caller = await user()

const made = async (expires_at: string) => caller.post('/v1/api-keys', { name: unique('key'), expires_at })

test.each([
	['2116-12-31T23:59:60Z', '2117-01-01T00:00:00.000Z'],
	['2116-12-31t23:59:60.25z', '2117-01-01T00:00:00.250Z'],
	['2117-01-01T00:59:60+01:00', '2117-01-01T00:00:00.000Z'],
	['2116-12-31T13:29:60.999-10:30', '2117-01-01T00:00:00.999Z'],
	['2116-12-31T23:59:59Z', '2116-12-31T23:59:59.000Z'],
])('%s is read as %s', async (given, stored) => {
	expect(await made(given)).toMatchObject({ status: 201, body: { expires_at: stored } })
})

const NO_TIME = 'Must be an RFC 3339 timestamp'

test.each([
	['2116-12-31T22:59:60Z', NO_TIME],
	['2116-12-31T23:58:60Z', NO_TIME],
	['2116-12-31T23:59:60+01:00', NO_TIME],
	['2116-12-31T23:59:61Z', NO_TIME],
	['2116-12-31T23:60:60Z', NO_TIME],
	['2116-12-31', NO_TIME],
	['2117-02-29T00:00:00Z', "Must be a day that exists. There's no 2117-02-29"],
	['2117-02-29T23:59:60Z', "Must be a day that exists. There's no 2117-02-29"],
	['9999-12-31T23:59:60Z', 'Must be between the years 0000 and 9999'],
])('%s is 400: %s', async (given, message) => {
	const { status, body } = await made(given)
	expect({ status, fields: body.details.fields }).toMatchObject({
		status: 400,
		fields: [{ path: 'expires_at', message }],
	})
})
