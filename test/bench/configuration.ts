import { join } from 'node:path'
import { workspace } from './cleanup.ts'
import type { Counted } from './counted.ts'
import { markdown } from './report.ts'
import { bindings, prepareScale, signIn } from './state.ts'
import { type Running, start } from './workers.ts'

// The configuration document at a size that few will reach: 10,000 flags, 1,000 plans with 5 entitlements each, and an org with 2,000
// LLM providers, each with a key and a model.

const FLAGS = 10_000
const PLANS = 1_000
const PROVIDERS = 2_000

const PLATFORM = '/v1/admin/config'

type Document = Record<string, unknown>

interface Step {
	name: string
	path: string
	method: 'GET' | 'POST' | 'PUT'
	/** `turn` makes each change a different one. */
	body?: (turn: number) => object
}

interface ConfigurationFigure {
	name: string
	counted: Pick<Counted, 'calls' | 'rows_read' | 'rows_written'>
	statements: number
	p50_ms: number
	bytes: number
}

interface Plan {
	script: string
	countedScript: string
	rounds: number
	say: (text: string) => void
}

const listed = <T>(count: number, prefix: string, make: (index: number) => T): Record<string, T> =>
	Object.fromEntries(Array.from({ length: count }, (_, i) => [`${prefix}${String(i).padStart(5, '0')}`, make(i)]))

const flag = (turn: number) => ({ default_value: true, description: `A flag of the benchmark ${turn}` })
const entitlement = { value: '100', value_type: 'integer' }
const provider = (turn: number) => ({
	provider: 'vendor_a',
	base_url: 'https://api.example.com/v1',
	api_key: { $secret: { value: 'sk-0123456789abcdef' } },
	models: { small: { priority: turn } },
})

const flags = () => ({ version: 1, feature_flags: listed(FLAGS, 'bench.', flag) })
const plans = () => ({
	version: 1,
	plans: listed(PLANS, 'bench-', () => ({
		display_name: 'Bench',
		entitlements: listed(5, 'quota.', () => entitlement),
	})),
})
const providers = () => ({ version: 1, llm_providers: listed(PROVIDERS, 'bench-', provider) })

export async function measureConfiguration({
	script,
	countedScript,
	rounds,
	say,
}: Plan): Promise<ConfigurationFigure[]> {
	const state = join(workspace, 'configuration')
	say('Filling a database with a large configuration …')
	await prepareScale(script, state, { users: 10, orgs: 2, runs: 10 })
	const ours = await start({ script, state, bindings })
	const figures = new Map<string, number[]>()
	const token = await signIn(ours)
	const call = callerOf(ours, token)
	const { org_id } = (await call({ name: 'me', path: '/v1/me', method: 'GET' }, 0)).body as { org_id: string }
	const org = `/v1/orgs/${org_id}/config`
	const limits = ['limit.llm_providers', 'limit.llm_models'].map((key) => [key, { value: '0', value_type: 'integer' }])
	const override = { version: 1, entitlement_overrides: Object.fromEntries(limits) }
	await call({ name: 'limits', path: org, method: 'PUT', body: () => ({ document: override }) }, 0)
	const creations: Step[] = [
		{ name: `apply of ${FLAGS} new flags`, path: PLATFORM, method: 'PUT', body: () => ({ document: flags() }) },
		{ name: `apply of ${PLANS} new plans`, path: PLATFORM, method: 'PUT', body: () => ({ document: plans() }) },
		{ name: `apply of ${PROVIDERS} new providers`, path: org, method: 'PUT', body: () => ({ document: providers() }) },
	]
	for (const step of creations) {
		say(step.name)
		figures.set(step.name, [(await call(step, 0)).ms])
	}
	const [whole, wholeOrg] = await Promise.all(
		[PLATFORM, org].map(async (path) => (await call({ name: 'export', path, method: 'GET' }, 0)).body as Document),
	)
	const steps = stepsOf(org, whole as Document, wholeOrg as Document)
	for (const step of steps) {
		say(`${step.name} …`)
		const times: number[] = []
		for (let round = 1; round <= rounds; round += 1) times.push((await call(step, round)).ms)
		figures.set(step.name, times)
	}
	await ours.stop()
	const counting = await start({ script: countedScript, state, bindings })
	const found: ConfigurationFigure[] = []
	const count = callerOf(counting, token)
	for (const step of steps) {
		// The counting Worker's first request also reads the caller.
		await count({ name: 'warm-up', path: '/v1/plans?limit=1', method: 'GET' }, 0)
		const { body } = await count(step, rounds + 1)
		const { status, calls, rows_read, rows_written, statements, text } = body as Counted
		if (status >= 400) throw new Error(`${step.name} answered ${status}: ${text}`)
		const p50_ms = median(figures.get(step.name) ?? [])
		found.push({
			name: step.name,
			counted: { calls, rows_read, rows_written },
			statements: statements.length,
			p50_ms,
			bytes: text.length,
		})
	}
	await counting.stop()
	const once = creations.map(({ name }) => ({
		name,
		counted: { calls: 0, rows_read: 0, rows_written: 0 },
		statements: 0,
		p50_ms: median(figures.get(name) ?? []),
		bytes: 0,
	}))
	return [...once, ...found]
}

