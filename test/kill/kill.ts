// `npm run test:kill`: kills the server with SIGKILL in the middle of work that must not be half done, restarts it on the same
// state, and counts. Not part of `npm test`, since it takes minutes of real time.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Served } from '../support/served.ts'
import { admission } from './admission.ts'
import { broadcast } from './broadcast.ts'
import { departure } from './departure.ts'
import { reports } from './reports.ts'

const RECEIVER_PORT = Number(process.env.RECEIVER_PORT ?? 8912)
const USERS = 20_000
const ORGS = 100_000
const EVENTS = 500
/** How many rows each of two jobs has to delete, so a tick takes a while. */
const EXPIRED = 10_000
/** How long after a start the server is killed, in the middle of its first tick. */
const MOMENTS_MS = [0, 100, 150, 180, 200, 220, 240, 260, 280, 300, 350, 500]
/** After every fourth kill the test starts the server again and waits for all jobs. */
const WAITS_EVERY = 4
/** The cases to run: `npm run test:kill -- ticks`. Without a name, all. */
const only = process.argv.slice(2)

const state = mkdtempSync(join(tmpdir(), 'plinth-kill-'))
process.env.PERSIST_TO = state
// They read the environment when they're loaded.
const { serveDeployed } = await import('../support/served.ts')
const { withLocalD1 } = await import('../../src/tools/state.ts')
const { certificate } = await import('../../src/tools/certificate.ts')

const { backup } = await import('./backup.ts')
const { archive } = await import('./archive.ts')

let server: Served | undefined
let isBuilt = false

/** Starts the server. The first start builds it, which takes minutes on a busy machine. */
async function start() {
	server = await serveDeployed({ state, isBuilt, env: { OUTBOUND_ALLOWLIST: `localhost:${RECEIVER_PORT}` } })
	isBuilt = true
}

const kill = async () => server?.kill()

let token = ''
async function answered(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
	const response = await fetch(server?.url + path, {
		method,
		headers: { Authorization: `Bearer ${token}`, Prefer: 'handling=strict', ...headers },
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	})
	if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`)
	return response
}

const call = async <T>(...request: Parameters<typeof answered>) => (await (await answered(...request)).json()) as T

/** A page of the list of runs, and the cursor of the next page. */
async function pageAt(path: string) {
	const response = await answered('GET', path)
	const page: { run_id: string }[] = await response.json()
	return { page, next: response.headers.get('Next-Cursor') }
}

const textAt = async (path: string) => (await answered('GET', path)).text()

const rows = <T>(sql: string) => withLocalD1(async (db) => (await db.prepare(sql).all<T>()).results)

/** Changes rows while no server runs: a tick of a running one may hold the database. */
async function whileStopped(...changes: string[]) {
	await kill()
	for (const sql of changes) await rows(sql)
	await start()
}

function expect(name: string, found: unknown, wanted: unknown) {
	const isRight = JSON.stringify(found) === JSON.stringify(wanted)
	console.log(
		`${isRight ? 'ok  ' : 'FAIL'} ${name}: ${JSON.stringify(found)}${isRight ? '' : `, wanted ${JSON.stringify(wanted)}`}`,
	)
	if (!isRight) process.exitCode = 1
}

async function until<T>(
	name: string,
	seconds: number,
	read: () => Promise<T>,
	isReached: (value: T) => boolean,
): Promise<T> {
	const started = Date.now()
	for (;;) {
		const value = await read()
		if (isReached(value)) {
			console.log(`     ${name} after ${((Date.now() - started) / 1000).toFixed(1)} s`)
			return value
		}
		if (Date.now() - started > seconds * 1000)
			throw new Error(`${name}: not within ${seconds} s, but ${JSON.stringify(value)}`)
		await sleep(500)
	}
}

/** Whether the receiver accepts every attempt. */
let acceptsAll = false
/** How many times each `webhook-id` arrived, and was accepted. */
const arrived = new Map<string, { times: number; accepted: number }>()
const { key, cert } = await certificate()
const receiver = createServer({ key, cert }, (request, response) => {
	const id = String(request.headers['webhook-id'])
	const seen = arrived.get(id) ?? { times: 0, accepted: 0 }
	// Half of the first two attempts fail. The third always succeeds, since later ones are minutes and hours away.
	const isAccepted = acceptsAll || seen.times >= 2 || Math.random() < 0.5
	arrived.set(id, { times: seen.times + 1, accepted: seen.accepted + (isAccepted ? 1 : 0) })
	request.resume().on('end', () => response.writeHead(isAccepted ? 204 : 503).end())
}).listen(RECEIVER_PORT)

async function logIn() {
	token = ''
	const credentials = { login: 'root', password: 'bootstrap-password-1' }
	;({ access_token: token } = await call<{ access_token: string }>('POST', '/v1/auth/login', credentials))
}

/** What a case in a separate file needs. */
const tools = { state, logIn, rows, pageAt, textAt, start, kill, call, answered, whileStopped, expect, until }
export type Tools = typeof tools

try {
	await start()
	await whileStopped(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${USERS})
		INSERT INTO users (id, login, username, created_at) SELECT printf('usr_0%025d', i), 'kill' || i, 'kill' || i, '2026-01-01T00:00:00.000Z' FROM n`)
	for (const [name, run] of Object.entries({
		broadcast: () => broadcast(tools, USERS),
		deliveries,
		ticks,
		bulk,
		confirm,
		reports: () => reports(tools),
		admission: () => admission(tools),
		backup: () => backup(tools),
		archive: () => archive(tools),
		departure: () => departure(tools),
	}))
		if (only.length === 0 || only.includes(name)) {
			// An access token doesn't last for all cases.
			await logIn()
			await run()
		}
} finally {
	await kill().catch(() => undefined)
	receiver.close()
	rmSync(state, { recursive: true, force: true })
}

