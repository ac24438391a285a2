// `npm run test:hostile`: sends hostile requests to a running Plinth for as long as you like. Without `--url` it starts one on a
// fresh state. It prints every fault with its seed, and exits with status 1 if there was one.
//
//   npm run test:hostile -- --minutes 10 --seed 7
//   BOOTSTRAP_ADMIN_PASSWORD=… npm run test:hostile -- --url http://127.0.0.1:8787
import { parseArgs } from 'node:util'
import { errorAt } from '../../src/worker/operations/docs/errors.ts'
import { isForPlatform } from '../support/access.ts'
import { serveDeployed } from '../support/served.ts'
import { furnish } from './furnish.ts'
import { type HostileCall, hostileCalls, type Ids, type Json, operationsOf } from './inputs.ts'
import { type Answered, assessorOf } from './judge.ts'

const { values } = parseArgs({
	options: {
		minutes: { type: 'string', default: '1' },
		seed: { type: 'string', default: String(Date.now() % 1_000_000) },
		url: { type: 'string' },
	},
})
const admin = {
	login: process.env.BOOTSTRAP_ADMIN_LOGIN ?? 'root',
	password: process.env.BOOTSTRAP_ADMIN_PASSWORD ?? 'bootstrap-password-1',
}
/** How many requests are sent at once. */
const LANES = 8
/** More than a request takes. A response that takes longer is a fault. */
const ANSWERED_WITHIN_MS = 30_000

const server = values.url
	? undefined
	: await serveDeployed({
			env: {
				BOOTSTRAP_ADMIN_LOGIN: admin.login,
				BOOTSTRAP_ADMIN_PASSWORD: admin.password,
				OUTBOUND_ALLOWLIST: '',
			},
		})
const base = values.url ?? server?.url ?? ''

/** Its document applies to every request, so the attack restores it at once. */
const GATEWAY = '/v1/admin/gateway-config'

async function json(
	method: string,
	path: string,
	body: unknown,
	token?: string,
	more: Record<string, string> = {},
): Promise<{ status: number; body: Json; headers: Headers }> {
	const response = await fetch(base + path, {
		method,
		headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}), ...more },
		...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
	})
	const text = await response.text()
	const isJson = response.headers.get('Content-Type')?.startsWith('application/json')
	return {
		status: response.status,
		body: (isJson && text ? JSON.parse(text) : {}) as Json,
		headers: response.headers,
	}
}

/** Not the example of the API's document: with that one, a generated call changes the password that a caller needs to log in again. */
const PASSWORD = `a1-${crypto.randomUUID()}`

async function signUp(stem: string) {
	const login = `${stem}-${Date.now().toString(36)}`
	const { status, body } = await json('POST', '/v1/auth/register', {
		login,
		password: PASSWORD,
		email: `${login}@hostile.example`,
	})
	if (status !== 201) throw new Error(`Registering ${login} returned ${status}: ${JSON.stringify(body)}`)
	return { login, token: body.access_token as string, org_id: body.org_id as string, user_id: body.user_id as string }
}

/** Each caller's device. This run's wrong logins use up the attempts of the address, but not those of a device. */
const devices = new Map<string, string>()

/** An access token lasts 15 minutes, so every caller logs in again now and then. */
async function tokenOf({ login, password }: { login: string; password: string }): Promise<string> {
	const { status, body, headers } = await json('POST', '/v1/auth/login', { login, password }, undefined, {
		Cookie: devices.get(login) ?? '',
	})
	const device = headers.getSetCookie().find((cookie) => cookie.startsWith('plinth_device='))
	if (device) devices.set(login, device.split(';', 1)[0] as string)
	if (status !== 200) throw new Error(`Logging in as ${login} returned ${status}: ${JSON.stringify(body)}`)
	return body.access_token as string
}

async function send({ method, path, headers, body }: HostileCall, token: string | undefined): Promise<Answered> {
	const all = new Headers(token ? { Authorization: `Bearer ${token}` } : {})
	for (const [name, value] of headers) all.set(name, value)
	const cut = new AbortController()
	const timer = setTimeout(() => cut.abort(), ANSWERED_WITHIN_MS)
	try {
		const response = await fetch(base + path, {
			method,
			headers: all,
			body: body ?? null,
			redirect: 'manual',
			signal: cut.signal,
		})
		const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream')
		if (isStream) await response.body?.cancel()
		return { status: response.status, headers: response.headers, text: isStream ? '' : await response.text() }
	} finally {
		clearTimeout(timer)
	}
}

async function attack() {
	const document = (await (await fetch(`${base}/openapi.json`)).json()) as Json
	const operations = operationsOf(document)
	const [owner, stranger, victim] = [await signUp('owner'), await signUp('stranger'), await signUp('victim')]
	const again = async () => ({
		admin: await tokenOf(admin),
		owner: await tokenOf({ login: owner.login, password: PASSWORD }),
		stranger: await tokenOf({ login: stranger.login, password: PASSWORD }),
	})
	const tokens = await again()
	const callerFor = (access: string) => (isForPlatform({ access }) ? tokens.admin : tokens.owner)
	const ids: Ids = { org_id: owner.org_id, user_id: victim.user_id }
	await furnish(operations, ids, ({ access }, path, body) => json('POST', path, body, callerFor(access)))
	const secret = `planted-${crypto.randomUUID()}`
	const planted = await json(
		'POST',
		'/v1/llm-providers',
		{ name: secret.slice(0, 20), provider: 'vendor_a', api_key: secret },
		tokens.owner,
	)
	if (planted.status !== 201) throw new Error(`The planted secret was refused: ${JSON.stringify(planted.body)}`)

	const assess = assessorOf(document, errorAt, [secret])
	const calls = hostileCalls(operations, ids, Number(values.seed))
	const until = Date.now() + Number(values.minutes) * 60_000
	const statuses: Record<number, number> = {}
	let [made, faults, slowest, slowestCall, renewAt] = [0, 0, 0, '', Date.now() + 300_000]
	const gateway = await json('GET', GATEWAY, undefined, tokens.admin)
	const lane = async () => {
		while (Date.now() < until) {
			if (Date.now() > renewAt) {
				renewAt = Date.now() + 300_000
				Object.assign(tokens, await again())
			}
			const call = calls.next().value as HostileCall
			const number = (made += 1)
			const valid = callerFor(call.operation.access)
			const token = { valid, foreign: tokens.stranger, nobody: undefined }[call.caller]
			const started = performance.now()
			const found = await send(call, token).then(
				(answered) => {
					statuses[answered.status] = (statuses[answered.status] ?? 0) + 1
					return assess(call, answered)
				},
				(error: Error) => [`got no response: ${error.cause instanceof Error ? error.cause.message : error.message}`],
			)
			if (call.path.startsWith(GATEWAY) && call.method === 'PUT') await json('PUT', GATEWAY, gateway.body, tokens.admin)
			const took = performance.now() - started
			if (took > slowest) [slowest, slowestCall] = [took, `${call.method} ${call.operation.path}`]
			faults += found.length
			for (const fault of found)
				console.log(
					`FAIL seed ${values.seed}, request ${number}, ${call.kind}, ${call.caller}: ${call.method} ${call.path.slice(0, 200)} ${fault}`,
				)
		}
	}
	await Promise.all(Array.from({ length: LANES }, lane))
	console.log(
		`${made} requests with seed ${values.seed}, ${faults} faults; the slowest, ${slowestCall}, took ${Math.round(slowest)} ms`,
	)
	console.log(statuses)
	if (faults > 0) process.exitCode = 1
}

try {
	await attack()
} finally {
	await server?.stop()
}
