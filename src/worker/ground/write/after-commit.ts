import type { BatchItem } from 'drizzle-orm/batch'
import type { WorkContext } from '../../context.ts'
import type { Effect } from './effects.ts'

export type Statement = BatchItem<'sqlite'>

/** A statement, a list of them, or nothing: `key: api_key && putSecret(…)` leaves the statement out without an `api_key`. */
export type Statements = Statement | readonly Statement[] | undefined | null | false | ''

/**
 * What must happen after a statement commits. `write()` runs it without knowing the slice. For example, a statement that
 * makes webhook deliveries due brings a hook that signals their endpoints.
 */
export interface AfterCommitHook<Row = unknown> {
	/** What the batch does at its end because of the statement. */
	also?: (c: WorkContext) => Statement[]
	/** Reads what `after` needs, at the end of the batch. `since` is the earliest moment among the batch's statements. */
	read: (c: WorkContext, since: string) => Statement & PromiseLike<Row[]>
	/** Runs after the commit, with the rows of `read`. It mustn't throw, because the write already happened. */
	after: (c: WorkContext, rows: Row[]) => void
	/** What `after` would do, for a dry run; undefined if it would do nothing. */
	effect: (rows: Row[]) => Effect | undefined
}

interface Attached {
	hook: AfterCommitHook
	since: string
}

const attached = new WeakMap<object, Attached[]>()

/** Attaches a hook to a statement and returns the statement. `since` is when its effect begins, in RFC 3339. */
export function withAfterCommit<S extends object, Row>(statement: S, hook: AfterCommitHook<Row>, since: string): S {
	attached.set(statement, [...(attached.get(statement) ?? []), { hook: hook as AfterCommitHook, since }])
	return statement
}

/** The hooks of a batch, each once, with the earliest moment of the statements that brought it. */
export function afterCommitHooksOf(statements: readonly object[]): Attached[] {
	const earliest = new Map<AfterCommitHook, string>()
	for (const { hook, since } of statements.flatMap((statement) => attached.get(statement) ?? [])) {
		const known = earliest.get(hook)
		if (known === undefined || since < known) earliest.set(hook, since)
	}
	return [...earliest].map(([hook, since]) => ({ hook, since }))
}
