import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { certificate } from '../../src/tools/certificate.ts'
import { serveDeployed } from '../support/served.ts'

// `npm test` delivers messages, fires alarms and ticks itself. Here the runtime does, around the build that is deployed.

const LATEST = { timeout: 200_000, interval: 200 }

let served: Awaited<ReturnType<typeof serveDeployed>>
let token = ''
let org_id = ''

beforeAll(async () => {
	served = await serveDeployed()
	const credentials = { login: 'root', password: 'bootstrap-password-1' }
	token = ((await call('POST', '/v1/auth/login', credentials)) as { access_token: string }).access_token
	org_id = ((await call('GET', '/v1/me')) as { org_id: string }).org_id
})
afterAll(() => served.stop())

async function call(
	method: string,
	path: string,
	body?: unknown,
	headers: Record<string, string> = {},
): Promise<unknown> {
	const response = await fetch(served.url + path, {
		method,
		headers: { ...(token ? { Authorization: `Bearer ${token}` } : {}), ...headers },
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	})
	const answer = await response.text()
	if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${answer}`)
	return answer === '' ? undefined : JSON.parse(answer)
}

test('a broadcast to all reaches everyone through its queue', async () => {
	const body = { type: 'announcement', title: 'Hello', body: 'Body', target: 'all' }
	const { id } = (await call('POST', '/v1/admin/notifications/broadcasts', body)) as { id: string }
	await expect
		.poll(() => call('GET', `/v1/admin/notifications/broadcasts/${id}`), LATEST)
		.toMatchObject({ status: 'completed', sent_count: 1 })
	expect(await call('GET', '/v1/notifications')).toMatchObject({ data: [{ title: 'Hello' }] })
})

test('an event reaches its receiver through the queue, and a refused one is tried again', async () => {
	const arrived: string[] = []
	const receiver = createServer(await certificate(), (request, response) => {
		void text(request).then((body) => {
			arrived.push((JSON.parse(body) as { type: string }).type)
			// The first attempt is refused, and cron signals the second.
			response.writeHead(arrived.length === 1 ? 500 : 204).end()
		})
	}).listen(0, '127.0.0.1')
	await once(receiver, 'listening')
	const { port } = receiver.address() as AddressInfo
	try {
		await call('POST', '/v1/webhook-endpoints', { url: `https://127.0.0.1:${port}/`, events: ['run.completed'] })
		const run = { run_id: 'run-by-itself', org_id, status: 'completed', model: 'm', total_cost_usd: 0 }
		await call('POST', '/v1/runtime/runs', run)
		await expect.poll(() => arrived, LATEST).toEqual(['run.completed', 'run.completed'])
	} finally {
		receiver.close()
	}
})

test('a change that nobody confirms is rolled back by the alarm of its object', async () => {
	const path = '/v1/admin/gateway-config'
	const before = (await call('GET', path)) as object
	await call('PUT', path, { ...before, risk_reject_threshold: 0.9 }, { 'Confirm-Within': '10' })
	expect(await call('GET', path)).toMatchObject({ risk_reject_threshold: 0.9 })
	await expect.poll(() => call('GET', path), { ...LATEST, timeout: 40_000 }).toEqual(before)
})

test('every job has run, and none failed', async () => {
	const { jobs } = (await call('GET', '/readyz?verbose=true')) as { jobs: { last_error: string | null }[] }
	expect(jobs.length).toBeGreaterThan(5)
	expect(jobs.filter(({ last_error }) => last_error !== null)).toEqual([])
})