async function deliveries() {
	const { id } = await call<{ id: string }>('POST', '/v1/webhook-endpoints', {
		url: `https://localhost:${RECEIVER_PORT}/`,
		events: ['run.completed'],
	})
	const { org_id } = await call<{ org_id: string }>('GET', '/v1/me')
	for (let sent = 0; sent < EVENTS; sent += 100)
		await call(
			'POST',
			'/v1/runtime/runs',
			Array.from({ length: 100 }, (_, i) => ({ run_id: `kill-${sent + i}`, org_id, status: 'completed' })),
		)
	await until(
		'the first hundred attempts',
		60,
		() => Promise.resolve(arrived.size),
		(count) => count >= 100,
	)
	await kill()
	await start()
	const accepted = () => Promise.resolve([...arrived.values()].filter((event) => event.accepted > 0).length)
	await until('every event', 400, accepted, (count) => count === EVENTS)
	// The process that records them may still be writing.
	await sleep(3_000)
	await kill()
	expect('events that arrived', arrived.size, EVENTS)
	const [counted] = await rows(
		`SELECT count(*) AS deliveries, sum(status = 'delivered') AS delivered FROM webhook_deliveries WHERE endpoint_id = '${id}'`,
	)
	expect('deliveries', counted, { deliveries: EVENTS, delivered: EVENTS })
	const twice = [...arrived.values()].filter(({ accepted }) => accepted > 1).length
	console.log(`     accepted more than once, because of the kill: ${twice}`)
	await start()
}

interface JobRow {
	name: string
	last_started_at: string
	last_finished_at: string | null
	leased_until: string
	next_run_at: string
}

/** Whether the job runs, or was cut off. */
function isOpen({ last_started_at, last_finished_at }: JobRow) {
	return (last_finished_at ?? '') < last_started_at
}

