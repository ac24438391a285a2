// `npm run test:flood`: floods the built Worker, which runs as under `npm run serve`, from many addresses of one network, and
// prints how it affected normal callers and how many D1 calls it cost. It fails if a bound doesn't hold, and the bounds are those of a machine with nothing else to do.
// It starts its own Worker and only calls loopback. It ends after two minutes at most and a bounded number of requests.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate } from '../../src/tools/migrate.ts'
import { conclude, workspace } from '../bench/cleanup.ts'
import { bindings, PASSWORD, register, signIn } from '../bench/state.ts'
import { buildWorker, start } from '../bench/workers.ts'
import { neighbors } from './neighbors.ts'

/** How long each part lasts: before, during and after the flood. */
const PART_MS = 15_000
/** A request that takes longer counts as one without a response. */
const ANSWERED_WITHIN_MS = 20_000
const USERS = 12

/** What holds on two cores with nothing else running, in milliseconds. */
const BOUNDS = { login: 300, registrations: 8_000, p95: 100 }
/** How many register at the same moment. */
const AT_ONCE = 50
/** Requests a second of each user. */
const USER_RATE = 5

interface Kind {
	/** Requests a second, and the maximum in total. */
	rate: number
	most: number
	request: (n: number) => [path: string, init: { method?: string; body?: string; headers?: Record<string, string> }]
}

const login = (n: number) => `flood-${n}`
const post = (body: unknown) => ({ method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) })
const BIG = `{"name":"${'x'.repeat(1_000_000)}"}`

const KINDS: Record<string, Kind> = {
	registrations: {
		rate: 32,
		most: 500,
		request: (n) => [
			'/v1/auth/register',
			post({ login: login(n), password: 'correct horse 1', email: `${login(n)}@example.com` }),
		],
	},
	'registrations of a taken login': {
		rate: 32,
		most: 500,
		request: () => [
			'/v1/auth/register',
			post({ login: 'normal-0', password: 'correct horse 1', email: 'x@example.com' }),
		],
	},
	'wrong logins': {
		rate: 50,
		most: 750,
		request: (n) => ['/v1/auth/login', post({ login: `normal-${n % USERS}`, password: 'wrong password 1' })],
	},
	'junk keys': {
		rate: 200,
		most: 3_000,
		request: () => ['/v1/me', { headers: { Authorization: `Bearer al_${randomBytes(32).toString('base64url')}` } }],
	},
	'big bodies': { rate: 10, most: 150, request: () => ['/v1/auth/register', post(BIG)] },
}

interface Felt {
	times: number[]
	errors: Record<string, number>
}

const [part, ...only] = process.argv.slice(2)
if (part === 'neighbors') await conclude(() => neighbors(only))

const script = await buildWorker('test/flood/counting.ts')
const running = await start({ script, state: join(workspace, 'flood'), bindings: { ...bindings, RATE_LIMITS: 'on' } })
await conclude(async () => {
	try {
		await migrate(await running.database())
		await signIn(running)
		const tokens: string[] = []
		for (let n = 0; n < USERS; n += 1)
			tokens.push((await register(running, `normal-${n}`, `198.51.100.${n}`)).access_token)
		const faults = [...(await logInAlone()), ...(await registerAtOnce())]
		let usual = 0
		for (const part of ['before', 'in', 'after']) {
			const before = await counts()
			const statuses: Record<string, Record<string, number>> = {}
			const flooding =
				part === 'in' ? Object.entries(KINDS).map(([name, kind]) => flood(name, kind, (statuses[name] = {}))) : []
			const [users, probe] = await Promise.all([normal(tokens), healthz(), ...flooding])
			console.log(`${part} the flood: normal calls ${line(users)}; /healthz ${line(probe)}`)
			if (part === 'before') usual = at(users, 0.95)
			if (part === 'in') faults.push(...faultsOf(usual, users, probe))
			const after = await counts()
			for (const [name, seen] of Object.entries(statuses)) {
				const requests = Object.values(seen).reduce((sum, n) => sum + n, 0)
				console.log(
					`  ${name}: ${requests} requests, ${(after[name] ?? 0) - (before[name] ?? 0)} D1 calls, ${JSON.stringify(seen)}`,
				)
			}
		}
		return faults
	} finally {
		await running.stop()
	}
})

async function counts(): Promise<Record<string, number>> {
	return (await (
		await fetch(`${running.url}/flood-counts`, { signal: AbortSignal.timeout(120_000) })
	).json()) as Record<string, number>
}

/** Ten logins of one user, one after another. */
async function logInAlone(): Promise<string[]> {
	const felt: Felt = { times: [], errors: {} }
	const { path, init } = { path: '/v1/auth/login', init: post({ login: 'normal-0', password: PASSWORD }) }
	for (let n = 0; n < 10; n += 1) await timed(felt, path, { 'CF-Connecting-IP': '198.51.100.0' }, init)
	console.log(`logins, one after another: ${line(felt)}`)
	return [
		...(at(felt, 0.5) > BOUNDS.login ? [`A login took ${at(felt, 0.5).toFixed(0)} ms, not ${BOUNDS.login} ms.`] : []),
		...(Object.keys(felt.errors).length > 0 ? [`Logins were refused: ${JSON.stringify(felt.errors)}.`] : []),
	]
}

