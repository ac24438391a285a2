import { flagKey, orgId, planId, runId } from './data.ts'

type Row = Record<string, unknown>

/** What a path is compared with: the least code that gives the same response. */
type Floor =
	/** A bare Hono route that returns the text our Worker returned. */
	| { kind: 'route' }
	/** A raw handler that runs the last statement our Worker ran, shapes its rows and returns them with JSON.stringify. */
	| { kind: 'read'; shape: (rows: Row[]) => unknown }
	/** A raw handler that parses the body and runs one bare INSERT. */
	| { kind: 'insert'; sql: string; status: number; work: (body: unknown) => { params: unknown[]; response: unknown } }

/** A request to measure. */
export interface Asked {
	name: string
	method: 'GET' | 'POST'
	/** With its query string. */
	path: string
	/** JSON; `{unique}` in it becomes a different text for each request. */
	body?: string
}

export interface Path extends Asked {
	floor: Floor
	/** The minimum share of the floor's requests per second, and the most D1 calls a request may make. */
	target?: { ratio: number; calls?: number }
}

const withEntitlements = (row: Row) => {
	const granted = JSON.parse(row.entitlements as string) as Row[]
	return { ...row, entitlements: granted.map((entitlement) => ({ ...entitlement, is_valid: true })) }
}
const flag = (row: Row | undefined) => ({ ...row, default_value: row?.default_value === 1 })

const REPORT = {
	org_id: orgId(0),
	thread_id: 'thr_{unique}',
	status: 'completed',
	model: 'vendor-a-large',
	provider_kind: 'vendor_a',
	credential_name: 'main',
	persona_model: 'main^vendor-a-large',
	duration_ms: 5210,
	total_input_tokens: 1830,
	total_output_tokens: 412,
	total_cost_usd: 0.0042,
}

/** A report of this many ended runs, all new and of the first org, which can pay. */
export function reportOf(count: number): Asked {
	const reports = Array.from({ length: count }, (_, i) => ({ run_id: `run_{unique}_${count}_${i}`, ...REPORT }))
	return {
		name: `run report, ${count}`,
		method: 'POST',
		path: '/v1/runtime/runs',
		body: JSON.stringify(count === 1 ? reports[0] : reports),
	}
}

const insertRuns: Floor = {
	kind: 'insert',
	sql: `INSERT INTO runs (run_id, org_id, thread_id, status, model, provider_kind, credential_name, persona_model, duration_ms,
		total_input_tokens, total_output_tokens, cost_microusd, created_at, completed_at)
		SELECT value ->> 'run_id', value ->> 'org_id', value ->> 'thread_id', value ->> 'status', value ->> 'model',
		value ->> 'provider_kind', value ->> 'credential_name', value ->> 'persona_model', value ->> 'duration_ms',
		value ->> 'total_input_tokens', value ->> 'total_output_tokens', round(value ->> 'total_cost_usd' * 1000000), ?2, ?2 FROM json_each(?1)`,
	status: 200,
	work: (body) => {
		const reports = [body].flat() as Row[]
		const runs = reports.map(({ run_id, status }) => ({ run_id, status }))
		return { params: [JSON.stringify(reports), new Date().toISOString()], response: { accepted: runs.length, runs } }
	},
}

const budgetsOf = (count: number) => (count === 1 ? '1 budget' : `${count} budgets`)

/** A beginning in an org with so many budgets that apply. */
const beginning = (count: number): Path => ({
	name: `begin, ${budgetsOf(count)}`,
	method: 'POST',
	path: '/v1/runtime/runs/begin',
	body: `{"run_id":"run_{unique}_${count}","org_id":"${orgId(count)}","agent_id":"bench","hold":{"credits":10}}`,
	floor: {
		kind: 'insert',
		sql: `INSERT INTO holds (run_id, org_id, agent_id, run_created_at, credits, ttl_s, expires_at, begun_by, call_id, touched_at)
			VALUES (?1, ?2, 'bench', ?3, 10, 900, ?4, ?1, ?1, ?3)`,
		status: 201,
		work: (body) => {
			const { run_id, org_id } = body as Row
			const [at, expires_at] = [0, 900_000].map((ms) => new Date(Date.now() + ms).toISOString())
			return { params: [run_id, org_id, at, expires_at], response: { run: { run_id, org_id, status: 'running' } } }
		},
	},
	target: { ratio: 0.5 },
})

