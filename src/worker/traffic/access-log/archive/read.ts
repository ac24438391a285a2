import { DAY_MS } from '../../../ground/db/columns.ts'
import { type ApiError, unavailable } from '../../../ground/http/errors.ts'
import { logError } from '../../../ground/http/log.ts'
import { within } from '../../../ground/http/within.ts'
import { OutboundError } from '../../../ground/outbound/request.ts'
import { send } from '../../../ground/outbound/send.ts'
import type { LogEntry } from '../entry.ts'
import { entryOf } from './points.ts'
import { archiveQuery, type ArchiveQuery, type Dialect, type Sql, timeOf, type Window } from './sql.ts'

// Reads the access log that Analytics Engine keeps for three months. Points appear seconds to minutes late, and are sampled
// when many arrive at once.

export interface Archive {
	/** Returns up to `limit` entries, newest first. Throws 503 when the archive fails or returns nonsense. */
	read: (query: ArchiveQuery) => Promise<LogEntry[]>
}

const MINUTE_MS = 60_000
const KEPT_MS = 92 * DAY_MS
const STEPS_MS = [15 * MINUTE_MS, DAY_MS, 7 * DAY_MS, Infinity]
const TIMEOUT_MS = 5_000
const MAX_BYTES = 4_194_304
/** In seconds, when the archive doesn't say. */
const RETRY_AFTER = 10
const MAX_RETRY_AFTER = 300

interface Source {
	dialect: Dialect
	ask: (sql: Sql) => Promise<unknown>
}

/** The archive, read through the binding or else the HTTP API; undefined when the deployment has neither. */
export function archiveOf(env: Env): Archive | undefined {
	const source = sourceOf(env)
	return source && { read: (query) => readWindows(source, query) }
}

function sourceOf(env: Env): Source | undefined {
	const { ANALYTICS_SQL: binding, ANALYTICS_ACCOUNT_ID: account, ANALYTICS_API_TOKEN: token } = env
	if (binding) return { dialect: 'binding', ask: (sql) => askBinding(binding, sql) }
	if (account && token) return { dialect: 'http', ask: (sql) => askHttp(env, account, token, sql) }
	return undefined
}

async function readWindows(source: Source, query: ArchiveQuery): Promise<LogEntry[]> {
	const entries: LogEntry[] = []
	for (const window of windowsOf(query, Date.now())) {
		const limit = query.limit - entries.length
		const sql = archiveQuery({ ...query, limit }, window, source.dialect)
		entries.push(...entriesIn(await source.ask(sql)).slice(0, limit))
		if (entries.length >= query.limit) break
	}
	return entries
}

// Windows that start at the reader's position and get wider, since most pages are full after the first. A window doesn't repeat
// the ones before it: Analytics Engine may sample a long window more coarsely than the entries we already have.
function* windowsOf({ before, since }: ArchiveQuery, now: number): Generator<Window> {
	const first = Math.max(now - KEPT_MS, since === undefined ? 0 : timeOf('since', since))
	// Other machines' clocks may be ahead.
	const end = Math.min(now + MINUTE_MS, before === undefined ? Infinity : timeOf('before', before) + 1)
	let to = end
	for (const step of STEPS_MS) {
		const from = Math.max(first, end - step)
		if (from < to) yield { from, to }
		to = from
	}
}

function entriesIn(response: unknown): LogEntry[] {
	try {
		return (response as { data: Record<string, unknown>[] }).data.map(entryOf)
	} catch {
		throw archiveFailure('invalid_response', 200)
	}
}

async function askHttp(env: Env, account: string, token: string, { query }: Sql): Promise<unknown> {
	const url = `https://api.cloudflare.com/client/v4/accounts/${encodeURIComponent(account)}/analytics_engine/sql`
	const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'text/plain' }
	const limits = { rules: { schemes: ['https:'] as const }, timeout_ms: TIMEOUT_MS, max_bytes: MAX_BYTES }
	try {
		const response = await send(env, url, { method: 'POST', headers, body: query, ...limits })
		if (response.status !== 200)
			throw archiveFailure('status', response.status, Number(response.headers.get('Retry-After')))
		return JSON.parse(response.text)
	} catch (error) {
		if (error instanceof OutboundError) throw archiveFailure(error.failure, error.status)
		throw error instanceof SyntaxError ? archiveFailure('invalid_response', 200) : error
	}
}

async function askBinding(binding: AnalyticsSQLBinding, sql: Sql): Promise<unknown> {
	try {
		return await within(TIMEOUT_MS, binding.query(sql), () => new OutboundError('timeout'))
	} catch (error) {
		throw archiveFailure(error instanceof OutboundError ? error.failure : 'refused', null)
	}
}

/** Logs the class of the failure for the operator, and returns the 503. The query and its result are neither logged nor sent. */
function archiveFailure(failure: string, status: number | null, retryAfter = 0): ApiError {
	logError({ archive: 'Analytics Engine', failure, status })
	const seconds = retryAfter >= 1 ? Math.min(Math.ceil(retryAfter), MAX_RETRY_AFTER) : RETRY_AFTER
	return unavailable('access_log.archive_unavailable', seconds)
}
