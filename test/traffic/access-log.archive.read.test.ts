import { expect, test, vi } from 'vitest'
import type { ArchiveQuery } from '../../src/worker/traffic/access-log/archive/sql.ts'
import type { LogEntry } from '../../src/worker/traffic/access-log/entry.ts'
import { responseTo, type Asked, askedIn, entryAt, rowOf } from '../support/archive.ts'
import { ApiError, archiveOf } from '../support/program.ts'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE
const ACCOUNT = '0123456789abcdef0123456789abcdef'
const TOKEN = 'secret-analytics-token'
const URL = `https://api.cloudflare.com/client/v4/accounts/${ACCOUNT}/analytics_engine/sql`

const httpEnv = { ANALYTICS_ACCOUNT_ID: ACCOUNT, ANALYTICS_API_TOKEN: TOKEN, OUTBOUND_ALLOWLIST: '' } as Env

/** Two readers of the same entries, and what each query asked for. */
function archiveWith(kind: string, entries: LogEntry[]) {
	const asked: Asked[] = []
	const response = (query: string, params?: object) => {
		const sql = askedIn(query, params as Record<string, unknown>)
		asked.push(sql)
		return responseTo(sql, entries)
	}
	vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
		expect([url, init?.method, init?.redirect]).toEqual([URL, 'POST', 'manual'])
		expect(new Headers(init?.headers).get('Authorization')).toBe(`Bearer ${TOKEN}`)
		return Response.json({ meta: [], ...response(init?.body as string) })
	})
	const binding = { query: async (sql: AnalyticsSQLQuery) => response(sql.query, sql.params) }
	const env = kind === 'http' ? httpEnv : ({ ...httpEnv, ANALYTICS_SQL: binding } as unknown as Env)
	const read = (query: Partial<ArchiveQuery>) => archiveOf(env)?.read({ filters: {}, limit: 10, ...query })
	return { asked, read, isHttp: () => vi.mocked(fetch).mock.calls.length > 0 }
}

test('there is an archive if there is a binding, or an account with its token', () => {
	const env = (fields: object): Env => ({ ...httpEnv, ...fields })
	expect(archiveOf(env({ ANALYTICS_ACCOUNT_ID: '' }))).toBeUndefined()
	expect(archiveOf(env({ ANALYTICS_API_TOKEN: undefined }))).toBeUndefined()
	expect(archiveOf(env({ ANALYTICS_API_TOKEN: '' }))).toBeUndefined()
	expect(archiveOf(httpEnv)).toBeDefined()
	expect(
		archiveOf({ ANALYTICS_ACCOUNT_ID: '', ANALYTICS_SQL: { query: async () => ({}) } } as unknown as Env),
	).toBeDefined()
})

