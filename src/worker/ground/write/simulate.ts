import type { DryRunResult, WorkContext } from '../../context.ts'
import { isWrite, DRY_RUN_ENDED } from '../db/database.ts'
import { ApiError, unavailable } from '../http/errors.ts'
import type { Statement } from './after-commit.ts'

// The dry run of a batch. The batch really runs, with extra statements that note each result in `dry_runs`. The last one
// fails the batch with an error, which rolls everything back, and whose message carries the notes.

interface Query {
	sql: string
	params: unknown[]
}

/** A statement as Drizzle puts it into a batch. Its types leave out `fields`: one for each column of the result. */
interface Prepared {
	getQuery: () => Query
	mapResult: (result: unknown, isFromBatch: boolean) => unknown
	fields?: readonly unknown[]
}

interface Outcome {
	/** The notes: the number of the statement, how many rows it changed, or one row of its result in pieces. */
	parts: [part: number, changes: number | null, row: unknown[][] | null][]
	change: DryRunResult['changes'][number] | null
	events: string[]
	/** The first movements of balances, each as `CREDIT` lists it. */
	credits: [string, number, number, string][]
	/** How many there are, and their sum. */
	credits_total: [number, number]
}

/** The number of rows that a statement may return. The error's message can't grow forever. */
const ROWS = 1_000

/** The most arguments that `json_array` takes on D1. */
const ARGUMENTS = 32

/**
 * Runs the statements as one batch, rolls it back, and returns the results that D1 would have returned. Adds the change of
 * the audit row and the events to `dry_run_result`. One D1 call. Throws the batch's own errors, and 503 if D1 doesn't carry
 * all the notes.
 */
export async function simulate(
	{ var: { database } }: WorkContext,
	dry_run_result: DryRunResult,
	statements: readonly Statement[],
	audit_id: string | undefined,
): Promise<unknown[]> {
	if (statements.length === 0) return []
	const prepared = statements.map((statement) => (statement as unknown as { prepare: () => Prepared }).prepare())
	const { client } = database
	const batch = [NOTE_EVENTS, NOTE_CREDITS, ...noting(prepared), ending(audit_id)].map(({ sql, params }) =>
		client.prepare(sql).bind(...params),
	)
	const { parts, change, events, credits, credits_total } = await outcomeOf(client.batch(batch))
	if (change) dry_run_result.changes.push(change)
	dry_run_result.events.push(...events)
	for (const [org_id, amount, balance_after, type] of credits.slice(0, MOVEMENTS - dry_run_result.credits.length))
		dry_run_result.credits.push({ org_id, amount, balance_after, type })
	dry_run_result.credits_total.count += credits_total[0]
	dry_run_result.credits_total.amount += credits_total[1]
	return prepared.map((one, index) => one.mapResult(resultOf(parts.filter(([part]) => part === index)), true))
}

/** The result of a statement, as D1 returns it. Drizzle reads its columns by position. */
function resultOf(notes: Outcome['parts']) {
	const changes = notes.reduce((sum, [, changed]) => sum + (changed ?? 0), 0)
	const rows = notes.flatMap(([, , row]) => (row ? [row.flat()] : []))
	// Otherwise a handler would respond with fewer rows than there are.
	if (rows.length > ROWS) throw cut()
	const results = rows.map((row) => Object.fromEntries(row.map((value, index) => [`c${index}`, value])))
	return { success: true, results, meta: { changes } }
}

const query = (sql: string, params: unknown[] = []): Query => ({ sql, params })

// Events have no row number, so only a trigger can tell which are new.
const NOTE_EVENTS = query(
	'CREATE TRIGGER dry_run_events AFTER INSERT ON events BEGIN INSERT INTO dry_runs (part, result) VALUES (-1, new.type); END',
)

/** How many movements of balances a dry run lists. */
const MOVEMENTS = 10

// Like events: whichever statement moves a balance, its entry in the ledger says so.
const NOTE_CREDITS = query(
	'CREATE TRIGGER dry_run_credits AFTER INSERT ON ledger_entries BEGIN INSERT INTO dry_runs (part, result) VALUES (-2, json_array(new.org_id, new.amount, new.balance_after, new.type)); END',
)

/** The statements, each with the one that notes its result. */
function noting(statements: Prepared[]): Query[] {
	let changed: number | undefined
	return statements.flatMap((statement, part) => {
		const { sql, params } = statement.getQuery()
		// A note is a change too, so `changes()` is read from the note of the right statement.
		const meant = `(SELECT changes FROM dry_runs WHERE part = ${changed} AND changes IS NOT NULL)`
		const text = changed === undefined ? sql : sql.replaceAll(/\bchanges\(\)/g, meant)
		if (!isWrite(text)) return [query(notedSelect(text, part, statement.fields?.length ?? 0), params)]
		changed = part
		const triggers = statement.fields ? triggersOf(text, part) : []
		return [
			...triggers.map(({ create }) => query(create)),
			query(text, params),
			...triggers.map(({ drop }) => query(drop)),
			query(`INSERT INTO dry_runs (part, changes) SELECT ${part}, changes()`),
		]
	})
}

