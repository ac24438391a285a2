// `npm run test:flood`: floods the built Worker, which runs as under `npm run serve`, from many addresses of one network, and
// prints how it affected normal callers and how many D1 calls it cost. It starts its own Worker and only calls loopback. It ends
// after two minutes at most and a bounded number of requests.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate } from '../../src/tools/migrate.ts'
import { end, workspace } from '../bench/cleanup.ts'
import { bindings, register, signIn } from '../bench/state.ts'
import { buildWorker, start } from '../bench/workers.ts'

/** How long each part lasts: before, during and after the flood. */
const PART_MS = 15_000
/** A request that takes longer counts as one without a response. */
const ANSWERED_WITHIN_MS = 20_000
const USERS = 12
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

const script = await buildWorker('test/flood/counting.ts')
const running = await start({ script, state: join(workspace, 'flood'), bindings: { ...bindings, RATE_LIMITS: 'on' } })
try {
	await migrate(await running.database())
	await signIn(running)
	const tokens: string[] = []
	for (let n = 0; n < USERS; n += 1)
		tokens.push((await register(running, `normal-${n}`, `198.51.100.${n}`)).access_token)
	for (const part of ['before', 'in', 'after']) {
		const before = await counts()
		const statuses: Record<string, Record<string, number>> = {}
		const flooding =
			part === 'in' ? Object.entries(KINDS).map(([name, kind]) => flood(name, kind, (statuses[name] = {}))) : []
		const [users, probe] = await Promise.all([normal(tokens), healthz(), ...flooding])
		console.log(`${part} the flood: normal calls ${line(users)}; /healthz ${line(probe)}`)
		const after = await counts()
		for (const [name, seen] of Object.entries(statuses)) {
			const requests = Object.values(seen).reduce((sum, n) => sum + n, 0)
			console.log(
				`  ${name}: ${requests} requests, ${(after[name] ?? 0) - (before[name] ?? 0)} D1 calls, ${JSON.stringify(seen)}`,
			)
		}
	}
} catch (error) {
	console.error(error)
	process.exitCode = 1
} finally {
	await running.stop()
	await end(Number(process.exitCode ?? 0))
}

async function counts(): Promise<Record<string, number>> {
	return (await (
		await fetch(`${running.url}/flood-counts`, { signal: AbortSignal.timeout(120_000) })
	).json()) as Record<string, number>
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

async function timed(felt: Felt, path: string, headers: Record<string, string>): Promise<void> {
	const started = performance.now()
	const status = await fetch(running.url + path, { headers, signal: AbortSignal.timeout(ANSWERED_WITHIN_MS) }).then(
		async (response) => {
			await response.arrayBuffer()
			return response.status
		},
		() => 'none',
	)
	felt.times.push(performance.now() - started)
	if (status !== 200) felt.errors[status] = (felt.errors[status] ?? 0) + 1
}

function line({ times, errors }: Felt): string {
	const sorted = times.toSorted((a, b) => a - b)
	const at = (part: number) =>
		`${(sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0).toFixed(0)} ms`
	return `${times.length}, p50 ${at(0.5)}, p95 ${at(0.95)}, errors ${JSON.stringify(errors)}`
}
