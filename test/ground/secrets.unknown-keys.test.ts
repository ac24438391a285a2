import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import { signal, fakeReceivers, receiver, run } from '../support/receiver.ts'
import { admin, unique, user } from '../support/world.ts'

// A restore with other keys, or a lost key: what a secret protects is out of order, and each place says so.

beforeEach(fakeReceivers)

/** Makes the secrets of a row belong to a key that the ring doesn't have, until the returned function gives them back. */
async function loseKey(row_id: string) {
	const set = (key_id: string) =>
		env.DB.prepare('UPDATE secrets SET key_id = ? WHERE row_id = ?').bind(key_id, row_id).run()
	await set('lost')
	return () => set('current')
}

const KEY_MISSING = {
	status: 503,
	body: { error: 'unavailable', details: { reason: 'secrets.key_missing' } },
}

test('a call that needs a secret of an unknown key is 503 secrets.key_missing', async () => {
	vi.spyOn(console, 'error').mockImplementation(() => undefined)
	const root = await admin()
	const provider = await root.post('/v1/llm-providers', {
		provider: 'vendor_a',
		name: unique('llm'),
		api_key: 'sk-0123456789abcdef',
	})
	expect(provider.status).toBe(201)
	const config = await root.post('/v1/mcp-configs', {
		name: unique('mcp'),
		transport: 'streamable_http',
		url: 'https://mcp.example.com/',
		bearer_token: 'token-0123456789',
	})
	expect(config).toMatchObject({ status: 201 })
	const caller = await user()
	const hook = await receiver(caller)
	for (const [row, call] of [
		[provider.body.id, () => root.get(`/v1/llm-providers/${provider.body.id}/available-models`)],
		[config.body.id, () => root.post(`/v1/mcp-configs/${config.body.id}/test`, {})],
		[hook.id, () => caller.post(`${hook.path}/rotate-key`)],
	] as const) {
		const back = await loseKey(row)
		const refused = await call()
		expect(refused).toMatchObject(KEY_MISSING)
		expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
		await back()
	}
})

test("a delivery that can't be signed says so, and arrives once the key is back", async () => {
	vi.spyOn(console, 'error').mockImplementation(() => undefined)
	const caller = await user()
	const hook = await receiver(caller)
	const back = await loseKey(hook.id)
	await run(caller)
	await signal(hook.id)
	expect(await hook.deliveries()).toMatchObject([
		{
			status: 'failed',
			attempt_count: 1,
			attempts: [{ attempt: 1, status_code: null, error: 'secrets.key_missing', response: '' }],
		},
	])
	expect(hook.received).toHaveLength(0)
	await back()
	await hook.hurry()
	await signal(hook.id)
	expect(hook.received).toHaveLength(1)
})

test('/readyz?verbose counts the secrets under unknown keys', async () => {
	const root = await admin()
	const count = async () => {
		vi.useFakeTimers({ now: Date.now() + 10_000, toFake: ['Date'] })
		return (await root.get('/readyz?verbose')).body.secrets
	}
	expect(await count()).toEqual({ unknown_key_count: 0 })
	const hook = await receiver(await user())
	const back = await loseKey(hook.id)
	expect(await count()).toEqual({ unknown_key_count: 1 })
	await back()
	expect(await count()).toEqual({ unknown_key_count: 0 })
})
