// `npm run test:flood -- neighbors`: what another tenant's read notices while one tenant makes one kind of call as often as it
// may, at filled tables. It starts its own Worker and only calls loopback.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate } from '../../src/tools/migrate.ts'
import document from '../../src/worker/operations/docs/openapi.json' with { type: 'json' }
import { workspace } from '../bench/cleanup.ts'
import { bindings, PASSWORD, register, signIn } from '../bench/state.ts'
import { buildWorker, start } from '../bench/workers.ts'
import { fill } from '../support/filled.ts'

/** How many reads a round measures with the attacker, and how many without. */
const READS = 15
const ROUNDS = 3
/** How many times as long a read may take beside an attacker, in the median. */
const MOST = 3
/** How long the attacker has called when a round begins. */
const LEAD_MS = 700
/** The neighbor stays below the limit of 600 calls a minute. */
const REST_MS = 100
const ENDPOINTS = 100
/** Shorter than an access token lasts. */
const TOKEN_MS = 600_000

interface Attack {
	/** How often one tenant may make the call. */
	perMinute: number
	path: string
	method?: string
	/** The body of each call. */
	body?: () => unknown
	headers?: Record<string, string>
	by?: 'runtime'
	/** What it's answered with, if it isn't a 200 or 201. */
	status?: number
}

/** Measures each kind of call, and returns those that slow another tenant's reads too much. */
export async function neighbors(only: string[]): Promise<string[]> {
	const script = await buildWorker('src/worker/index.ts')
	const running = await start({
		script,
		state: join(workspace, 'neighbors'),
		bindings: { ...bindings, RATE_LIMITS: 'on' },
	})
	try {
		const db = await running.database()
		await migrate(db)
		const root = await signIn(running)
		const people: Record<string, { address: string; token: string; since: number }> = {}
		const tokenOf = async (login: string): Promise<string> => {
			const person = people[login]
			if (!person) throw new Error(`Nobody is called ${login}`)
			if (Date.now() - person.since > TOKEN_MS) {
				const headers = { 'CF-Connecting-IP': person.address }
				const body = JSON.stringify({ login, password: PASSWORD })
				const answer = await fetch(`${running.url}/v1/auth/login`, { method: 'POST', headers, body })
				const { access_token: token } = (await answer.json()) as { access_token: string }
				Object.assign(person, { token, since: Date.now() })
			}
			return person.token
		}
		const enter = async (login: string, address: string) => {
			const { access_token: token, org_id } = await register(running, login, address)
			people[login] = { address, token, since: Date.now() }
			return org_id
		}
		const org_id = await enter('attacker', '198.51.100.1')
		await enter('neighbor', '198.51.100.2')
		const send = async (path: string, token: string, { method = 'GET', body, headers = {} }: Partial<Attack> = {}) => {
			const sent = body === undefined ? {} : { body: JSON.stringify(body()) }
			const response = await fetch(running.url + path, {
				method,
				// The server closes a connection that idles.
				headers: { Authorization: `Bearer ${token}`, Connection: 'close', ...headers },
				...sent,
			})
			return { status: response.status, text: await response.text() }
		}
		const made = async (path: string, body: object, token?: string): Promise<Record<string, string>> => {
			const { status, text } = await send(path, token ?? (await tokenOf('attacker')), {
				method: 'POST',
				body: () => body,
			})
			if (status !== 201) throw new Error(`${path} answered ${status}: ${text}`)
			return JSON.parse(text) as Record<string, string>
		}
		const accounts = `/v1/orgs/${org_id}/service-accounts`
		const runtime = { name: 'Runtime', scopes: ['runtime.report', 'runtime.resolve'] }
		const { id } = await made(accounts, runtime, root)
		const { key = '' } = await made(`${accounts}/${id}/keys`, { name: 'Runtime' }, root)
		await fill(
			db,
			[org_id],
			[
				(await db
					.prepare('SELECT user_id FROM memberships WHERE org_id = ?')
					.bind(org_id)
					.first<string>('user_id')) as string,
			],
		)

		const attacks: Record<string, Attack> = { ...(await readsOf(org_id)), ...writesOf(org_id) }
		const faults: string[] = []
		for (const [name, attack] of Object.entries(attacks)) {
			if (only.length > 0 && !only.some((part) => name.includes(part))) continue
			faults.push(...(await measure(name, attack)))
		}
		// The endpoints come last: from then on, each report has its deliveries.
		for (const count of [5, 20, ENDPOINTS]) {
			await withEndpoints(count)
			const name = `a report of 100 runs, ${count} endpoints`
			if (only.length === 0 || only.some((part) => name.includes(part)))
				faults.push(...(await measure(name, report(org_id))))
		}
		return faults

		async function withEndpoints(count: number): Promise<void> {
			const registered = JSON.parse(
				(await send('/v1/webhook-endpoints?limit=200', await tokenOf('attacker'))).text,
			) as object[]
			for (let n = registered.length; n < count; n += 1)
				await made('/v1/webhook-endpoints', { url: `https://hooks-${n}.example.com/`, events: ['*'] })
		}

		/** The `GET`s of tenants whose path has at most the org, from the API's document. */
		async function readsOf(of: string): Promise<Record<string, Attack>> {
			const paths: Record<string, object> = document.paths
			const found: Record<string, Attack> = {}
			for (const path of Object.keys(paths)) {
				const here = path.replace('{org_id}', of)
				if (!('get' in (paths[path] ?? {})) || here.includes('{') || !/^\/v1\/(?!admin|auth)/.test(here)) continue
				const { status } = await send(here, await tokenOf('attacker'))
				if (status === 200) found[`GET ${path}`] = { perMinute: 600, path: here }
			}
			return found
		}

		async function measure(name: string, attack: Attack): Promise<string[]> {
			const token = attack.by === 'runtime' ? key : await tokenOf('attacker')
			const statuses: Record<string, number> = {}
			let last = ''
			const [alone, beside]: [number[], number[]] = [[], []]
			await reads(3)
			for (let round = 0; round < ROUNDS; round += 1) {
				alone.push(...(await reads(READS)))
				const stop = new AbortController()
				const attacking = repeat(attack, stop.signal, async () => {
					const { status, text } = await send(attack.path, token, attack)
					statuses[status] = (statuses[status] ?? 0) + 1
					last = text
				})
				await sleep(LEAD_MS)
				beside.push(...(await reads(READS)))
				stop.abort()
				await attacking
			}
			const [before, during] = [median(alone), median(beside)]
			const times = (during / before).toFixed(1)
			console.log(
				`${name}: ${before.toFixed(1)} ms, beside it ${during.toFixed(1)} ms, ${times} ×, ${JSON.stringify(statuses)}`,
			)
			const { status } = attack
			if (!Object.keys(statuses).some((one) => (status ? one === String(status) : one.startsWith('2'))))
				return [`${name} was only refused: ${last}`]
			return during > MOST * before ? [`${name} slows another tenant's reads ${times} times.`] : []
		}

		/** How long warm reads of the neighbor take, one after another. */
		async function reads(count: number): Promise<number[]> {
			const times: number[] = []
			const token = await tokenOf('neighbor')
			for (let n = 0; n < count; n += 1) {
				const started = performance.now()
				const { status } = await send('/v1/me', token)
				if (status !== 200) throw new Error(`The neighbor got ${status}`)
				times.push(performance.now() - started)
				await sleep(REST_MS)
			}
			return times
		}
	} finally {
		await running.stop()
	}
}

