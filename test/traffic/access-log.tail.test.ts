import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { type Api, BASE } from '../support/api.ts'
import { append, down, recentLog, requestOf, withAccessLog } from '../support/logged.ts'
import { operator } from '../support/operators.ts'
import worker from '../support/program.ts'
import { admin, unique, user } from '../support/world.ts'

withAccessLog()

const PATH = '/v1/admin/access-log/tail'

interface Event {
	event: string
	id: string | undefined
	data: string
}

/** Opens the tail; `next` returns its events one by one, undefined after the end. */
async function open(caller: Api, query: string, headers: Record<string, string> = {}) {
	const request = new Request(`${BASE}${PATH}?${query}`, {
		headers: { Authorization: `Bearer ${caller.token}`, ...headers },
	})
	const response = await worker.fetch(request, env, createExecutionContext())
	expect(response.status).toBe(200)
	expect(response.headers.get('Content-Type')).toBe('text/event-stream')
	const reader = (response.body as ReadableStream<Uint8Array>).getReader()
	let text = ''
	const next = async (): Promise<Event | undefined> => {
		for (;;) {
			const end = text.indexOf('\n\n')
			if (end >= 0) {
				const lines = text.slice(0, end).split('\n')
				text = text.slice(end + 2)
				const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
				const event = field('event')
				if (event === undefined) continue
				return { event, id: field('id'), data: field('data') ?? '' }
			}
			const { done, value } = await reader.read()
			if (done) return undefined
			text += new TextDecoder().decode(value)
		}
	}
	expect(await next()).toMatchObject({ event: 'open' })
	return { next, close: () => reader.cancel() }
}

const pathOf = (event: Event | undefined) => JSON.parse(event?.data ?? '{}').path as string

test('the tail sends requests as they arrive, in order, under its filters, each with its id', async () => {
	const caller = await user()
	await caller.get('/v1/plans')
	const tail = await open(await admin(), `user_id=${caller.user_id}&path=/v1/`)
	await caller.get('/v1/ip-rules')
	await caller.get('/healthz')
	await caller.get('/v1/llm-providers')
	const [first, second] = [await tail.next(), await tail.next()]
	expect([first, second].map(pathOf)).toEqual(['/v1/ip-rules', '/v1/llm-providers'])
	expect(JSON.parse(first?.data ?? '')).toMatchObject({
		id: first?.id,
		user_id: caller.user_id,
		username: caller.login,
	})
	expect((first?.id ?? '') < (second?.id ?? '')).toBe(true)
	await tail.close()
})

test('a reader who reconnects continues after the last entry they saw, and misses nothing of a burst', async () => {
	const user_id = unique('usr')
	const requests = Array.from({ length: 450 }, (_, index) => requestOf(index, { user_id, identity_type: 'user' }))
	const first_id = await append(recentLog(), requests.slice(0, 150))
	await append(recentLog(), requests.slice(150))
	const tail = await open(await admin(), `user_id=${user_id}`, { 'Last-Event-ID': first_id })
	const seen: string[] = []
	while (seen.length < 449) seen.push(JSON.parse((await tail.next())?.data ?? '{}').trace_id)
	expect(seen).toEqual(requests.slice(1).map(({ trace_id }) => trace_id))
	await tail.close()
})

test('the tail reports losses', async () => {
	const user_id = unique('usr')
	const tail = await open(await admin(), `user_id=${user_id}`)
	await append(recentLog(), [requestOf(1)], 3)
	const event = await tail.next()
	expect(event).toMatchObject({ event: 'lost' })
	expect(JSON.parse(event?.data ?? '').lost).toBeGreaterThanOrEqual(3)
	await tail.close()
})

test('the tail ends when the caller may no longer read the log', async () => {
	const root = await admin()
	const guest = await operator(['admin'])
	const tail = await open(guest, `user_id=${guest.user_id}`)
	await guest.get('/v1/plans')
	expect(pathOf(await tail.next())).toBe('/v1/admin/access-log/tail')
	expect(pathOf(await tail.next())).toBe('/v1/plans')
	await root.delete(`/v1/admin/users/${guest.user_id}/platform-admin`)
	expect(await tail.next()).toBeUndefined()
})

test('bad input and a recent log that does not answer are refused before the tail begins', async () => {
	const root = await admin()
	for (const [query, headers, path] of [
		['?ip=x', {}, 'ip'],
		['?since=x', {}, 'since'],
		['', { 'Last-Event-ID': 'x' }, 'Last-Event-ID'],
	] as const)
		expect(await root.get(PATH + query, { headers })).toMatchObject({
			status: 400,
			body: { details: { fields: [{ path }] } },
		})
	expect(await root.get(PATH, { env: down })).toMatchObject({
		status: 503,
		body: { details: { reason: 'access_log.unavailable' } },
	})
})