/** A kill in the middle of a tick delays no job by more than two minutes, and no due delivery. */
async function ticks() {
	acceptsAll = true
	arrived.clear()
	await call('POST', '/v1/webhook-endpoints', { url: `https://localhost:${RECEIVER_PORT}/`, events: ['run.completed'] })
	const { org_id } = await call<{ org_id: string }>('GET', '/v1/me')
	const shown = async () => (await call<{ jobs: JobRow[] }>('GET', '/readyz?verbose')).jobs
	await until('the first tick', 60, shown, (jobs) => jobs.every((job) => job.last_finished_at !== null && !isOpen(job)))
	let cut = 0
	for (const [index, moment] of MOMENTS_MS.entries()) {
		const arrivedBefore = arrived.size
		await call(
			'POST',
			'/v1/runtime/runs',
			Array.from({ length: 50 }, (_, i) => ({ run_id: `tick-${index}-${i}`, org_id, status: 'completed' })),
		)
		await whileStopped(
			`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${EXPIRED})
			INSERT INTO audit_logs (id, action, target_type, target_id, client_address, trace_id, created_at)
			SELECT printf('aud_0%02d%023d', ${index}, i), 'x', 'x', 'x', '', '', '' FROM n`,
			`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${EXPIRED})
			INSERT INTO notifications (user_id, id, type, title, body, created_at)
			SELECT 'usr_kill', printf('ntf_0%02d%023d', ${index}, i), 'x', 'x', 'x', '2026-01-01T00:00:00.000Z' FROM n`,
			"UPDATE jobs SET next_run_at = '', leased_until = ''",
		)
		await sleep(moment)
		await kill()
		const killed = Date.now()
		const left = await rows<JobRow>('SELECT * FROM jobs')
		const open = left.filter(isOpen)
		cut += open.length
		const held = left.filter(({ leased_until }) => Date.parse(leased_until) > killed + 60_000)
		const notDue = open.filter(({ next_run_at }) => Date.parse(next_run_at) > killed)
		const found = [held, notDue].map((jobs) => jobs.length)
		expect(`${moment} ms into a tick, with ${open.length} jobs cut off: held for long, not due`, found, [0, 0])
		await start()
		if ((index + 1) % WAITS_EVERY > 0) continue
		const names = [...open.map(({ name }) => name), 'wake-webhooks']
		await until('every job that was cut off, again', 120 - (Date.now() - killed) / 1000, shown, (jobs) =>
			names.every((name) => jobs.some((job) => job.name === name && Date.parse(job.last_started_at) > killed)),
		)
		const accepted = () => Promise.resolve(arrived.size)
		await until('every event', 120 - (Date.now() - killed) / 1000, accepted, (count) => count >= 50 * (index + 1))
		console.log(`     of which ${arrivedBefore} had arrived before the last 50 were reported`)
	}
	expect('some jobs were cut off', cut > 0, true)
	acceptsAll = false
}

async function bulk() {
	await whileStopped(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ORGS})
		INSERT INTO orgs (id, name, created_at) SELECT printf('org_0%025d', i), 'Kill ' || i, '2026-01-01T00:00:00.000Z' FROM n`)
	const headers = { 'Idempotency-Key': 'kill' }
	const cut = call('POST', '/v1/admin/credits/bulk-adjust', { amount: 3 }, headers).then(
		() => 'answered',
		() => 'cut off',
	)
	await sleep(400)
	await kill()
	expect('the bulk adjustment', await cut, 'cut off')
	await start()
	const { affected } = await call<{ affected: number }>('POST', '/v1/admin/credits/bulk-adjust', { amount: 3 }, headers)
	const [all] = await rows<{ orgs: number }>('SELECT count(*) AS orgs FROM orgs')
	expect('affected', affected, all?.orgs)
	expect('balances', await rows('SELECT min(balance) AS least, max(balance) AS most FROM credit_accounts'), [
		{ least: 3, most: 3 },
	])
	const { differences } = await call<{ differences: unknown[] }>('POST', '/v1/admin/credits/verify')
	expect('differences', differences, [])
}

/** Somebody blocks their own address, the server is killed, and they are back within two minutes. */
async function confirm() {
	const person = { login: 'locked-out', password: 'correct horse 1', email: 'locked-out@example.com' }
	const { access_token } = await call<{ access_token: string }>('POST', '/v1/auth/register', person)
	const mine = { Authorization: `Bearer ${access_token}` }
	const status = () => fetch(`${server?.url}/v1/me`, { headers: mine }).then((reply) => reply.status)
	for (const waited of [0, 12_000]) {
		const rule = { type: 'blocklist', cidr: '127.0.0.1' }
		await call('POST', '/v1/ip-rules?confirm=true', rule, { ...mine, 'Confirm-Within': '10' })
		const blocked = Date.now()
		expect('the caller is blocked', await status(), 403)
		await kill()
		await sleep(waited)
		await start()
		const name = `back in, with the server down for ${waited / 1000} s and longer,`
		await until(name, 120 - (Date.now() - blocked) / 1000, status, (one) => one === 200)
		console.log(`     ${((Date.now() - blocked) / 1000).toFixed(1)} s after the change`)
	}
	const ended = await rows('SELECT status, count(*) AS changes FROM unconfirmed_changes GROUP BY status')
	expect('both changes were reverted', ended, [{ status: 'reverted', changes: 2 }])
	expect('no rule is left', await rows('SELECT count(*) AS rules FROM ip_rules'), [{ rules: 0 }])
	const told = "SELECT count(*) AS notices FROM notifications WHERE type = 'change.reverted'"
	expect('the maker was told twice', await rows(told), [{ notices: 2 }])
}
