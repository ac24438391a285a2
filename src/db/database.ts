import { type SQL, sql } from 'drizzle-orm'
import { DrizzleD1Database, SQLiteD1Session } from 'drizzle-orm/d1'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import { unavailable } from '../http/errors.ts'
import { now } from './columns.ts'

/** D1 can stall for a minute while its object moves; a caller is better served by a quick 503. */
const DEADLINE_MS = 5_000

/** Builds statements. */
export type Builder = DrizzleD1Database & {
	/** The trace of the request or the job, for statements that keep their origin. */
	readonly trace_id: string | SQL | null
	/** The time for what a statement writes or compares. */
	readonly now: () => string | SQL
}

interface Origin {
	readonly trace_id: string | null
	readonly now: () => string
	/** The same for what an isolate keeps: read at the primary, because a replica may be behind by any time. */
	readonly primary: () => Reader
	/** For prepared statements, whose SQL is there already. */
	readonly client: Client
}

/** Builds statements, and runs reads. */
type Reader = DrizzleD1Database & Origin

/** One request's view of D1: a session, so that its reads see its own writes whichever replica answers. */
export interface Database {
	/** For reads, and for building statements. Running a write through it throws: only `write()` writes. */
	reader: Reader
	/** For `write()` only. */
	writer: DrizzleD1Database
	/** For `rehearse()` only, which sends texts that Drizzle did not build. */
	client: Client
	/** How far this session has seen the database; null before the first call. */
	bookmark: () => string | null
	/** How many statements it has sent. D1 takes 1,000 from one invocation of the Worker. */
	sent: () => number
}

/** What all sessions of one `Database` have sent. */
interface Tally {
	sent: number
}

/** Opens D1 at `constraint`: a bookmark, or `first-primary`, or `first-unconstrained` where a replica may answer. */
export function openDatabase(d1: D1Database, constraint: string, trace_id: string | null = null): Database {
	const session = d1.withSession(constraint)
	const tally: Tally = { sent: 0 }
	let writer: DrizzleD1Database | undefined
	return {
		reader: readerOf(d1, session, tally, trace_id, constraint === 'first-primary'),
		get writer() {
			return (writer ??= builderOver(client(session, tally, true)))
		},
		get client() {
			return client(session, tally, true)
		},
		bookmark: () => session.getBookmark(),
		sent: () => tally.sent,
	}
}

function readerOf(
	d1: D1Database,
	session: D1DatabaseSession,
	tally: Tally,
	trace_id: string | null,
	isPrimary: boolean,
): Reader {
	let primary: Reader | undefined
	const opened = client(session, tally, false)
	const reader: Reader = Object.assign(builderOver(opened), {
		client: opened,
		trace_id,
		now,
		primary: () =>
			(primary ??= isPrimary ? reader : readerOf(d1, d1.withSession('first-primary'), tally, trace_id, true)),
	})
	return reader
}

/** Writes SQL. There is one for the isolate, because it keeps the names of columns that it has once made. */
const dialect = new SQLiteAsyncDialect()

const builderOver = (opened: Client): DrizzleD1Database =>
	new DrizzleD1Database('async', dialect, new SQLiteD1Session(opened as D1Database, dialect, undefined), undefined)

/** Builds the statements that are prepared: each use gives them its trace and its time. It runs none. */
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

function client(session: D1DatabaseSession, tally: Tally, mayWrite: boolean): Client {
	return {
		prepare: (sql) => guard({ statement: session.prepare(sql), writes: isWrite(sql) }, tally, mayWrite),
		batch: (statements) => {
			const inner = statements.map((statement) => guardedStatements.get(statement) as Guarded)
			if (!mayWrite) refuseWrites(inner)
			tally.sent += inner.length
			return answered(session.batch(inner.map(({ statement }) => statement)))
		},
	}
}

function guard(guarded: Guarded, tally: Tally, mayWrite: boolean): D1PreparedStatement {
	const { statement, writes } = guarded
	const run = <T>(call: () => Promise<T>): Promise<T> => {
		if (!mayWrite) refuseWrites([guarded])
		tally.sent += 1
		return answered(call())
	}
	const outer = {
		bind: (...values: unknown[]) => guard({ statement: statement.bind(...values), writes }, tally, mayWrite),
		first: (column: string) => run(() => statement.first(column)),
		run: () => run(() => statement.run()),
		all: () => run(() => statement.all()),
		raw: () => run(() => statement.raw()),
	} as unknown as D1PreparedStatement
	guardedStatements.set(outer, guarded)
	return outer
}

/** Whether a text of SQL writes. */
export const isWrite = (sql: string) =>
	!/^\s*(select|with)\b/i.test(sql) || /^\s*with\b.*\b(insert|update|delete)\b/is.test(sql)

function refuseWrites(statements: Guarded[]) {
	if (statements.some(({ writes }) => writes)) throw new Error('A write outside write()')
}

// We never retry. A write whose answer is lost may have happened, so only its caller can decide. D1 itself retries reads.
const OVERLOADED = /overloaded|too many requests queued|exceeded (its|timeout|memory|cpu)|database is locked/i
const TRANSIENT =
	/network connection lost|caused object to be reset|code was updated|cannot resolve D1|client disconnected/i

/**
 * How the message of a batch begins that a dry run has ended itself. What follows holds values of callers, so no other
 * expression may judge it.
 */
export const REHEARSED = /^(?:D1_ERROR: )?DRY:/

/** The call's result, or 503 when D1 is overloaded, lost, or slower than the deadline. Constraint failures pass through. */
async function answered<T>(call: Promise<T>): Promise<T> {
	// The timer ends with the request. Clearing it would cost more.
	const deadline = new Promise<never>((_, reject) => {
		setTimeout(() => reject(unavailable('database.timeout', 5)), DEADLINE_MS)
	})
	try {
		return await Promise.race([call, deadline])
	} catch (error) {
		const message = error instanceof Error ? error.message : ''
		if (REHEARSED.test(message)) throw error
		if (OVERLOADED.test(message)) throw unavailable('database.overloaded', 10)
		if (TRANSIENT.test(message)) throw unavailable('database.unreachable', 1)
		throw error
	}
}
