import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { as } from '../support/api.ts'
import { cutAt } from '../support/cut.ts'
import { counted } from '../support/d1.ts'
import { type Caller, user } from '../support/world.ts'

const PATH = '/v1/api-keys'

/** A new key of the caller, and a client that uses it. */
async function keyOf(caller: Caller) {
	const { status, body } = await caller.post(PATH, { name: 'Nightly import' })
	expect(status).toBe(201)
	return { id: body.id as string, ...as(body.key) }
}

test('a key is never last used before it was made', async () => {
	const owner = await user('owner')
	const key = await keyOf(owner)
	expect((await key.get('/v1/plans?limit=1')).status).toBe(200)
	const { created_at, last_used_at } = (await owner.get(`${PATH}/${key.id}`)).body
	expect(last_used_at).toBe(created_at)
})

test('a key shows the hour it was last used in; an isolate writes it once an hour, after the response', async () => {
	const owner = await user('owner')
	const key = await keyOf(owner)
	const record = async () => (await owner.get(`${PATH}/${key.id}`)).body
	expect((await record()).last_used_at).toBeNull()
	const writes = async () => (await counted(() => key.get('/v1/plans?limit=1'))).rows_written
	vi.useFakeTimers({ now: Date.parse('2126-11-21T07:59:00Z'), toFake: ['Date'] })
	try {
		// The owner's token has expired by then, so we read the row itself.
		const stored = () =>
			env.DB.prepare('SELECT last_used_at FROM api_keys WHERE id = ?').bind(key.id).first('last_used_at')
		expect([await writes(), await writes()]).toEqual([1, 0])
		expect(await stored()).toBe('2126-11-21T07:00:00.000Z')
		vi.setSystemTime(Date.parse('2126-11-21T08:00:00Z'))
		expect([await writes(), await writes()]).toEqual([1, 0])
		expect(await stored()).toBe('2126-11-21T08:00:00.000Z')
	} finally {
		vi.useRealTimers()
	}
	expect((await record()).last_used_at).toBe('2126-11-21T08:00:00.000Z')
	const { results } = await env.DB.prepare('SELECT action FROM audit_logs WHERE target_id = ?').bind(key.id).all()
	expect(results).toEqual([{ action: 'api_keys.create' }])
})

test("a request succeeds even if the key's last use can't be written", async () => {
	const key = await keyOf(await user('owner'))
	const response = await cutAt('UPDATE', 'api_keys', () => key.get('/v1/plans?limit=1'))
	expect(response.status).toBe(200)
})
