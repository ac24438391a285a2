import { type SQL, sql } from 'drizzle-orm'
import { DrizzleD1Database, SQLiteD1Session } from 'drizzle-orm/d1'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import { onForget } from '../../isolate.ts'
import { ApiError, unavailable } from '../http/errors.ts'
import { countD1Call, countD1Error, noteSize } from '../metrics/counters.ts'
import { noteAnswer, noteOutage } from './away.ts'
import { now } from './columns.ts'

/** D1 can stall for a minute while its object moves, and a quick 503 serves a caller better. */
const DEADLINE_MS = 5_000

export type Builder = DrizzleD1Database & {
	/** The trace of the request or job, for statements that store where they came from. */
	readonly trace_id: string | SQL | null
	/** The current time, for what a statement writes or compares. */
	readonly now: () => string | SQL
}

interface Origin {
	readonly trace_id: string | null
	readonly now: () => string
	/** Reads at the primary: a replica can be arbitrarily far behind. */
	readonly primary: () => Reader
	/** Reads at any replica that has seen what this isolate last wrote, and what the caller has seen. */
	readonly replica: () => Reader
	/** Continues `work` after the response. */
	readonly background: (work: Promise<unknown>) => void
	/** Notes that a copy from `readAt`, in milliseconds, stands in for D1. */
	readonly noteCopy: (readAt: number) => void
	/** For prepared statements, which already have their SQL. */
	readonly client: Client
}

/** Builds statements and runs reads. */
type Reader = DrizzleD1Database & Origin

/** One request's view of D1. It's a session, so its reads see its own writes, whichever replica answers. */
export interface Database {
	/** Reads and builds statements. Running a write through it throws: only `write()` writes. */
	reader: Reader
	/** For `write()` only. */
	writer: DrizzleD1Database
	/** For `simulate()` only, which sends SQL that Drizzle didn't build. */
	client: Client
	/** The bookmark of the newest state that this session has seen; null before the first call. */
	bookmark: () => string | null
	/** How many statements it has sent. D1 accepts 1,000 per invocation of the Worker. */
	sent: () => number
	/** When the oldest copy that stood in for D1 was read; undefined if none did. */
	stale_since: () => string | undefined
	/** Whether a copy stood in for D1, and D1 hasn't answered since. Then nothing may be refused. */
	is_doubtful: () => boolean
}

const PRIMARY = 'first-primary'
const ANYWHERE = 'first-unconstrained'

/** The bookmark after this isolate's newest write. Bookmarks sort as text. */
let newest_written = ANYWHERE
onForget(() => (newest_written = ANYWHERE))

function noteWritten(bookmark: string | null) {
	if (bookmark !== null && (newest_written === ANYWHERE || bookmark > newest_written)) newest_written = bookmark
}

/** What all sessions of one `Database` share. */
interface Tally {
	/** How many statements they have sent. */
	sent: number
	stale_since: number | undefined
	is_doubtful: boolean
	background: (work: Promise<unknown>) => void
}

/** Opens D1 at `constraint`: a bookmark, or `first-primary`, or `first-unconstrained` where a replica may answer. */
export function openDatabase(
	d1: D1Database,
	constraint: string,
	trace_id: string | null = null,
	background: Tally['background'] = () => undefined,
): Database {
	const session = d1.withSession(constraint)
	const tally: Tally = { sent: 0, stale_since: undefined, is_doubtful: false, background }
	let writer: DrizzleD1Database | undefined
	return {
		reader: readerOf(d1, session, tally, trace_id, constraint),
		get writer() {
			return (writer ??= builderOver(client(session, tally, true)))
		},
		get client() {
			return client(session, tally, true)
		},
		bookmark: () => session.getBookmark(),
		sent: () => tally.sent,
		stale_since: () => (tally.stale_since === undefined ? undefined : new Date(tally.stale_since).toISOString()),
		is_doubtful: () => tally.is_doubtful,
	}
}

function readerOf(
	d1: D1Database,
	session: D1DatabaseSession,
	tally: Tally,
	trace_id: string | null,
	constraint: string,
): Reader {
	let primary: Reader | undefined
	let replica: Reader | undefined
	const opened = client(session, tally, false, constraint === PRIMARY)
	const reader: Reader = Object.assign(builderOver(opened), {
		client: opened,
		trace_id,
		now,
		background: tally.background,
		noteCopy: (readAt: number) => {
			tally.stale_since = Math.min(readAt, tally.stale_since ?? readAt)
			tally.is_doubtful = true
		},
		primary: () =>
			(primary ??= constraint === PRIMARY ? reader : readerOf(d1, d1.withSession(PRIMARY), tally, trace_id, PRIMARY)),
		replica: () => {
			const start =
				[newest_written, constraint]
					.filter((one) => !one.startsWith('first-'))
					.sort()
					.at(-1) ?? ANYWHERE
			return (replica ??= start === constraint ? reader : readerOf(d1, d1.withSession(start), tally, trace_id, start))
		},
	})
	return reader
}