/** A progress of a run that has begun. It renews the hold. */
const progress = (count: number): Path => ({
	name: `progress, ${budgetsOf(count)}`,
	method: 'POST',
	path: `/v1/runtime/runs/${runId(count)}/progress`,
	body: `{"org_id":"${orgId(count)}","total_cost_usd":0.01}`,
	floor: {
		kind: 'insert',
		sql: `UPDATE holds SET expires_at = ?1, touched_at = ?2 WHERE run_id = '${runId(count)}'`,
		status: 200,
		work: () => {
			const [at, expires_at] = [0, 900_000].map((ms) => new Date(Date.now() + ms).toISOString())
			return { params: [expires_at, at], response: { run: { run_id: runId(count) }, hold: { expires_at } } }
		},
	},
	target: { ratio: 0.5 },
})

/** Every path that's compared with a floor. Paths that write come last, because what they add changes what the others read. */
export const paths: Path[] = [
	{ name: 'healthz', method: 'GET', path: '/healthz', floor: { kind: 'route' }, target: { ratio: 0.75 } },
	{
		name: 'single read',
		method: 'GET',
		path: `/v1/feature-flags/${flagKey(100)}`,
		floor: { kind: 'read', shape: ([row]) => flag(row) },
		target: { ratio: 0.88 },
	},
	{
		name: 'single read with 5 children',
		method: 'GET',
		path: `/v1/plans/${planId(100)}`,
		floor: { kind: 'read', shape: ([row]) => row && withEntitlements(row) },
		target: { ratio: 0.88 },
	},
	{
		name: 'list of 50',
		method: 'GET',
		path: '/v1/plans?limit=50',
		floor: { kind: 'read', shape: (rows) => rows.slice(0, 50).map(withEntitlements) },
		target: { ratio: 0.88 },
	},
	{
		name: 'flag evaluation, warm',
		method: 'GET',
		path: `/v1/feature-flags/${flagKey(100)}/evaluate`,
		floor: { kind: 'route' },
		target: { ratio: 0.6, calls: 0 },
	},
	{
		name: 'OFREP bulk of 200, warm',
		method: 'POST',
		path: '/ofrep/v1/evaluate/flags',
		body: '{"context":{"targetingKey":"usr_42"}}',
		floor: { kind: 'route' },
		target: { ratio: 0.6, calls: 0 },
	},
	{
		name: 'tool resolution, warm',
		method: 'GET',
		path: '/v1/tool-providers/web_search/effective',
		floor: { kind: 'route' },
		target: { ratio: 0.6, calls: 0 },
	},
	{
		name: 'create',
		method: 'POST',
		path: '/v1/feature-flags',
		body: '{"key":"bench.{unique}","description":"Made under load","default_value":true}',
		floor: {
			kind: 'insert',
			sql: 'INSERT INTO feature_flags (id, key, description, default_value, created_at) VALUES (?, ?, ?, ?, ?)',
			status: 201,
			work: (body) => {
				const { key, description, default_value } = body as Row
				// IDs that grow with time, like ours: random ones would make the floor's index more expensive.
				const id = `flag_${Date.now().toString(36)}${crypto.randomUUID()}`
				const response = { id, key, description, default_value, created_at: new Date().toISOString() }
				return { params: Object.values(response), response }
			},
		},
		target: { ratio: 0.7 },
	},
	...[0, 1, 5].flatMap((count) => [beginning(count), progress(count)]),
	{ ...reportOf(1), floor: insertRuns, target: { ratio: 0.55 } },
	{ ...reportOf(100), floor: insertRuns, target: { ratio: 0.45 } },
]

/** The body of one request. `unique` is any text that no other request of the run has. */
export const bodyOf = ({ body }: Asked, unique: string) => body?.replaceAll('{unique}', unique)
