import type { SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { WorkContext } from '../context.ts'
import type { Database } from '../db/database.ts'
import type { AfterCommitHook } from './after-commit.ts'
import type { Change, Item, Statement, Stored } from './entry.ts'
import type { Statements } from './statements.ts'

/** A stored key that goes to another address. */
export interface Redirect {
	key: string
	/** Whose key it is, in words: `the LLM provider acme`. */
	holder: string
	address: string
	/** The address in words, or its host. */
	host: string
}

/** What a notice says, from a query that gives one row, or none when there is nothing to say. */
export interface Said {
	body: SQL
	payload: SQL
	/** The query, whose row has the name `said`. */
	said: SQL
}

/** When a change sends a stored key to another address. */
export interface Redirects {
	/** The keys that a change moves: a query for `key`, `holder`, `address` and `host`, over the rows that its audit row keeps. */
	moved: (env: Env, audit_id: string) => SQL
	/** Those that a document would move. */
	planned: (
		env: Env,
		changes: Change[],
		before: ReadonlyMap<string, Stored>,
		after: ReadonlyMap<string, Item>,
	) => Redirect[]
	/** The column with the URL that a key goes to, and the URLs that it goes to without one. */
	url?: SQLiteColumn
	defaults?: (env: Env) => string[]
	/** What the payload of a notice calls the row; undefined when it does not name it. */
	named?: string
	/** The statement that tells those who own the keys. */
	notice: (db: Database['reader'], org_id: string | null, said: Said) => Statement
}

/** Something outside of D1 that must learn of a change. It hears of it before the batch too, in case the Worker dies. */
export interface Published {
	/** Two kinds may publish the same thing. It is published once. */
	name: string
	announce: (env: Env) => Promise<void>
	/** A statement of the batch, whose rows `publish` gets. */
	counted: (db: Database['reader']) => Statement
	publish: (c: WorkContext, rows: unknown[]) => Promise<void>
	/** What a dry run says instead. */
	effect: string
}

/** A change whose audit row keeps the rows that it touched. */
export interface Followed {
	audit_id: string
	org_id: string | null
	/** An org's id, or `platform`. */
	owner: string
	/** The natural keys of the entries that it changes. */
	keys: string[]
}

/** What follows from a change, however it was made: by a single call, a document, a revert, or the end of an unconfirmed change. */
export interface Following {
	/** A statement behind the change, such as an event. It compares the kept rows with the tables. */
	follow?: (c: WorkContext, change: Followed) => Statements
	/** What happens after the commit, with what it reads at the end of the batch. */
	hook?: (change: Followed) => AfterCommitHook
	redirects?: Redirects
	published?: (owner: string, keys: string[]) => Published[]
	/** The caches of this isolate that must read again after a change of the entries themselves, not only of those inside. */
	forget?: ((c: WorkContext) => void)[]
}