// MATERIALIZED turns the result of a JSON function into plain text. Otherwise `json_array` would nest it instead of quoting
// it.
function notedSelect(sql: string, part: number, count: number): string {
	const columns = Array.from({ length: count }, (_, index) => `c${index}`)
	return `WITH q (${columns.join(', ')}) AS MATERIALIZED (${sql}) INSERT INTO dry_runs (part, result) SELECT ${part}, ${rowOf(columns)} FROM q LIMIT ${ROWS + 1}`
}

/** The values as a JSON array of arrays, since D1 limits the number of arguments. */
function rowOf(values: string[]): string {
	const pieces: string[] = []
	for (let first = 0; first < values.length; first += ARGUMENTS)
		pieces.push(`json_array(${values.slice(first, first + ARGUMENTS).join(', ')})`)
	return `json_array(${pieces.join(', ')})`
}

/**
 * The triggers that note what a statement returns. D1 drops the rows of RETURNING when it rolls the batch back. A trigger
 * sees the same values, because SQLite itself implements RETURNING with a trigger.
 */
function triggersOf(sql: string, part: number) {
	const [, verb, table] = /^(insert|update|delete)\b[^"]*("\w+")/.exec(sql) ?? []
	const returned = sql.slice(sql.lastIndexOf(' returning ') + ' returning '.length).split(', ')
	const columns = returned.map((column) => /^(?:"\w+"\.)?("\w+")$/.exec(column)?.[1])
	if (!verb || !columns.every((column) => column !== undefined))
		throw new Error('A dry run can only note columns of RETURNING')
	const row = verb === 'delete' ? 'old' : 'new'
	const verbs = verb === 'insert' && sql.includes(' on conflict ') ? ['insert', 'update'] : [verb]
	return verbs.map((one) => ({
		create: `CREATE TRIGGER dry_run_${one} AFTER ${one} ON ${table} WHEN (SELECT count(*) FROM dry_runs WHERE part = ${part}) <= ${ROWS} BEGIN INSERT INTO dry_runs (part, result) VALUES (${part}, ${rowOf(columns.map((column) => `${row}.${column}`))}); END`,
		drop: `DROP TRIGGER dry_run_${one}`,
	}))
}

/**
 * The last statement. The trigger `dry_runs_end` raises its text as the error, which begins with its own number of bytes: a text that
 * lost a piece of a value would still be JSON.
 */
const ending = (audit_id: string | undefined) =>
	query(
		`WITH ended (text) AS MATERIALIZED (SELECT json_object(
		'parts', (SELECT json_group_array(json_array(part, changes, json(result)) ORDER BY rowid) FROM dry_runs WHERE part >= 0),
		'change', (SELECT json_object('target_type', target_type, 'target_id', target_id, 'before', json(before), 'after', json(after))
			FROM audit_logs WHERE id = ?),
		'events', (SELECT json_group_array(result ORDER BY rowid) FROM dry_runs WHERE part = -1),
		'credits', (SELECT json_group_array(json(result)) FROM (SELECT result FROM dry_runs WHERE part = -2 ORDER BY rowid LIMIT ${MOVEMENTS})),
		'credits_total', (SELECT json_array(count(*), total(result ->> 1)) FROM dry_runs WHERE part = -2)))
		INSERT INTO dry_runs (result) SELECT length(CAST(text AS BLOB)) || text FROM ended`,
		[audit_id ?? null],
	)

/**
 * What SQLite says of a statement that failed: a line with a code at its end. Any other text may be what D1 left of a result, whose
 * values can look like an error.
 */
const OF_SQLITE = /^(?:D1_ERROR: )?[\w .,:'()/-]{1,200}: SQLITE_[A-Z_]+(?: \(extended: \w+\))?$/

/** What the error of the batch carries. Throws SQLite's own errors and outages as they are. */
async function outcomeOf(batch: Promise<unknown>): Promise<Outcome> {
	try {
		await batch
	} catch (error) {
		const message = error instanceof Error ? error.message : ''
		if (DRY_RUN_ENDED.test(message)) return outcomeIn(message)
		const isOwn = error instanceof ApiError || (OF_SQLITE.test(message) && !message.includes('SQLITE_TOOBIG'))
		throw isOwn ? error : cut()
	}
	throw new Error("D1 didn't roll back a dry run")
}

function outcomeIn(message: string): Outcome {
	const text = message.slice(message.indexOf('{'), message.lastIndexOf('}') + 1)
	if (new TextEncoder().encode(text).byteLength !== Number(/DRY:(\d+)/.exec(message)?.[1])) throw cut()
	return JSON.parse(text) as Outcome
}

/** The 503 if there are too many notes, or if they didn't arrive whole in the message of the error. */
const cut = () => unavailable('dry_run.cut', 60)
