// `npm run test:outage`: asks the built Worker, which runs as under `npm run serve`, 50 of the runtime's questions a second, over HTTP and
// RPC, while D1 stalls for a minute. It does so with one isolate and with four, rate limits on, and prints how many questions failed
// and how long they took. It fails if one fails, or if they take longer than the bounds, which are those of a machine with nothing else
// to do. It starts its own Workers and only calls loopback. It ends after five minutes.
import { generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { migrate } from '../../src/tools/migrate.ts'
import { conclude, workspace } from '../bench/cleanup.ts'
import { bindings, register, signIn } from '../bench/state.ts'
import { buildWorker, type Running, start } from '../bench/workers.ts'

const RATE = 50
const BEFORE_MS = 20_000
const STALL_MS = 60_000
const AFTER_MS = 10_000
/** The first seconds of the stall, in which questions wait until an isolate has noticed. */
const FIRST_MS = 3_000
/** The p95 of these seconds, and how much the later ones may differ from those before the stall, in milliseconds. */
const BOUNDS = { first: 2_000, later: 50 }
const ORGS = 4
const ISOLATES = [1, 4]

type Question = (url: string) => Promise<Response>

interface Felt {
	/** When it was asked, in milliseconds after the stall began. */
	at: number
	ms: number
	/** Undefined if it was answered. */
	error: string | undefined
	isStale: boolean
}

const { values: options } = parseArgs({ options: { 'without-sealed': { type: 'boolean' } } })

const script = await buildWorker('test/outage/hanging.ts')
await conclude(async () => {
	const faults: string[] = []
	for (const isolates of ISOLATES) faults.push(...(await measured(isolates)))
	return faults
})

async function measured(isolates: number): Promise<string[]> {
	const state = join(workspace, `outage-${isolates}`)
	const running = await start({ script, state, bindings: { ...bindings, RATE_LIMITS: 'on' }, isolates })
	try {
		await migrate(await running.database())
		const root = await signIn(running)
		const questions: Question[] = []
		for (let n = 0; n < ORGS; n += 1) questions.push(...(await questionsOf(running, root, n)))
		const felt = await asked(running, questions)
		return report(isolates, questions.length, felt)
	} finally {
		await running.stop()
	}
}

/** Sets up an org, and returns what its runtime asks. */
async function questionsOf(running: Running, root: string, n: number): Promise<Question[]> {
	const { access_token: token, org_id } = await register(running, `outage-${n}`, `198.51.100.${n}`)
	const api_key = 'sk-outage-0123456789-abcdef'
	const change = async <T>(method: string, path: string, body?: object, by = token): Promise<T> => {
		const response = await fetch(running.url + path, {
			method,
			headers: { Authorization: `Bearer ${by}` },
			...(body && { body: JSON.stringify(body) }),
		})
		if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
		return JSON.parse((await response.text()) || 'null') as T
	}
	const provider = { name: 'main', provider: 'vendor_a', api_key }
	const { id } = await change<{ id: string }>('POST', '/v1/llm-providers', provider)
	await change('POST', `/v1/llm-providers/${id}/models`, { model: 'm', is_default: true })
	await change('PUT', '/v1/tool-providers/web_search/keyed/credential?scope=org', { api_key })
	await change('PUT', '/v1/tool-providers/web_search/keyed/activate?scope=org')
	const mcp = { name: 'remote', transport: 'streamable_http', url: 'https://mcp.example.com/', bearer_token: api_key }
	await change('POST', '/v1/mcp-configs', mcp)
	const flag = `outage.${n}`
	await change('POST', '/v1/feature-flags', { key: flag, default_value: true }, root)

	const http =
		(by: string, method: string, path: string, body?: object): Question =>
		(url) =>
			fetch(url + path, {
				method,
				headers: { Authorization: `Bearer ${by}` },
				...(body && { body: JSON.stringify(body) }),
				signal: AbortSignal.timeout(20_000),
			})
	const rpc = (method: string, ...args: unknown[]) => http('', 'POST', '/outage-rpc', { method, args })
	const selector = 'main^m'
	const open = [
		http(token, 'GET', '/v1/tool-providers/web_search/effective'),
		http(token, 'POST', '/v1/llm-providers/resolve', { selector }),
		http(token, 'GET', `/v1/feature-flags/${flag}/evaluate`),
		http(token, 'GET', `/v1/entitlements?org_id=${org_id}`),
		rpc('resolveTool', org_id, 'web_search'),
		rpc('resolveModel', org_id, selector),
		rpc('listMcp', org_id),
		rpc('entitlement', org_id, 'mcp.stdio'),
		rpc('flag', org_id, flag),
	]
	if (options['without-sealed']) return open
	const accounts = `/v1/orgs/${org_id}/service-accounts`
	const scopes = ['runtime.resolve']
	const account = await change<{ id: string }>('POST', accounts, { name: 'runtime', scopes }, root)
	const { key } = await change<{ key: string }>('POST', `${accounts}/${account.id}/keys`, { name: 'key' }, root)
	const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
	await change('PUT', `${accounts}/${account.id}/encryption-keys`, publicKey.export({ format: 'jwk' }), root)
	return [
		...open,
		http(key, 'POST', '/v1/runtime/tools/resolve', { org_id, group: 'web_search' }),
		http(key, 'POST', '/v1/runtime/models/resolve', { org_id, selector }),
		http(key, 'POST', '/v1/runtime/mcp/resolve', { org_id }),
	]
}

/** Asks every isolate every question in turn, `RATE` a second in all, before, during and after the stall. */
async function asked({ urls }: Running, questions: Question[]): Promise<Felt[]> {
	const felt: Felt[] = []
	const pending: Promise<void>[] = []
	const started = Date.now()
	const stalls = started + BEFORE_MS
	let isStalled = false
	for (let n = 0; Date.now() < stalls + STALL_MS + AFTER_MS; n += 1) {
		if (!isStalled && Date.now() >= stalls) {
			isStalled = true
			await Promise.all(urls.map((url) => fetch(`${url}/outage-stall?ms=${stalls + STALL_MS - Date.now()}`)))
		}
		const question = questions[Math.floor(n / urls.length) % questions.length] as Question
		pending.push(timed(felt, stalls, () => question(urls[n % urls.length] as string)))
		await sleep(Math.max(0, started + ((n + 1) * 1_000) / RATE - Date.now()))
	}
	await Promise.all(pending)
	return felt
}

async function timed(felt: Felt[], stalls: number, ask: () => Promise<Response>): Promise<void> {
	const [at, began] = [Date.now() - stalls, performance.now()]
	const { error, isStale } = await ask().then(
		async (response) => {
			const text = await response.text()
			const error = response.ok ? undefined : `${response.status} ${response.url.replace(/.*:\d+/, '')} ${text}`
			return { error, isStale: response.headers.has('Stale-Since') || text.includes('"stale_since"') }
		},
		(cause: unknown) => ({ error: String(cause), isStale: false }),
	)
	felt.push({ at, ms: performance.now() - began, error, isStale })
}

function report(isolates: number, questions: number, felt: Felt[]): string[] {
	// The first round reads what the isolates don't know yet.
	const parts: [name: string, from: number, to: number][] = [
		['before', -BEFORE_MS / 2, 0],
		['first three seconds', 0, FIRST_MS],
		['the rest of the stall', FIRST_MS, STALL_MS],
		['after', STALL_MS, Infinity],
	]
	console.log(`${isolates} isolate${isolates > 1 ? 's' : ''}, ${questions} questions, ${RATE} a second:`)
	const found = parts.map(([name, from, to]) => {
		const these = felt.filter(({ at }) => at >= from && at < to)
		const times = these.map(({ ms }) => ms).toSorted((one, other) => one - other)
		const part = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0
		const errors = these.flatMap(({ error }) => error ?? [])
		const stale = these.filter(({ isStale }) => isStale).length
		const [p50, p95, p99] = [part(0.5), part(0.95), part(0.99)]
		console.log(
			`  ${name}: ${these.length}, p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, ${stale} from copies, ${errors.length} errors`,
		)
		return { name, p95, errors }
	})
	const [before, first, ...later] = found
	return [
		...found.flatMap(({ name, errors }) =>
			errors.length > 0 ? [`${isolates}, ${name}: ${errors.length} errors, such as ${errors[0]}`] : [],
		),
		...((first?.p95 ?? 0) > BOUNDS.first ? [`${isolates}: the p95 of the first seconds is ${first?.p95} ms`] : []),
		...later.flatMap(({ name, p95 }) =>
			p95 > (before?.p95 ?? 0) + BOUNDS.later ? [`${isolates}, ${name}: the p95 is ${p95.toFixed(0)} ms`] : [],
		),
	]
}
