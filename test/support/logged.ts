import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, expect } from 'vitest'
import type { KeptRequest, LogEntry } from '../../src/worker/traffic/access-log/entry.ts'
import type { LogFilters } from '../../src/worker/traffic/access-log/schema.ts'
import type { Reply } from './api.ts'
import { pack } from './program.ts'
import { admin, unique } from './world.ts'

/** The file's requests are logged. */
export function withAccessLog(): void {
	const { ACCESS_LOG } = env
	beforeAll(() => void (env.ACCESS_LOG = 'on'))
	afterAll(() => void (env.ACCESS_LOG = ACCESS_LOG))
}

/** The recent log that the Worker itself writes to. */
export const recentLog = () => env.ACCESS_LOG_STREAM.getByName('access-log')

/** A recent log that nobody else writes to. */
export const newRecentLog = () => env.ACCESS_LOG_STREAM.getByName(unique('recent'))

/** The log's only entry with this trace id. */
export async function loggedUnder(trace_id: string | null) {
	const { status, body } = await (await admin()).get(`/v1/admin/access-log?trace_id=${trace_id}`)
	expect(status).toBe(200)
	expect(body.data).toHaveLength(1)
	return body.data[0]
}

/** The log's entry of a response. */
export const entryFor = ({ headers }: Reply) => loggedUnder(headers.get('X-Trace-Id'))

/** A recent log whose calls do what `call` does. */
export const streamThat = (call: () => Promise<never>) => ({
	ACCESS_LOG_STREAM: {
		getByName: () => ({ append: call, read: call, facets: call }),
	} as unknown as typeof env.ACCESS_LOG_STREAM,
})

/** A recent log that doesn't answer. */
export const down = streamThat(() => Promise.reject(new Error('down')))

/** What the stores of the log filter by, one by one and together. */
export const FILTERS: LogFilters[] = [
	{},
	{ method: 'POST' },
	{ path: '/v1/' },
	{ path: '/v1/"quoted"\\' },
	{ ip: '2001:db8::1' },
	{ country: 'T1', ua_type: 'bot' },
	{ risk_min: 0.9 },
	{ status_code: 403 },
	{ status_class: '4xx', path: '/v1/' },
	{ org_id: 'org_1', user_id: 'usr_4' },
	{ error: 'auth.forbidden', reason: 'ip.blocked' },
	{ decided_by: 'permission:data.secrets' },
	{ is_console_read: true },
	{ is_console_read: false, status_class: '2xx' },
	{ method: 'GET', ip: '203.0.113.7', country: 'DE', ua_type: 'browser', risk_min: 0.2, status_code: 200 },
	{ method: 'NOTHING' },
]

const PATHS = ['/v1/plans', '/v1/plans/x', '/v1/admin/users', '/healthz', '/docs', '/v1/"quoted"\\']
const METHODS = ['GET', 'POST', 'PATCH', 'DELETE']
const COUNTRIES = ['DE', 'US', 'T1', null]
const UA_TYPES = ['browser', 'bot', 'tool', 'unknown'] as const
const ADDRESSES = ['203.0.113.7', '198.51.100.70', '2001:db8::1', 'unknown']

/** The `index`th of a series of requests that differ in everything the log can be filtered by. */
export const requestOf = (index: number, fields: Partial<KeptRequest> = {}): KeptRequest => ({
	timestamp: new Date(1_700_000_000_000 + index).toISOString(),
	trace_id: index.toString(16).padStart(32, '0'),
	method: METHODS[index % 4] as string,
	path: PATHS[(index >> 2) % 6] as string,
	status_code: [200, 201, 403, 404, 500][index % 5] as number,
	duration_ms: index % 900,
	client_ip: ADDRESSES[(index >> 1) % 4] as string,
	country: COUNTRIES[(index >> 3) % 4] as string | null,
	city: null,
	user_agent: index % 7 === 0 ? '' : `agent/${index % 7} "quoted" \\ é`,
	ua_type: UA_TYPES[(index >> 2) % 4] as (typeof UA_TYPES)[number],
	risk_score: (index % 11) / 10,
	risk_reasons: [],
	identity_type: index % 3 === 0 ? 'anonymous' : 'user',
	org_id: index % 3 === 0 ? null : `org_${index % 5}`,
	user_id: index % 3 === 0 ? null : `usr_${index % 8}`,
	error: index % 5 === 2 ? 'auth.forbidden' : null,
	reason: index % 10 === 2 ? 'ip.blocked' : null,
	decided_by: index % 10 === 7 ? 'permission:data.secrets' : null,
	is_console_read: index % 6 === 1,
	facts: { peer: '192.0.2.1', forwarded_for: undefined, true_client_ip: undefined, country: 'DE', asn: 64_496 },
	...fields,
})

/** Appends one chunk, and returns the id of its first entry. */
export async function append(to: ReturnType<typeof recentLog>, requests: KeptRequest[], lost = 0): Promise<string> {
	const max_risk = Math.max(...requests.map(({ risk_score }) => risk_score))
	const { first_ids } = await to.append([{ requests: pack(requests), count: requests.length, max_risk }], lost)
	return first_ids[0] as string
}

/** What filters mean, in the plainest code. */
export const passes = (entry: Omit<LogEntry, 'id'>, filters: LogFilters): boolean =>
	(filters.method === undefined || entry.method === filters.method) &&
	(filters.path === undefined || entry.path.indexOf(filters.path) === 0) &&
	(filters.ip === undefined || entry.client_ip === filters.ip) &&
	(filters.country === undefined || entry.country === filters.country) &&
	(filters.ua_type === undefined || entry.ua_type === filters.ua_type) &&
	(filters.risk_min === undefined || entry.risk_score >= filters.risk_min) &&
	(filters.trace_id === undefined || entry.trace_id === filters.trace_id) &&
	(filters.status_code === undefined || entry.status_code === filters.status_code) &&
	(filters.status_class === undefined || `${Math.floor(entry.status_code / 100)}xx` === filters.status_class) &&
	(filters.org_id === undefined || entry.org_id === filters.org_id) &&
	(filters.user_id === undefined || entry.user_id === filters.user_id) &&
	(filters.error === undefined || entry.error === filters.error) &&
	(filters.reason === undefined || entry.reason === filters.reason) &&
	(filters.decided_by === undefined || entry.decided_by === filters.decided_by) &&
	(filters.is_console_read === undefined || entry.is_console_read === filters.is_console_read)
