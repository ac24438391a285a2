import type { SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { WorkContext } from '../../context.ts'
import type { Database } from '../db/database.ts'
import type { Touches } from './affects.ts'
import type { AfterCommitHook, Statement, Statements } from './after-commit.ts'
import type { Effect } from './effects.ts'
import type { Change, Item, Stored } from './entry.ts'

/** A stored key that will be sent to another address. */
export interface Redirect {
	key: string
	/** Whose key it is, in words: `the LLM provider acme`. */
	holder: string
	address: string
	/** The address in words, or its host. */
	host: string
}

/** Whose a stored key is, as people call it before its name. */
export const HOLDERS = {
	llm_provider: 'the LLM provider',
	mcp_config: 'the MCP config',
	mcp_environment: 'the environment of the MCP config',
	tool_provider: 'the tool provider',
	email: 'the e-mail configuration',
	legacy_entries: 'the legacy entries of',
}

export type Holder = keyof typeof HOLDERS

/** What a notice says of redirected keys. */
export interface Told {
	/** The query for the redirects to name: `section`, `key`, `holder`, `name`, `host`, `default_of`, and in each row the `total`. */
	redirects: SQL
	most: number
	/** The changed row; undefined if a change has many. */
	target: Record<string, string> | undefined
	actor_user_id: string | null
}

/** When a change sends a stored key to another address. */
export interface Redirects {
	/**
	 * The keys that a change redirects: a query for `key`, `holder`, the holder's `name`, `address`, `host`, and the provider whose
	 * default address it is (`default_of`), over the rows that its audit row keeps.
	 */
	moved: (env: Env, audit_id: string) => SQL
	/** The keys that a document would redirect. */
	planned: (
		env: Env,
		changes: Change[],
		before: ReadonlyMap<string, Stored>,
		after: ReadonlyMap<string, Item>,
	) => Redirect[]
	/** The column with the URL that a key is sent to, and the URLs used without one. */
	url?: SQLiteColumn
	defaults?: (env: Env) => string[]
	/** What the payload of a notice calls the row; undefined if it doesn't name it. */
	named?: string
	/** The statement that notifies the owners of the keys. */
	notice: (db: Database['reader'], org_id: string | null, told: Told) => Statement
}

/** Something outside of D1 that must learn of a change. It's also announced before the batch, in case the Worker dies. */
export interface Published {
	/** Two kinds may publish the same thing. It's published once. */
	name: string
	announce: (env: Env) => Promise<void>
	/** A statement of the batch, whose rows are passed to `publish`. */
	counted: (db: Database['reader']) => Statement
	publish: (c: WorkContext, rows: unknown[]) => Promise<void>
	/** What a dry run says instead. */
	effect: Effect
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

/** Has this isolate read a cache again. */
export type Forget = (c: WorkContext) => void

/**
 * The consequences of a change, however it was made: by a single call, a document, a revert, or the end of an unconfirmed
 * change.
 */
export interface Following {
	/** A statement after the change, such as an event. It compares the kept rows with the tables. */
	follow?: (c: WorkContext, change: Followed) => Statements
	/** Whom a change touches, for a dry run. It's counted at the end of the batch. */
	affects?: (change: Followed) => Touches
	/** What happens after the commit, with what it reads at the end of the batch. */
	hooks?: (change: Followed) => (AfterCommitHook | undefined)[]
	redirects?: Redirects
	published?: (owner: string, keys: string[]) => Published[]
	/** The caches of this isolate to reload after a change of the entries themselves, not just of their children. */
	forget?: Forget[]
}
