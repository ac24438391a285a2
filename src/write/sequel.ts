import type { BatchItem } from 'drizzle-orm/batch'
import type { WorkContext } from '../context.ts'

/**
 * What follows a statement once its batch has committed. `write()` runs it, so that the door knows no slice: a slice that
 * makes deliveries due hands in the statement together with what wakes their endpoints.
 */
export interface Sequel<Row = unknown> {
	/** The last statement of the batch: reads what `after` needs. `since` is the earliest moment of those handed in. */
	read: (c: WorkContext, since: string) => BatchItem<'sqlite'> & PromiseLike<Row[]>
	/** Runs after the commit, with the rows that were read. Must not throw: the write has happened. */
	after: (c: WorkContext, rows: Row[]) => void
}

interface Attached {
	sequel: Sequel
	since: string
}

const attached = new WeakMap<object, Attached>()

/** Attaches a sequel to a statement. `since` is the moment from which the statement has its effect, in RFC 3339. */
export function withSequel<S extends object, Row>(statement: S, sequel: Sequel<Row>, since: string): S {
	attached.set(statement, { sequel: sequel as Sequel, since })
	return statement
}

/** The sequels of a batch, each once, with the earliest moment at which one of its statements has its effect. */
export function sequelsOf(statements: readonly object[]): Attached[] {
	const earliest = new Map<Sequel, string>()
	for (const statement of statements) {
		const found = attached.get(statement)
		if (!found) continue
		const known = earliest.get(found.sequel)
		if (known === undefined || found.since < known) earliest.set(found.sequel, found.since)
	}
	return [...earliest].map(([sequel, since]) => ({ sequel, since }))
}
