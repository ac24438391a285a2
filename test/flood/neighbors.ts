// `npm run test:flood -- neighbors`: what another tenant's read notices while one tenant makes one kind of call as often as it
// may, at filled tables. It starts its own Worker and only calls loopback.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate } from '../../src/tools/migrate.ts'
import document from '../../src/worker/operations/docs/openapi.json' with { type: 'json' }
import { workspace } from '../bench/cleanup.ts'
import { bindings, register, signIn } from '../bench/state.ts'
import { buildWorker, start } from '../bench/workers.ts'
import { fill } from '../support/filled.ts'

/** How many reads a round measures with the attacker, and how many without. */
const READS = 15
const ROUNDS = 3
/** How many times as long a read may take beside an attacker, in the median. */
const MOST = 3
/** How long the attacker has called when a round begins. */
const LEAD_MS = 700
const ENDPOINTS = 100

interface Attack {
	/** How often one tenant may make the call. */
	perMinute: number
	path: string
	method?: string
	/** The body of each call. */
	body?: () => unknown
	headers?: Record<string, string>
	by?: 'runtime'
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
		const [attacker, neighbor] = [
			await register(running, 'attacker', '198.51.100.1'),
			await register(running, 'neighbor', '198.51.100.2'),
		]
		const { org_id } = attacker
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
		const made = async (path: string, body: object, token = attacker.access_token): Promise<Record<string, string>> => {
			const { status, text } = await send(path, token, { method: 'POST', body: () => body })
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
			if (attack.path.includes('{endpoints}')) continue
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
				(await send('/v1/webhook-endpoints?limit=200', attacker.access_token)).text,
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
				const { status } = await send(here, attacker.access_token)
				if (status === 200) found[`GET ${path}`] = { perMinute: 600, path: here }
			}
			return found
		}

		async function measure(name: string, attack: Attack): Promise<string[]> {
			const token = attack.by === 'runtime' ? key : attacker.access_token
			const statuses: Record<string, number> = {}
			const [alone, beside]: [number[], number[]] = [[], []]
			await reads(3)
			for (let round = 0; round < ROUNDS; round += 1) {
				alone.push(...(await reads(READS)))
				const stop = new AbortController()
				const attacking = repeat(attack, stop.signal, async () => {
					const { status } = await send(attack.path, token, attack)
					statuses[status] = (statuses[status] ?? 0) + 1
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
			if (!Object.keys(statuses).some((status) => status.startsWith('2'))) return [`${name} was never answered.`]
			return during > MOST * before ? [`${name} slows another tenant's reads ${times} times.`] : []
		}

		/** How long warm reads of the neighbor take, one after another. */
		async function reads(count: number): Promise<number[]> {
			const times: number[] = []
			for (let n = 0; n < count; n += 1) {
				const started = performance.now()
				const { status } = await send('/v1/me', neighbor.access_token)
				if (status !== 200) throw new Error(`The neighbor got ${status}`)
				times.push(performance.now() - started)
				await sleep(40)
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
			body: () => ({ ...budget(), days: 30 }),
		},
		'a dry run of a document': {
			method: 'PUT',
			perMinute: 20,
			path: `${path}/config`,
			body: () => ({ version: 1, feature_flags: {} }),
			headers: DRY,
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
			path: '/v1/me/password',
			body: () => ({ current_password: randomUUID(), new_password: randomUUID() }),
		},
		'200 flags': { ...post, path: '/ofrep/v1/evaluate/flags', body: () => ({ context: { targetingKey: org_id } }) },
		'a search': { perMinute: 600, path: '/v1/search?q=fa' },
		'all notifications as read': {
			method: 'PATCH',
			perMinute: 60,
			path: '/v1/notifications',
			body: () => ({ is_read: true }),
		},
	}
}
