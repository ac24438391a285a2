import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import type { ArchiveQuery } from '../../src/worker/traffic/access-log/archive/sql.ts'
import type { LogEntry } from '../../src/worker/traffic/access-log/entry.ts'
import type { LogFilters } from '../../src/worker/traffic/access-log/schema.ts'
import { rowOf } from '../support/archive.ts'
import {
	ApiError,
	POINT_COLUMNS as COLUMNS,
	archiveQuery,
	entryOf,
	literal,
	pointOf,
	timeOf,
	writePoints,
} from '../support/program.ts'

const ENTRY: LogEntry = {
	id: 'log_01JD6Y6Z3M8W2C4T5V6X7Y8Z9A',
	timestamp: '2024-11-21T10:11:12.345Z',
	trace_id: '4bf92f3577b34da6a3ce929d0e0e473c',
	method: 'GET',
	path: '/v1/orgs',
	status_code: 200,
	duration_ms: 12,
	client_ip: '203.0.113.7',
	country: 'DE',
	city: 'Zürich',
	user_agent: 'Mozilla/5.0',
	ua_type: 'browser',
	risk_score: 0.3,
	risk_reasons: ['anonymous', 'empty_user_agent'],
	identity_type: 'anonymous',
	org_id: 'org_1',
	user_id: 'usr_1',
	error: 'auth.forbidden',
	reason: 'ip.blocked',
	decided_by: 'ip_rule:ipr_1',
	is_console_read: true,
}

const bytesOf = (text: unknown) => new TextEncoder().encode(text as string).length
const stored = (fields: Partial<LogEntry>) => entryOf(rowOf({ ...ENTRY, ...fields }))

test('every field has its own position, without gaps, within the limits of a point', () => {
	const columns = Object.values(COLUMNS) as string[]
	const places = (kind: string) => columns.filter((column) => column.startsWith(kind)).length
	expect(new Set(columns)).toEqual(
		new Set([
			...Array.from({ length: places('blob') }, (_, index) => `blob${index + 1}`),
			...Array.from({ length: places('double') }, (_, index) => `double${index + 1}`),
		]),
	)
	expect(Object.keys(COLUMNS).sort()).toEqual(Object.keys(ENTRY).sort())
	expect(Math.max(places('blob'), places('double'))).toBeLessThanOrEqual(20)
})

test('a point holds its fields by position, and a shard by the trace id', () => {
	expect(pointOf(ENTRY)).toEqual({
		indexes: ['s12'],
		blobs: [
			ENTRY.id,
			ENTRY.trace_id,
			'GET',
			'/v1/orgs',
			'203.0.113.7',
			'DE',
			'Zürich',
			'Mozilla/5.0',
			'browser',
			'anonymous',
			'org_1',
			'usr_1',
			'anonymous empty_user_agent',
			ENTRY.timestamp,
			'auth.forbidden',
			'ip.blocked',
			'ip_rule:ipr_1',
		],
		doubles: [200, 12, 0.3, 1],
	})
	const shards = Array.from('0123456789abcdef?', (digit) => pointOf({ ...ENTRY, trace_id: `0${digit}` }).indexes?.[0])
	expect(shards.slice(0, 16)).toEqual(Array.from({ length: 16 }, (_, index) => `s${String(index).padStart(2, '0')}`))
	expect(shards[16]).toBe('s00')
})

test('an entry is read back unchanged', () => {
	const odd: Partial<LogEntry>[] = [
		{},
		{ country: null, city: null, org_id: null, user_id: null },
		{ error: null, reason: null, decided_by: null },
		{ user_agent: '', path: '', risk_reasons: [], client_ip: 'unknown' },
		{ path: `/v1/ü/😀/'"\\`, user_agent: `it's "quoted"`, city: '東京' },
		{ risk_score: 0, duration_ms: 0 },
		{ risk_score: 0.1 + 0.2, status_code: 599, risk_reasons: ['tor'] },
	]
	for (const fields of odd) expect(stored(fields)).toEqual({ ...ENTRY, ...fields })
	// The request info that the log also keeps has no position, nor has a name.
	expect(stored({ username: 'anna', facts: { peer: '10.0.0.1' } } as Partial<LogEntry>)).toEqual(ENTRY)
})

test('a malformed row is refused', () => {
	const row = rowOf(ENTRY)
	expect(entryOf({ ...row, double1: '200', blob6: null })).toEqual({ ...ENTRY, country: null })
	for (const other of [{ blob1: 7 }, { double1: undefined }, { double1: 'many' }, { double3: null }, { double2: '' }])
		expect(() => entryOf({ ...row, ...other })).toThrow(TypeError)
})

