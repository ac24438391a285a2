import { createServer } from 'node:https'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { certificate } from '../../src/tools/certificate.ts'
import { workspace } from './cleanup.ts'
import { load, scriptOf } from './load.ts'
import { bindings, prepareScale, signIn } from './state.ts'
import { type Running, start } from './workers.ts'

// Messages: a broadcast to everyone beside the bare statement that could not be simpler, the notifications of a user who
// has very many, and events on their way to a receiver on this machine.

const NOTIFICATIONS = 10_000
const EVENTS = 2_000
const RECEIVER_PORT = 8791

export interface MessageFigures {
	users: number
	broadcast: { seconds: number; bare_seconds: number; parts: number; sent: number }
	notifications: { count: number; requests_per_s: number; p50_ms: number }
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
		say('A broadcast, and the bare statement …')
		const broadcast = await measureBroadcast(running, call)
		say(`The notifications of a user who has ${NOTIFICATIONS.toLocaleString('en')} …`)
		const notifications = await measureNotifications(running, call, seconds)
		say(`${EVENTS.toLocaleString('en')} events to a receiver …`)
		const deliveries = await measureDeliveries(call, receiver)
		return { users, broadcast, notifications, deliveries }
	} finally {
		await running.stop()
		receiver.close()
	}
}

type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>

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

async function measureBroadcast(running: Running, call: Call) {
	const db = await running.database()
	const bare_seconds = await secondsOf(() =>
		db
			.prepare(
				"INSERT OR IGNORE INTO notifications (user_id, id, broadcast_id) SELECT id, 'ntf_00000000000000000000000000_' || seq, 'brd_bare' FROM users WHERE status = 'active'",
			)
			.run(),
	)
	await db.prepare("DELETE FROM notifications WHERE broadcast_id = 'brd_bare'").run()
	const fields = { type: 'announcement', title: 'Bench', body: 'To everyone', target: 'all' }
	let done = { id: '', status: '', sent_count: 0 }
	const seconds = await secondsOf(async () => {
		done = await call('POST', '/v1/admin/notifications/broadcasts', fields)
		while (done.status !== 'completed') {
			await sleep(50)
			done = await call('GET', `/v1/admin/notifications/broadcasts/${done.id}`)
		}
	})
	const counted = await db.prepare('SELECT count(*) AS parts FROM broadcast_shards').first<{ parts: number }>()
	return { seconds, bare_seconds, parts: counted?.parts ?? 0, sent: done.sent_count }
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
	return { count: NOTIFICATIONS, requests_per_s: slice.requests_per_s, p50_ms: slice.p50_ms }
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

/** What a broadcast may take, as a share of the bare statement and in D1 calls. */
const TARGET = { times: 2, calls: 110 }

// One call for the request, one for the plan, one for each part.
const callsOf = ({ broadcast }: MessageFigures) => broadcast.parts + 2

const timesOf = ({ broadcast: { seconds, bare_seconds } }: MessageFigures) => seconds / bare_seconds

/** Whether the broadcast took too long, or too many calls. */
export const isMissedMessages = (figures: MessageFigures) =>
	timesOf(figures) > TARGET.times || callsOf(figures) > TARGET.calls

/** The lines that a person reads. */
export function messageLines(figures: MessageFigures): string {
	const { users, broadcast, notifications, deliveries } = figures
	const { seconds, bare_seconds, sent } = broadcast
	return [
		'| what | measured |',
		'| --- | --- |',
		`| broadcast to ${users.toLocaleString('en')} users, of whom ${sent.toLocaleString('en')} are active | ${seconds.toFixed(1)} s, ${callsOf(figures)} D1 calls; the bare INSERT … SELECT ${bare_seconds.toFixed(1)} s: ${timesOf(figures).toFixed(2)} times (target ≤ ${TARGET.times}, ≤ ${TARGET.calls} calls) |`,
		`| notification list of a user with ${notifications.count.toLocaleString('en')} | ${notifications.requests_per_s.toFixed(0)} req/s on one connection, p50 ${notifications.p50_ms.toFixed(1)} ms |`,
		`| deliveries to one receiver | ${deliveries.per_s.toFixed(0)} a second |`,
	].join('\n')
}