/** Makes a call at the rate of its limit, without waiting for slow responses. */
async function repeat({ perMinute }: Attack, stop: AbortSignal, call: () => Promise<void>): Promise<void> {
	const calls: Promise<void>[] = []
	while (!stop.aborted) {
		calls.push(call())
		await sleep(60_000 / perMinute)
	}
	await Promise.all(calls)
}

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN

const report = (org_id: string): Attack => ({
	perMinute: 600,
	method: 'POST',
	path: '/v1/runtime/runs',
	by: 'runtime',
	body: () =>
		Array.from({ length: 100 }, () => ({
			run_id: randomUUID(),
			org_id,
			status: 'completed',
			agent_id: randomUUID(),
			total_input_tokens: 10,
			total_output_tokens: 10,
		})),
})

const DRY = { 'Dry-Run': 'true' }

/** The dearest calls that change or ask something, at their limits. */
function writesOf(org_id: string): Record<string, Attack> {
	const path = `/v1/orgs/${org_id}`
	const post = { method: 'POST', perMinute: 600 }
	const budget = () => ({ name: randomUUID(), scope: 'agent', unit: 'tokens', window: 'month', limit: 1e9, alerts: [] })
	return {
		'a report of 100 runs': report(org_id),
		'a beginning': {
			...post,
			path: '/v1/runtime/runs/begin',
			by: 'runtime',
			body: () => ({ run_id: randomUUID(), org_id }),
		},
		'a dry run of a budget': { ...post, perMinute: 60, path: `${path}/budgets`, body: budget, headers: DRY },
		'a simulation of a budget': {
			...post,
			perMinute: 60,
			path: `${path}/budgets/rehearse`,
			body: () => ({ budget: { scope: 'agent', unit: 'tokens', window: 'month', limit: 1e9 }, days: 30 }),
		},
		'a plan of a document': {
			...post,
			perMinute: 20,
			path: `${path}/config/plan`,
			body: () => ({ document: { version: 1, llm_providers: {}, mcp_configs: {} } }),
		},
		'a pause that changes': {
			method: 'PUT',
			perMinute: 600,
			path: `${path}/pauses/agent/a`,
			body: () => ({ reason: randomUUID() }),
		},
		'a wrong password': {
			...post,
			perMinute: 10,
			status: 400,
			path: '/v1/me/password',
			body: () => ({ old_password: randomUUID(), new_password: randomUUID() }),
		},
		'200 flags': { ...post, path: '/ofrep/v1/evaluate/flags', body: () => ({ context: { targetingKey: org_id } }) },
		'all notifications as read': {
			method: 'PATCH',
			perMinute: 60,
			path: '/v1/notifications',
			body: () => ({ is_read: true }),
		},
	}
}
