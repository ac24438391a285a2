import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { ago, alerting, evaluate, open, run } from '../support/alerts.ts'
import { append, recentLog, requestOf, withAccessLog } from '../support/logged.ts'
import { flushNow, REASONS, statusesOf } from '../support/program.ts'
import { unique, user } from '../support/world.ts'

// What a tenant's own servers do opens no alarm of the platform.

withAccessLog()

beforeAll(async () => {
	await alerting()
})

const logged = (count: number, fields: object) =>
	append(
		recentLog(),
		Array.from({ length: count }, (_, index) =>
			requestOf(index, { status_code: 502, error: 'upstream.error', ...fields }),
		),
	)

test("a vendor of a tenant that doesn't answer opens no alert, however often it's asked", async () => {
	const tenant = await user()
	const made = await tenant.post('/v1/llm-providers', {
		name: unique('own'),
		provider: 'vendor_a',
		api_key: 'sk-0123456789abcdef',
		base_url: 'https://nobody.example.com/v1',
	})
	expect(made.status).toBe(201)
	vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.reject(new Error('Network connection lost.')))
	for (let count = 0; count < 26; count += 1)
		expect(await tenant.get(`/v1/llm-providers/${made.body.id}/available-models`)).toMatchObject({
			status: 502,
			body: { details: { reason: 'unreachable' } },
		})
	await flushNow(env)
	const targets = Object.entries(REASONS).filter(
		([name, entry]) => statusesOf(entry).includes(502) && !name.startsWith('smtp.'),
	)
	expect(targets.length).toBeGreaterThan(10)
	for (const [reason] of targets) await logged(3, { reason })
	await evaluate({ ACCESS_LOG: 'on' })
	expect(await open()).toEqual([])
	await logged(25, { reason: 'smtp.connect' })
	await evaluate({ ACCESS_LOG: 'on' })
	expect(await open()).toEqual(['server_errors'])
	await evaluate()
})

/** An endpoint whose backlog has been due for twenty minutes. */
async function backlogged(state: { claim?: string; until?: string; last_failure?: object }) {
	const tenant = await user()
	const { body } = await tenant.post('/v1/webhook-endpoints', { url: 'https://slow.example.com/', events: ['*'] })
	const delivery = (event: string, claim: string | null, due: string) =>
		run(
			"INSERT INTO webhook_deliveries (endpoint_id, event_id, status, next_attempt_at, claim, created_at) VALUES (?1, ?2, 'pending', ?3, ?4, ?3)",
			body.id,
			unique(event),
			due,
			claim,
		)
	for (let count = 0; count < 5; count += 1) await delivery('evt_waits', null, ago(20 * 60_000))
	if (state.claim) await delivery('evt_runs', state.claim, state.until ?? '')
	await run(
		'UPDATE webhook_endpoints SET last_failure = ? WHERE id = ?',
		state.last_failure ? JSON.stringify(state.last_failure) : null,
		body.id,
	)
	return body.id as string
}

const late = async () => {
	await evaluate()
	return (await open()).includes('webhooks_late')
}

test("a backlog that an endpoint works off slowly isn't late, and one that nobody attempts is", async () => {
	await backlogged({ claim: 'x', until: ago(-20_000) })
	await backlogged({ last_failure: { at: ago(5_000), status_code: null, error: 'timeout' } })
	const deleted = await backlogged({})
	await run(
		'UPDATE orgs SET deleted_at = ? WHERE id = (SELECT org_id FROM webhook_endpoints WHERE id = ?)',
		ago(0),
		deleted,
	)
	expect(await late()).toBe(false)
	await backlogged({ last_failure: { at: ago(10 * 60_000), status_code: null, error: 'timeout' } })
	expect(await late()).toBe(true)
	await run('UPDATE webhook_deliveries SET next_attempt_at = NULL')
	expect(await late()).toBe(false)
})