/** Builds SQL. The isolate shares one, because it caches the column names it has built. */
const dialect = new SQLiteAsyncDialect()

const builderOver = (opened: Client): DrizzleD1Database =>
	new DrizzleD1Database('async', dialect, new SQLiteD1Session(opened as D1Database, dialect, undefined), undefined)

/** Builds the prepared statements and runs none. Each use fills in its own trace and time. */
export const preparing: Builder = Object.assign(
	builderOver({ prepare: () => ({}) as D1PreparedStatement, batch: () => Promise.resolve([]) }),
	{ trace_id: sql.placeholder('trace_id').getSQL(), now: () => sql.placeholder('now').getSQL() },
)

export type Client = Pick<D1Database, 'prepare' | 'batch'>

interface Guarded {
	statement: D1PreparedStatement
	writes: boolean
}

const guardedStatements = new WeakMap<object, Guarded>()

function client(session: D1DatabaseSession, tally: Tally, mayWrite: boolean, isPrimary = mayWrite): Client {
	const note = (ms: number) => {
		// A replica may answer while the primary doesn't.
		if (isPrimary) noteAnswer(ms)
		if (mayWrite) noteWritten(session.getBookmark())
	}
	return {
		prepare: (sql) => guard({ statement: session.prepare(sql), writes: isWrite(sql) }, tally, mayWrite, note),
		batch: (statements) => {
			const inner = statements.map((statement) => guardedStatements.get(statement) as Guarded)
			if (!mayWrite) refuseWrites(inner)
			tally.sent += inner.length
			return answered(tally, session.batch(inner.map(({ statement }) => statement)), note)
		},
	}
}

function guard(guarded: Guarded, tally: Tally, mayWrite: boolean, note: (ms: number) => void): D1PreparedStatement {
	const { statement, writes } = guarded
	const run = <T>(call: () => Promise<T>): Promise<T> => {
		if (!mayWrite) refuseWrites([guarded])
		tally.sent += 1
		return answered(tally, call(), note)
	}
	const outer = {
		bind: (...values: unknown[]) => guard({ statement: statement.bind(...values), writes }, tally, mayWrite, note),
		first: (column: string) => run(() => statement.first(column)),
		run: () => run(() => statement.run()),
		all: () => run(() => statement.all()),
		raw: () => run(() => statement.raw()),
	} as unknown as D1PreparedStatement
	guardedStatements.set(outer, guarded)
	return outer
}

/** Whether a piece of SQL writes. */
export const isWrite = (sql: string) =>
	!/^\s*(select|with)\b/i.test(sql) || /^\s*with\b.*\b(insert|update|delete)\b/is.test(sql)

function refuseWrites(statements: Guarded[]) {
	if (statements.some(({ writes }) => writes)) throw new Error('A write outside write()')
}

// We never retry. A write may have happened although its response was lost, so only the caller can decide. D1 retries reads itself.
const OVERLOADED = /overloaded|too many requests queued|exceeded (its|timeout|memory|cpu)|database is locked/i
/** The wording at the limit isn't documented, so this takes SQLite's and the one that D1's users report. */
const FULL = /maximum DB size|SQLITE_FULL|disk is full/i
const TRANSIENT =
	/network connection lost|caused object to be reset|code was updated|cannot resolve D1|client disconnected/i

/**
 * How the error message of a batch begins when a dry run ended it on purpose. The rest of the message contains values from
 * callers, so no other pattern may be matched against it.
 */
export const DRY_RUN_ENDED = /^(?:D1_ERROR: )?DRY:/

/** The call's result, or 503 when D1 is overloaded, lost, or slower than the deadline. Constraint failures pass through. */
async function answered<T>(tally: Tally, call: Promise<T>, note: (ms: number) => void): Promise<T> {
	// The timer ends with the request anyway, and clearing it would cost more.
	const deadline = new Promise<never>((_, reject) => {
		setTimeout(() => reject(unavailable('database.timeout', 5)), DEADLINE_MS)
	})
	const startedAt = Date.now()
	try {
		const result = await Promise.race([call, deadline])
		noteSize(result)
		tally.is_doubtful = false
		note(Date.now() - startedAt)
		return result
	} catch (error) {
		const thrown = outageOf(error) ?? error
		if (thrown instanceof ApiError && thrown.reason) {
			countD1Error(thrown.reason)
			// A full database still reads.
			if (thrown.reason !== 'database.full') noteOutage()
		}
		throw thrown
	} finally {
		countD1Call(Date.now() - startedAt)
	}
}

/** The 503 of an error that says that D1 can't answer now; undefined for any other error. */
function outageOf(error: unknown): ApiError | undefined {
	const message = error instanceof Error ? error.message : ''
	if (DRY_RUN_ENDED.test(message)) return undefined
	if (FULL.test(message)) return unavailable('database.full', 300)
	if (OVERLOADED.test(message)) return unavailable('database.overloaded', 10)
	if (TRANSIENT.test(message)) return unavailable('database.unreachable', 1)
	return undefined
}