for (const kind of ['http', 'binding']) {
	const kinds = { http: kind === 'http' }

	test(`${kind}: a page near the cursor is one query of 15 minutes`, async () => {
		const at = Date.now() - 10 * DAY
		const entries = Array.from({ length: 20 }, (_, index) => entryAt(at - index * 1_000))
		const { asked, read, isHttp } = archiveWith(kind, entries)
		expect(await read({ before: entries[4]?.id ?? '', limit: 6 })).toEqual(entries.slice(5, 11))
		expect(asked).toEqual([expect.objectContaining({ order: 'DESC', limit: 6, to: entries[4]?.id })])
		expect((asked[0]?.end ?? 0) - (asked[0]?.start ?? 0)).toBeLessThanOrEqual(15 * MINUTE + 21_000)
		expect(isHttp()).toBe(kinds.http)
	})

	test(`${kind}: windows widen and ask for what is missing, until the page is full or the archive is exhausted`, async () => {
		const now = Date.now()
		const minutes = [1, 13, 16, 23 * 60].map((count) => count * MINUTE)
		const ages = [...minutes, ...[2, 6.9, 8, 91, 93].map((count) => count * DAY)]
		const entries = ages.map((age) => entryAt(now - age))
		const { asked, read } = archiveWith(kind, entries)
		expect(await read({ limit: 200 })).toEqual(entries.slice(0, 8))
		expect(asked.map(({ limit }) => limit)).toEqual([200, 198, 196, 194])
		// Adjacent: each begins where the previous one ended.
		expect(asked.slice(1).map(({ to }) => to)).toEqual(asked.slice(0, -1).map(({ from }) => from.split("'")[1]))
		for (const [limit, queries] of [
			[2, 1],
			[3, 2],
			[5, 3],
			[8, 4],
		] as const) {
			asked.length = 0
			expect(await read({ limit })).toEqual(entries.slice(0, limit))
			expect(asked).toHaveLength(queries)
		}
	})

	test(`${kind}: both cursors apply, and there is no query where no entry can be`, async () => {
		const now = Date.now()
		const entries = Array.from({ length: 9 }, (_, index) => entryAt(now - (index + 1) * 2 * DAY))
		const { asked, read } = archiveWith(kind, entries)
		const [before, since] = [entries[1]?.id, entries[7]?.id]
		expect(await read({ before, since })).toEqual(entries.slice(2, 7))
		asked.length = 0
		expect(await read({ before: since, since: before })).toEqual([])
		expect(await read({ before: entryAt(now - 93 * DAY).id })).toEqual([])
		expect(await read({ since: entryAt(now + 5 * MINUTE).id })).toEqual([])
		expect(asked).toEqual([])
		expect(await read({ before: 'log_7ZZZZZZZZZZZZZZZZZZZZZZZZZ', limit: 1 })).toEqual(entries.slice(0, 1))
	})

	test(`${kind}: entries at the edge of a window are neither lost nor doubled, however late they were stamped`, async () => {
		const now = Date.now()
		const edge = now + MINUTE - 15 * MINUTE
		const entries = Array.from({ length: 60 }, (_, index) => {
			const entry = entryAt(edge - 30_000 + index * 1_000)
			return { ...entry, timestamp: new Date(edge - 30_000 + index * 1_000 + ((index * 7) % 9) * 1_000).toISOString() }
		})
		const { read } = archiveWith(kind, entries)
		for (const limit of [25, 29, 30, 31, 35, 200])
			expect(await read({ limit })).toEqual(entries.toReversed().slice(0, limit))
	})

	test(`${kind}: a result with too many rows is cut`, async () => {
		const entries = Array.from({ length: 5 }, (_, index) => entryAt(Date.now() - index * 1_000))
		const data = entries.map(rowOf)
		vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ data }))
		const env = {
			...httpEnv,
			...(kinds.http ? {} : { ANALYTICS_SQL: { query: async () => ({ data }) } }),
		} as unknown as Env
		expect(await archiveOf(env)?.read({ filters: {}, limit: 3 })).toEqual(entries.slice(0, 3))
	})
}

/** The 503 of a read. Makes sure that neither it nor the log reveals a secret. */
async function failureOf(env: Env): Promise<{ seconds: string | undefined; log: unknown }> {
	const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
	const error = await archiveOf(env)
		?.read({ filters: { path: '/secret-path' }, limit: 1 })
		.catch((reason: unknown) => reason)
	if (!(error instanceof ApiError)) throw error
	expect([error.status, error.details]).toEqual([503, { reason: 'access_log.archive_unavailable' }])
	expect(log).toHaveBeenCalledOnce()
	const line = String(log.mock.calls[0]?.[0])
	for (const secret of [TOKEN, ACCOUNT, 'secret-path'])
		expect(`${JSON.stringify(error)} ${error.stack} ${String(error.cause)} ${line}`).not.toContain(secret)
	return { seconds: error.headers['Retry-After'], log: JSON.parse(line) }
}

const INVALID = { failure: 'invalid_response', status: 200 }
const UNREACHABLE = { failure: 'unreachable', status: null }
const waiting = (status: number, seconds: string) => () =>
	new Response('', { status, headers: { 'Retry-After': seconds } })

