import { setTimeout as sleep } from 'node:timers/promises'
import type { Running } from './workers.ts'

// Broadcasts, the first and the sixtieth, to everyone and to a big org. Each later one finds users who already have
// notifications. For comparison: the simplest possible statement, and another caller, who should notice nothing.

const TIMES = 60
const ME = '/v1/me'
/** How long the other caller calls at least. */
const FELT_MS = 2_000
/** The org's share of all users. */
const ORG_SHARE = 50

export type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>

/** How long the other caller waited for responses. */
interface Felt {
	p95_ms: number
	max_ms: number
}

interface Sent extends Felt {
	target: string
	which: number
	seconds: number
	sent: number
	d1_calls: number
}

export interface BroadcastFigures {
	users: number
	bare_seconds: number
	/** How long the other caller waits while nobody broadcasts. */
	calm: Felt
	sent: Sent[]
}

const secondsOf = async (work: () => Promise<unknown>) => {
	const since = performance.now()
	await work()
	return (performance.now() - since) / 1000
}

export async function measureBroadcasts(running: Running, call: Call, users: number): Promise<BroadcastFigures> {
	const db = await running.database()
	const bare_seconds = await secondsOf(() =>
		db
			.prepare(
				"INSERT OR IGNORE INTO notifications (user_id, id, broadcast_id) SELECT id, 'ntf_00000000000000000000000000_' || seq, 'brd_bare' FROM users WHERE status = 'active'",
			)
			.run(),
	)
	await db.prepare("DELETE FROM notifications WHERE broadcast_id = 'brd_bare'").run()
	const { id: org_id } = await call<{ id: string }>('POST', '/v1/admin/orgs', { name: 'Bench of broadcasts' })
	await db
		.prepare(
			"INSERT OR IGNORE INTO memberships (org_id, user_id, role, created_at) SELECT ?, id, 'member', '' FROM users LIMIT ?",
		)
		.bind(org_id, Math.ceil(users / ORG_SHARE))
		.run()
	await whileCalling(call, () => sleep(FELT_MS))
	const calm = await whileCalling(call, () => sleep(FELT_MS))
	const sent: Sent[] = []
	for (const target of ['all', org_id])
		for (let which = 1; which <= TIMES; which += 1) {
			if (which > 1 && which < TIMES) await broadcast(call, target)
			else sent.push(await measured(running, call, target, which))
		}
	return { users, bare_seconds, calm, sent }
}

async function measured(running: Running, call: Call, target: string, which: number): Promise<Sent> {
	let done: Broadcast | undefined
	let seconds = 0
	const felt = await whileCalling(call, async () => {
		seconds = await secondsOf(async () => {
			done = await broadcast(call, target)
		})
	})
	const counted = await (
		await running.database()
	)
		.prepare('SELECT count(*) AS shards FROM broadcast_shards WHERE broadcast_id = ?')
		.bind(done?.id)
		.first<{ shards: number }>()
	// One call for the request, one for the plan, one for each shard.
	return { target, which, seconds, sent: done?.sent_count ?? 0, d1_calls: 2 + (counted?.shards ?? 0), ...felt }
}

interface Broadcast {
	id: string
	status: string
	sent_count: number
}

/** Sends a broadcast and waits until it's completed. */
async function broadcast(call: Call, target: string): Promise<Broadcast> {
	const fields = { type: 'announcement', title: 'Bench', body: 'To everyone', target }
	let done = await call<Broadcast>('POST', '/v1/admin/notifications/broadcasts', fields)
	while (done.status !== 'completed') {
		await sleep(20)
		done = await call<Broadcast>('GET', `/v1/admin/notifications/broadcasts/${done.id}`)
	}
	return done
}

/** How long a caller waits who makes one call after the other while `work` runs, and for at least two seconds. */
async function whileCalling(call: Call, work: () => Promise<unknown>): Promise<Felt> {
	const waits: number[] = []
	const since = performance.now()
	const other = { isDone: false }
	const working = work().finally(() => {
		other.isDone = true
	})
	while (!other.isDone || performance.now() - since < FELT_MS) {
		const asked = performance.now()
		await call('GET', ME)
		waits.push(performance.now() - asked)
	}
	await working
	waits.sort((a, b) => a - b)
	return { p95_ms: waits[Math.floor(waits.length * 0.95)] ?? 0, max_ms: waits.at(-1) ?? 0 }
}

/** How long a broadcast to everyone may take compared to the bare statement, and how much longer another caller may wait. */
const TARGET = { times: 2, delay_ms: 50 }

/** Whether a broadcast to everyone took too long, or another caller waited too long during any of them. */
export const isMissedBroadcasts = ({ sent, bare_seconds, calm }: BroadcastFigures) =>
	sent.some(
		({ target, seconds, p95_ms }) =>
			(target === 'all' && seconds > TARGET.times * bare_seconds) || p95_ms > calm.p95_ms + TARGET.delay_ms,
	)

/** The rows of the printed table. */
export const broadcastRows = ({ users, bare_seconds, calm, sent }: BroadcastFigures) => [
	`| the bare INSERT … SELECT for ${users.toLocaleString('en')} users | ${bare_seconds.toFixed(2)} s |`,
	`| \`GET ${ME}\` while nobody broadcasts | p95 ${calm.p95_ms.toFixed(1)} ms, slowest ${calm.max_ms.toFixed(0)} ms |`,
	...sent.map(
		({ target, which, seconds, sent: count, d1_calls, p95_ms, max_ms }) =>
			`| broadcast ${which} to ${target === 'all' ? 'all' : 'an org'}, ${count.toLocaleString('en')} recipients | ${seconds.toFixed(2)} s, ${d1_calls} D1 calls; \`GET ${ME}\` meanwhile: p95 ${p95_ms.toFixed(1)} ms (target ≤ ${(calm.p95_ms + TARGET.delay_ms).toFixed(0)}), slowest ${max_ms.toFixed(0)} ms |`,
	),
]