function stepsOf(org: string, whole: Document, wholeOrg: Document): Step[] {
	const oneFlag = (turn: number) => ({ document: { version: 1, feature_flags: { 'bench.00001': flag(turn) } } })
	const oneProvider = (turn: number) => ({
		document: {
			version: 1,
			llm_providers: { 'bench-00001': { ...provider(turn), api_key: { $secret: { keep: true } } } },
		},
	})
	const changed = (turn: number) => {
		const feature_flags = { ...(whole.feature_flags as object), 'bench.00001': flag(turn + 1_000) }
		return { document: { version: 1, feature_flags }, mode: 'exact' }
	}
	return [
		{ name: 'export of the platform', path: PLATFORM, method: 'GET' },
		{
			name: 'plan of the whole export',
			path: `${PLATFORM}/plan`,
			method: 'POST',
			body: () => ({ document: whole, mode: 'exact' }),
		},
		{ name: 'plan of one flag', path: `${PLATFORM}/plan`, method: 'POST', body: oneFlag },
		{ name: 'apply of one flag', path: PLATFORM, method: 'PUT', body: oneFlag },
		{ name: 'apply of all flags, one of them changed', path: PLATFORM, method: 'PUT', body: changed },
		{ name: 'export of the org', path: org, method: 'GET' },
		{
			name: 'plan of the whole export of the org',
			path: `${org}/plan`,
			method: 'POST',
			body: () => ({ document: wholeOrg, mode: 'exact' }),
		},
		{ name: 'apply of one provider', path: org, method: 'PUT', body: oneProvider },
	]
}

/** Sends steps and returns the response with its time. Throws on a refusal. */
const callerOf =
	({ url }: Running, token: string) =>
	async ({ name, path, method, body }: Step, turn: number) => {
		const caller = { Authorization: `Bearer ${token}` }
		// An apply says which state it is meant for.
		const current = method === 'PUT' && (await fetch(url + path, { headers: caller }))
		const tag = current && (current.headers.get('ETag') ?? (await current.json<Counted>()).etag)
		const headers = { ...caller, ...(tag && { 'If-Match': tag }) }
		const text = body && JSON.stringify(body(turn))
		const startedAt = performance.now()
		const response = await fetch(url + path, { method, headers, ...(text ? { body: text } : {}) })
		const reply = await response.text()
		const ms = performance.now() - startedAt
		if (!response.ok) throw new Error(`${name} answered ${response.status}: ${reply.slice(0, 500)}`)
		return { ms, body: JSON.parse(reply) as unknown }
	}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** The printed table. */
export function configurationTable(figures: ConfigurationFigure[]): string {
	const rows = figures.map(({ name, counted, statements, p50_ms, bytes }) => [
		name,
		...(statements > 0
			? [counted.calls, statements, counted.rows_read, counted.rows_written]
			: ['–', '–', '–', '–']
		).map(String),
		p50_ms.toFixed(0),
		bytes > 0 ? (bytes / 1024).toFixed(0) : '–',
	])
	return markdown([['what', 'D1 calls', 'statements', 'rows read', 'rows written', 'p50 ms', 'response KB'], ...rows])
}
