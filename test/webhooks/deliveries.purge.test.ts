import { env } from 'cloudflare:workers'
import { ulid } from 'ulid'
import { expect, test } from 'vitest'
import { rowsOf } from '../support/admission.ts'
import { purgeDeliveries, systemContext } from '../support/program.ts'
import { type Caller, user } from '../support/world.ts'

const count = async (table: string, where: string, ...params: string[]) =>
	(await rowsOf(`SELECT 1 FROM ${table} WHERE ${where}`, ...params)).length

/** An endpoint with deliveries of as many events as there are ages, in days, each with an attempt. */
async function aged(caller: Caller, ages: number[]) {
	const { id } = (await caller.post('/v1/webhook-endpoints', { url: 'https://hooks.example.com', events: ['*'] })).body
	await caller.patch(`/v1/webhook-endpoints/${id}`, { enabled: false })
	const events = ages.map((days) => ({ id: `evt_${ulid(Date.now() - days * 86_400_000)}`, org_id: caller.org_id }))
	await env.DB.prepare(
		"INSERT INTO events (id, org_id, type, data, created_at) SELECT value ->> 'id', value ->> 'org_id', 'run.completed', '{}', '' FROM json_each(?)",
	)
		.bind(JSON.stringify(events))
		.run()
	await env.DB.prepare(
		'INSERT INTO webhook_attempts (endpoint_id, event_id, attempt, latency_ms, response, created_at) SELECT endpoint_id, event_id, 1, 1, ?, ? FROM webhook_deliveries WHERE endpoint_id = ?',
	)
		.bind('', '', id)
		.run()
	return { id, events }
}

test('events are purged after thirty days and no earlier, with their deliveries and attempts', async () => {
	const caller = await user()
	const { id } = await aged(caller, [29, 31, 400, 45, 45, 45, 45])
	expect(await count('webhook_deliveries', 'endpoint_id = ?', id)).toBe(7)
	await purgeDeliveries(systemContext(env), 2)
	for (const [table, where] of [
		['events', 'org_id = ?1 OR ?2 = 0'],
		['webhook_deliveries', 'endpoint_id = ?2 OR ?1 = 0'],
		['webhook_attempts', 'endpoint_id = ?2 OR ?1 = 0'],
	] as const)
		expect({ table, left: await count(table, where, caller.org_id, id) }).toEqual({ table, left: 1 })
})

test('the purge deletes what a deleted endpoint leaves behind, and then the endpoint', async () => {
	const caller = await user()
	const { id } = await aged(caller, [1, 1, 1, 1, 1])
	await caller.delete(`/v1/webhook-endpoints/${id}`)
	expect(await purgeDeliveries(systemContext(env), 2)).toBe(false)
	for (const table of ['webhook_deliveries', 'webhook_attempts'])
		expect(await count(table, 'endpoint_id = ?', id)).toBe(0)
	expect(await count('webhook_endpoints', 'id = ?', id)).toBe(0)
	expect(await count('events', 'org_id = ?', caller.org_id)).toBe(5)
})