test('long texts are cut between two characters, and a point stays far below 16,000 bytes', () => {
	for (const piece of ['x', 'é', '漢', '😀', 'a😀', '\ud800']) {
		const long = piece.repeat(10_000)
		const { path, user_agent, city } = stored({ path: long, user_agent: long, city: long })
		for (const [text, max] of [
			[path, 2_048],
			[user_agent, 1_024],
			[city, 128],
		] as const) {
			expect(long.startsWith(text ?? '-')).toBe(true)
			expect(bytesOf(text)).toBeLessThanOrEqual(max)
			expect(bytesOf(text)).toBeGreaterThan(max - 5)
			expect(piece === '\ud800' || text?.isWellFormed()).toBe(true)
		}
	}
	const huge = Object.fromEntries(Object.keys(ENTRY).map((field) => [field, '😀'.repeat(9_000)]))
	const { blobs = [], indexes = [] } = pointOf({
		...(huge as unknown as LogEntry),
		risk_reasons: Array(999).fill('tor'),
	})
	expect(blobs.reduce((sum, blob) => sum + bytesOf(blob), 0)).toBeLessThan(16_000)
	expect(bytesOf(indexes[0])).toBeLessThanOrEqual(96)
})

test('points that cannot be written are counted, and nothing is thrown', () => {
	const writeDataPoint = vi.fn<AnalyticsEngineDataset['writeDataPoint']>((point) => {
		if (point?.blobs?.[2] === 'POST') throw new TypeError('Refused')
	})
	const entries = [ENTRY, { ...ENTRY, method: 'POST' }, { ...ENTRY, method: 'PUT' }]
	expect(writePoints({ ACCESS_LOG_DATASET: { writeDataPoint } }, entries)).toBe(1)
	expect(writeDataPoint.mock.calls).toEqual(entries.map((entry) => [pointOf(entry)]))
	expect(writePoints({ ACCESS_LOG_DATASET: { writeDataPoint } }, [])).toBe(0)
	expect(writePoints({} as Env, entries)).toBe(3)
	expect(writePoints({ ACCESS_LOG_DATASET: { writeDataPoint } }, [null, ENTRY] as LogEntry[])).toBe(1)
	expect(writePoints(env, entries)).toBe(0)
})

const QUERY: ArchiveQuery = { filters: {}, limit: 51 }
const WINDOW = { from: Date.parse('2026-11-21T07:00:00.999Z'), to: Date.parse('2026-11-21T07:15:00Z') }
const FIRST = 'log_01M7YEF8B70000000000000000'
const END = 'log_01M7YFAP900000000000000000'
const SELECT =
	'SELECT blob1, blob2, blob3, blob4, blob5, blob6, blob7, blob8, blob9, blob10, blob11, blob12, blob13, blob14, blob15, blob16, blob17, double1, double2, double3, double4 FROM'
const FILTERS: Required<LogFilters> = {
	method: 'POST',
	path: "/v1/o'r\\gs",
	ip: '2001:db8::1',
	country: 'T1',
	ua_type: 'bot',
	risk_min: 0.45,
	trace_id: ENTRY.trace_id,
	status_code: 404,
	status_class: '4xx',
	user_id: 'usr_1',
	org_id: 'org-2',
	error: 'auth.forbidden',
	reason: 'ip.blocked',
	decided_by: 'ip_rule:ipr_1',
	is_console_read: false,
}

test('a query to the HTTP API has literals', () => {
	expect(archiveQuery(QUERY, WINDOW, 'http')).toEqual({
		query: `${SELECT} plinth_access_log WHERE timestamp >= toDateTime(1795244390) AND timestamp <= toDateTime(1795245310) AND blob1 >= '${FIRST}' AND blob1 < '${END}' ORDER BY blob1 DESC LIMIT 51 FORMAT JSON`,
		params: {},
	})
	const since = `${FIRST.slice(0, -1)}1`
	const before = `${END.slice(0, 20)}${'0'.repeat(10)}`
	const narrow: ArchiveQuery = { filters: FILTERS, since, before, limit: 7 }
	expect(archiveQuery(narrow, WINDOW, 'http').query).toBe(
		`${SELECT} plinth_access_log WHERE timestamp >= toDateTime(1795244390) AND timestamp <= toDateTime(1795245310) AND blob1 > '${since}' AND blob1 < '${before}' AND blob3 = 'POST' AND startsWith(blob4, '/v1/o''r\\\\gs') AND blob5 = '2001:db8::1' AND blob6 = 'T1' AND blob9 = 'bot' AND double3 >= 0.45 AND blob2 = '${ENTRY.trace_id}' AND double1 = 404 AND double1 >= 400 AND double1 < 400 + 100 AND blob12 = 'usr_1' AND blob11 = 'org-2' AND blob15 = 'auth.forbidden' AND blob16 = 'ip.blocked' AND blob17 = 'ip_rule:ipr_1' AND double4 = 0 ORDER BY blob1 DESC LIMIT 7 FORMAT JSON`,
	)
})

