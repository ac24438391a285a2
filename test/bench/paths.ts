import { flagKey, planId } from './data.ts'

type Row = Record<string, unknown>

/** What stands beside our Worker on a path: the least code that gives the same answer. */
type Floor =
	/** A bare Hono route that answers the text our Worker answered. */
	| { kind: 'route' }
	/** A raw handler that runs the last statement our Worker ran, shapes its rows and answers them with JSON.stringify. */
	| { kind: 'read'; shape: (rows: Row[]) => unknown }
	/** A raw handler that parses the body and runs one bare INSERT of the record, whose values are bound in their order. */
	| { kind: 'insert'; sql: string; record: (body: Row) => Row }

export interface Path {
	name: string
	method: 'GET' | 'POST'
	/** With its query string. */
	path: string
	/** JSON; `{unique}` in it becomes another text for each request. */
	body?: string
	floor: Floor
	/** The least share of the floor's requests per second, and the most D1 calls a request may make. */
	target?: { ratio: number; calls?: number }
}

const withEntitlements = (row: Row) => ({ ...row, entitlements: JSON.parse(row.entitlements as string) as unknown })
const flag = (row: Row | undefined) => ({ ...row, default_value: row?.default_value === 1 })

/** Every path that is measured. Paths that write come last, since what they add changes what the others read. */
export const paths: Path[] = [
	{ name: 'healthz', method: 'GET', path: '/healthz', floor: { kind: 'route' }, target: { ratio: 0.7 } },
	{
		name: 'single read',
		method: 'GET',
		path: `/v1/feature-flags/${flagKey(100)}`,
		floor: { kind: 'read', shape: ([row]) => flag(row) },
		target: { ratio: 0.8 },
	},
	{
		name: 'single read with 5 children',
		method: 'GET',
		path: `/v1/plans/${planId(100)}`,
		floor: { kind: 'read', shape: ([row]) => row && withEntitlements(row) },
		target: { ratio: 0.8 },
	},
	{
		name: 'list of 50',
		method: 'GET',
		path: '/v1/plans?limit=50',
		floor: { kind: 'read', shape: (rows) => rows.slice(0, 50).map(withEntitlements) },
		target: { ratio: 0.8 },
	},
	{
		name: 'flag evaluation, warm',
		method: 'GET',
		path: `/v1/feature-flags/${flagKey(100)}/evaluate`,
		floor: { kind: 'route' },
		target: { ratio: 0.5, calls: 0 },
	},
	{
		name: 'OFREP bulk of 200, warm',
		method: 'POST',
		path: '/ofrep/v1/evaluate/flags',
		body: '{"context":{"targetingKey":"usr_42"}}',
		floor: { kind: 'route' },
		target: { ratio: 0.5, calls: 0 },
	},
	{
		name: 'tool resolution, warm',
		method: 'GET',
		path: '/v1/tool-providers/web_search/effective',
		floor: { kind: 'route' },
		target: { ratio: 0.5, calls: 0 },
	},
	{
		name: 'create',
		method: 'POST',
		path: '/v1/feature-flags',
		body: '{"key":"bench.{unique}","description":"Made under load","default_value":true}',
		floor: {
			kind: 'insert',
			sql: 'INSERT INTO feature_flags (id, key, description, default_value, created_at) VALUES (?, ?, ?, ?, ?)',
			record: ({ key, description, default_value }) => ({
				// Ids that grow with time, as ours do: random ones would make the floor's index dearer.
				id: `flag_${Date.now().toString(36)}${crypto.randomUUID()}`,
				key,
				description,
				default_value,
				created_at: new Date().toISOString(),
			}),
		},
	},
]

/** The body of one request, `unique` being any text that no other request of the run has. */
export const bodyOf = ({ body }: Path, unique: string) => body?.replaceAll('{unique}', unique)