const failing: [string, unknown, string, () => Response | Promise<Response>][] = [
	['401', { failure: 'status', status: 401 }, '10', () => new Response(TOKEN, { status: 401 })],
	['422', { failure: 'status', status: 422 }, '10', () => new Response(`Input was invalid: ${TOKEN}`, { status: 422 })],
	['429', { failure: 'status', status: 429 }, '10', () => new Response(TOKEN, { status: 429 })],
	['429 with a time', { status: 429 }, '37', waiting(429, '37')],
	['429 with a date', { status: 429 }, '10', waiting(429, 'Mon')],
	['503 for a day', { status: 503 }, '300', waiting(503, '86400')],
	['500', { failure: 'status', status: 500 }, '10', () => new Response(TOKEN, { status: 500 })],
	['a redirect', { failure: 'redirect', status: 302 }, '10', () => Response.redirect('https://other.example.org', 302)],
	['half JSON', INVALID, '10', () => new Response('{"data":[{')],
	['HTML', INVALID, '10', () => new Response(`<p>${TOKEN}</p>`)],
	['null', INVALID, '10', () => Response.json(null)],
	['another shape', INVALID, '10', () => Response.json({ result: [] })],
	['rows of another form', INVALID, '10', () => Response.json({ data: [{ a: TOKEN }] })],
	['a row that is null', INVALID, '10', () => Response.json({ data: [null] })],
	['more than 4 MiB', { failure: 'too_large', status: 200 }, '10', () => new Response(' '.repeat(4_194_305))],
	['no connection', UNREACHABLE, '10', () => Promise.reject(new Error(`Network: ${TOKEN}`))],
]

test.for(failing)('http: %s returns 503', async ([, log, seconds, response]) => {
	vi.spyOn(globalThis, 'fetch').mockImplementation(async () => response())
	expect(await failureOf(httpEnv)).toMatchObject({ seconds, log })
})

test('an archive that hangs returns 503 after 5 seconds', async () => {
	const never = () => new Promise<never>(() => undefined)
	const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		expect(ms).toBe(5_000)
		return AbortSignal.abort()
	})
	vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
		if (init?.signal?.aborted) throw new Error(`Aborted ${TOKEN}`)
		return never()
	})
	expect(await failureOf(httpEnv)).toMatchObject({ log: { failure: 'timeout', status: null } })
	expect(timeout).toHaveBeenCalledOnce()
	vi.restoreAllMocks()
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
	const failed = failureOf({ ANALYTICS_SQL: { query: never } } as unknown as Env)
	await vi.advanceTimersByTimeAsync(4_999)
	expect(vi.getTimerCount()).toBe(1)
	await vi.advanceTimersByTimeAsync(1)
	vi.useRealTimers()
	expect(await failed).toMatchObject({ log: { failure: 'timeout', status: null } })
})

test('binding: an exception or a malformed result returns 503', async () => {
	const refuse = () => Promise.reject(Object.assign(new Error(`429 ${TOKEN} /secret-path`), { retryable: true }))
	const env = (query: () => unknown) => ({ ...httpEnv, ANALYTICS_SQL: { query } }) as unknown as Env
	expect(await failureOf(env(refuse))).toMatchObject({ seconds: '10', log: { failure: 'refused', status: null } })
	for (const response of [undefined, null, {}, { data: {} }, { data: [{ blob1: 1 }] }]) {
		vi.restoreAllMocks()
		expect(await failureOf(env(async () => response))).toMatchObject({ log: { failure: 'invalid_response' } })
	}
})

test('a cursor or filter that no entry can have returns 400 without a query', async () => {
	const { read, isHttp } = archiveWith('http', [])
	for (const query of [
		{ before: "log_'" },
		{ since: '' },
		{ filters: { method: "G'" } },
		{ filters: { path: 'a\nb' } },
	])
		await expect(read(query)).rejects.toMatchObject({ status: 400 })
	expect(isHttp()).toBe(false)
})