test('a query to the binding has named parameters', () => {
	const start = '2026-11-21T06:59:50Z'
	const end = '2026-11-21T07:15:10Z'
	const table = 'events.analyticsEngine."plinth_access_log"'
	expect(archiveQuery(QUERY, WINDOW, 'binding')).toEqual({
		query: `${SELECT} ${table} WHERE timestamp >= $start AND timestamp <= $end AND blob1 >= $first AND blob1 < $last ORDER BY blob1 DESC LIMIT 51`,
		params: { start, end, first: FIRST, last: END },
	})
	const { query, params } = archiveQuery({ ...QUERY, filters: FILTERS, since: END, before: END }, WINDOW, 'binding')
	expect(query).toBe(
		`${SELECT} ${table} WHERE timestamp >= $start AND timestamp <= $end AND blob1 > $since AND blob1 < $before AND blob3 = $method AND startsWith(blob4, $path) AND blob5 = $ip AND blob6 = $country AND blob9 = $ua_type AND double3 >= $risk_min AND blob2 = $trace_id AND double1 = $status_code AND double1 >= $status_class AND double1 < $status_class + 100 AND blob12 = $user_id AND blob11 = $org_id AND blob15 = $error AND blob16 = $reason AND blob17 = $decided_by AND double4 = $is_console_read ORDER BY blob1 DESC LIMIT 51`,
	)
	expect(params).toEqual({ start, end, since: END, before: END, ...FILTERS, status_class: 400, is_console_read: 0 })
})

test('a cursor outside the window does not widen it', () => {
	const { params } = archiveQuery(
		{ ...QUERY, since: ENTRY.id, before: 'log_7ZZZZZZZZZZZZZZZZZZZZZZZZZ' },
		WINDOW,
		'binding',
	)
	expect(params).toMatchObject({ first: FIRST, last: END })
	expect(timeOf('since', FIRST)).toBe(WINDOW.from)
})

const EVIL = [
	["'", '\\', "' OR 1=1 --", "\\' OR 1=1 --", '/* */', '’', 'ʼ', 'a\nb', '\0'],
	['\u0085', '") OR (1=1', ' ', '$start', '😀'],
].flat()

/** The field that made a query fail. */
function refused(query: object): unknown {
	for (const dialect of ['http', 'binding'] as const) {
		try {
			archiveQuery({ ...QUERY, ...query }, WINDOW, dialect)
			return undefined
		} catch (error) {
			if (!(error instanceof ApiError) || error.status !== 400) throw error
			if (dialect === 'binding') return (error.details.fields as { path: string }[])[0]?.path
		}
	}
	return undefined
}

test.for(Object.keys(FILTERS) as (keyof LogFilters)[])(
	'%s: a value that no entry can have is refused, naming the filter',
	(name) => {
		expect(refused({ filters: { [name]: FILTERS[name] } })).toBeUndefined()
		if (name === 'path') return
		for (const evil of [...EVIL, '', 'x'.repeat(65), ...EVIL.map((text) => `${FILTERS[name]}${text}`)])
			expect([evil, refused({ filters: { [name]: evil } })]).toEqual([evil, name])
	},
)

test('a path is any text without control characters, and numbers are numbers', () => {
	for (const path of ['', '/v1/😀', '%', `' OR 1=1 --`, 'x'.repeat(2_048)])
		expect(refused({ filters: { path } })).toBeUndefined()
	for (const path of ['a\nb', '\0', '\u007f', '\u0085', '\t', 'x'.repeat(2_049)])
		expect(refused({ filters: { path } })).toBe('path')
	for (const risk_min of [0, 1, 0.5, 1e-7]) expect(refused({ filters: { risk_min } })).toBeUndefined()
	for (const risk_min of [-0.1, 1.1, NaN, Infinity, 1e21]) expect(refused({ filters: { risk_min } })).toBe('risk_min')
	for (const status_code of [0, 99, 1_000, 200.5, -1]) expect(refused({ filters: { status_code } })).toBe('status_code')
})

test.for(['since', 'before'] as const)('%s must be an access log id', (name) => {
	const ids = ['log_', 'log_8ZZZZZZZZZZZZZZZZZZZZZZZZZ', ENTRY.id.toLowerCase(), `${ENTRY.id}'`, ` ${ENTRY.id}`]
	for (const evil of [...EVIL, '', ...ids]) {
		expect([evil, refused({ [name]: evil })]).toEqual([evil, name])
		expect(() => timeOf(name, evil)).toThrow(ApiError)
	}
	expect(refused({ [name]: ENTRY.id })).toBeUndefined()
})

test('a literal ends where its value ends, whether or not backslashes escape', () => {
	expect(literal(0.45)).toBe('0.45')
	expect(literal(`it's \\ "so"`)).toBe(`'it''s \\\\ "so"'`)
	for (const text of EVIL) {
		if (/\p{Cc}/u.test(text)) {
			expect(() => literal(text)).toThrow('control characters')
			continue
		}
		expect(literal(text)).toMatch(/^'(?:[^'\\]|''|\\\\)*'$/)
		expect(literal(text).slice(1, -1).replaceAll("''", "'").replaceAll('\\\\', '\\')).toBe(text)
	}
})