/** Many who register at the same moment, each from an address of their own. */
async function registerAtOnce(): Promise<string[]> {
	const felt: Felt = { times: [], errors: {} }
	await Promise.all(
		Array.from({ length: AT_ONCE }, (_, n) => {
			const account = { login: `once-${n}`, password: PASSWORD, email: `once-${n}@example.com` }
			return timed(felt, '/v1/auth/register', { 'CF-Connecting-IP': `198.18.0.${n}` }, post(account), 201)
		}),
	)
	const last = Math.max(...felt.times)
	console.log(`${AT_ONCE} registrations at once: ${line(felt)}, the last after ${last.toFixed(0)} ms`)
	return [
		...(last > BOUNDS.registrations ? [`${AT_ONCE} registrations took ${last.toFixed(0)} ms.`] : []),
		...(Object.keys(felt.errors).length > 0 ? [`Registrations were refused: ${JSON.stringify(felt.errors)}.`] : []),
	]
}

/** What normal callers notice of the flood beyond the bounds. */
function faultsOf(usual: number, users: Felt, probe: Felt): string[] {
	const [p95, alive] = [at(users, 0.95), at(probe, 0.95)]
	return [
		...(p95 > 2 * usual ? [`The p95 of normal calls rose from ${usual.toFixed(0)} to ${p95.toFixed(0)} ms.`] : []),
		...(p95 > BOUNDS.p95 ? [`The p95 of normal calls is ${p95.toFixed(0)} ms, over ${BOUNDS.p95} ms.`] : []),
		...(alive > BOUNDS.p95 ? [`The p95 of /healthz is ${alive.toFixed(0)} ms, over ${BOUNDS.p95} ms.`] : []),
		...[users, probe].flatMap(({ errors }) =>
			Object.keys(errors).length > 0 ? [`Normal calls were refused: ${JSON.stringify(errors)}.`] : [],
		),
	]
}

/** An address in the flooding network. */
function floodAddress(): string {
	const host = randomBytes(8).toString('hex').match(/.{4}/g) ?? []
	return `2001:db8:0:1:${host.join(':')}`
}

/** Sends requests at the rate of a kind, whether or not earlier ones got their responses. */
async function flood(name: string, { rate, most, request }: Kind, statuses: Record<string, number>): Promise<void> {
	const sent: Promise<void>[] = []
	const started = Date.now()
	for (let n = 0; n < most && Date.now() - started < PART_MS; n += 1) {
		const [path, init] = request(n)
		const headers = { 'CF-Connecting-IP': floodAddress(), 'X-Flood-Kind': name, ...init.headers }
		sent.push(
			fetch(running.url + path, { ...init, headers, signal: AbortSignal.timeout(ANSWERED_WITHIN_MS) }).then(
				async (response) => {
					await response.arrayBuffer()
					statuses[response.status] = (statuses[response.status] ?? 0) + 1
				},
				() => void (statuses.none = (statuses.none ?? 0) + 1),
			),
		)
		await sleep(Math.max(0, started + ((n + 1) * 1_000) / rate - Date.now()))
	}
	await Promise.all(sent)
}

/** Measures signed-in users who read at a steady rate, each from their own address. */
async function normal(tokens: string[]): Promise<Felt> {
	const felt: Felt = { times: [], errors: {} }
	const paths = ['/v1/me', '/v1/plans', '/v1/notifications']
	await Promise.all(
		tokens.map((token, user) =>
			steadily(USER_RATE, (n) => {
				const headers = { Authorization: `Bearer ${token}`, 'CF-Connecting-IP': `203.0.113.${user + 1}` }
				return timed(felt, paths[n % paths.length] as string, headers)
			}),
		),
	)
	return felt
}

async function healthz(): Promise<Felt> {
	const felt: Felt = { times: [], errors: {} }
	await steadily(5, () => timed(felt, '/healthz', {}))
	return felt
}

/** Calls `rate` times a second for one part, without waiting for slow responses. */
async function steadily(rate: number, call: (n: number) => Promise<void>): Promise<void> {
	const calls: Promise<void>[] = []
	for (let n = 0; n < (rate * PART_MS) / 1_000; n += 1) {
		calls.push(call(n))
		await sleep(1_000 / rate)
	}
	await Promise.all(calls)
}

async function timed(
	felt: Felt,
	path: string,
	headers: Record<string, string>,
	init: RequestInit = {},
	expected = 200,
): Promise<void> {
	const started = performance.now()
	const signal = AbortSignal.timeout(ANSWERED_WITHIN_MS)
	const status = await fetch(running.url + path, { ...init, headers, signal }).then(
		async (response) => {
			await response.arrayBuffer()
			return response.status
		},
		() => 'none',
	)
	felt.times.push(performance.now() - started)
	if (status !== expected) felt.errors[status] = (felt.errors[status] ?? 0) + 1
}

/** The time that this part of the calls stayed below. */
function at({ times }: Felt, part: number): number {
	const sorted = times.toSorted((a, b) => a - b)
	return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0
}

function line(felt: Felt): string {
	const [p50, p95] = [at(felt, 0.5).toFixed(0), at(felt, 0.95).toFixed(0)]
	return `${felt.times.length}, p50 ${p50} ms, p95 ${p95} ms, errors ${JSON.stringify(felt.errors)}`
}
