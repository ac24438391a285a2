import { createServer } from 'node:https'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { certificate } from '../../src/tools/certificate.ts'
import { type BroadcastFigures, broadcastRows, type Call, measureBroadcasts } from './broadcasts.ts'
import { workspace } from './cleanup.ts'
import { load, scriptOf } from './load.ts'
import { bindings, prepareScale, signIn } from './state.ts'
import { type Running, start } from './workers.ts'

// Messages: broadcasts, the notifications of a user who has very many, and event deliveries to a receiver on this machine.

const NOTIFICATIONS = 10_000
const EVENTS = 2_000
const RECEIVER_PORT = 8791

interface MessageFigures {
	broadcasts: BroadcastFigures
	notifications: { count: number; broadcasts: number; requests_per_s: number; p50_ms: number }
	deliveries: { count: number; per_s: number }
}

interface Plan {
	script: string
	users: number
	seconds: number
	say: (text: string) => void
}

export async function measureMessages({ script, users, seconds, say }: Plan): Promise<MessageFigures> {
	const state = join(workspace, 'messages')
	say(`Filling a database with ${users.toLocaleString('en')} users to notify …`)
	await prepareScale(script, state, { users, orgs: Math.max(users / 10, 1), runs: 100 })
	const receiver = await receive()
	const running = await start({
		script,
		state,
		bindings: { ...bindings, OUTBOUND_ALLOWLIST: `localhost:${RECEIVER_PORT}` },
	})
	const call = callerOf(running, await signIn(running))
	try {
		say('Broadcasts to everybody and to an org, and the bare statement …')
		const broadcasts = await measureBroadcasts(running, call, users)
		say(`The notifications of a user who has ${NOTIFICATIONS.toLocaleString('en')} …`)
		const notifications = await measureNotifications(running, call, seconds)
		say(`${EVENTS.toLocaleString('en')} events to a receiver …`)
		const deliveries = await measureDeliveries(call, receiver)
		return { broadcasts, notifications, deliveries }
	} finally {
		await running.stop()
		receiver.close()
	}
}

const callerOf =
	({ url }: Running, token: string): Call =>
	async <T>(method: string, path: string, body?: unknown) => {
		const headers = { Authorization: `Bearer ${token}` }
		const response = await fetch(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
		if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
		return (await response.json()) as T
	}

const secondsOf = async (work: () => Promise<unknown>) => {
	const since = performance.now()
	await work()
	return (performance.now() - since) / 1000
}

async function measureNotifications(running: Running, call: Call, seconds: number) {
	const { id } = await call<{ id: string }>('GET', '/v1/me')
	const db = await running.database()
	await db
		.prepare(
			`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${NOTIFICATIONS})
			INSERT INTO notifications (user_id, id, type, title, body, payload, read_at, created_at)
			SELECT ?, printf('ntf_0%025d', i), 'bench', 'Title', 'Body', '{}', iif(i % 100, '2026-11-21T07:00:00.000Z', NULL), '2026-11-21T07:00:00.000Z' FROM n`,
		)
		.bind(id)
		.run()
	const path = { name: 'notifications', method: 'GET' as const, path: '/v1/notifications' }
	const how = { pid: running.pid, script: scriptOf(path), token: await signIn(running), seconds, connections: 1 }
	await load({ url: running.url + path.path, ...how })
	const slice = await load({ url: running.url + path.path, ...how })
	if ('failure' in slice) throw new Error(slice.failure)
	const counted = await db
		.prepare('SELECT count(*) AS broadcasts FROM broadcasts WHERE sent_number IS NOT NULL')
		.first<{ broadcasts: number }>()
	return {
		count: NOTIFICATIONS,
		broadcasts: counted?.broadcasts ?? 0,
		requests_per_s: slice.requests_per_s,
		p50_ms: slice.p50_ms,
	}
}

interface Receiver {
	count: () => number
	close: () => void
}

async function receive(): Promise<Receiver> {
	const { key, cert } = await certificate()
	let received = 0
	const server = createServer({ key, cert }, (request, response) => {
		received += 1
		request.resume().on('end', () => response.writeHead(204).end())
	}).listen(RECEIVER_PORT)
	return { count: () => received, close: () => server.close() }
}

async function measureDeliveries(call: Call, receiver: Receiver) {
	const { org_id } = await call<{ org_id: string }>('GET', '/v1/me')
	await call('POST', '/v1/webhook-endpoints', { url: `https://localhost:${RECEIVER_PORT}/`, events: ['run.completed'] })
	const run = (i: number) => ({ run_id: `run-${i}`, org_id, status: 'completed' })
	const seconds = await secondsOf(async () => {
		for (let sent = 0; sent < EVENTS; sent += 100)
			await call(
				'POST',
				'/v1/runtime/runs',
				Array.from({ length: 100 }, (_, i) => run(sent + i)),
			)
		while (receiver.count() < EVENTS) await sleep(10)
	})
	return { count: EVENTS, per_s: EVENTS / seconds }
}

/** The printed lines. */
export function messageLines({ broadcasts, notifications, deliveries }: MessageFigures): string {
	return [
		'| what | measured |',
		'| --- | --- |',
		...broadcastRows(broadcasts),
		`| notification list of a user with ${notifications.count.toLocaleString('en')}, and ${notifications.broadcasts} broadcasts to all | ${notifications.requests_per_s.toFixed(0)} req/s on one connection, p50 ${notifications.p50_ms.toFixed(1)} ms |`,
		`| deliveries to one receiver | ${deliveries.per_s.toFixed(0)} a second |`,
	].join('\n')
}
