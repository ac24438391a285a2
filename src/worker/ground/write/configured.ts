import type { SQL } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type * as z from 'zod'
import type { Caller, WorkContext } from '../../context.ts'
import type { Permission, Principal, Stake } from '../../principal.ts'
import { PLATFORM } from '../db/columns.ts'
import type { Database } from '../db/database.ts'
import type { ApiError, FieldError, TooMany } from '../http/errors.ts'
import type { Place } from '../secrets/vault.ts'
import type { Statement } from './after-commit.ts'
import type { Change, Entries, Item, Row, Stored } from './entry.ts'
import type { Following, Forget } from './following.ts'
import type { Resource } from './resource.ts'
import type { Touched } from './undo.ts'

// A kind of thing that can be configured, described once. Each slice that owns configuration has a `configured.ts` with its
// kinds. Single calls, documents and reverts all work from this description, and `src/worker/changes/` knows no kind by name.

/** Who may change a kind's rows of this owner, an org's id or `platform`. */
export const writersOf = ({ writers }: Pick<Revertible, 'writers'>, owner: string): AnyOf =>
	writers[owner === PLATFORM ? 'platform' : 'org'] ?? ['platform_admin']

/** Whether the principal may change a kind's rows of this owner. It says nothing of the org that they act in. */
export const mayWrite = ({ permissions }: Principal, kind: Pick<Revertible, 'writers'>, owner: string): boolean =>
	writersOf(kind, owner).some((permission) => permissions.has(permission))

/** The secret fields of an entry. */
export const secretsOf = ({ secrets }: Pick<Configured, 'secrets'>, key: string) =>
	secrets && (secrets.only?.(key) ?? true) ? secrets.fields : []

/** A table of a kind, and how it differs from other tables. */
export interface ConfiguredTable {
	table: SQLiteTable
	/** The column with the row's owner. Without one, all rows are the platform's. */
	owner?: SQLiteColumn
	/** The order in which entries are read, if two can share a key. */
	order?: SQLiteColumn
	/** Columns that change along with every change, and what a revert sets them to. Comparisons leave them out. */
	moving?: Record<string, SQL | (() => string)>
	/** Columns that change without an audit row. No document and no revert sets them. */
	loose?: string[]
	/** Columns that a restored row comes back without. */
	without?: string[]
	/** Columns that a restored row comes back with a new value of. */
	renewed?: Record<string, () => string>
	/** Columns that a document sets to something that depends on the row. */
	computed?: Record<string, SQL>
	/** A column for which a unique index allows one true value. Rows that set it to true come last. */
	oneTrue?: SQLiteColumn
	/** A row that doesn't meet this condition counts as deleted. */
	exists?: SQL
	/** Documents have only the rows that meet this condition, and leave the others alone. */
	among?: SQL
	/** How rows are deleted, if they stay in the table for a while. */
	deletes?: (db: Database['reader'], where: SQL) => Statement
	/** The columns whose changes count as changes of the configuration; all if absent. */
	counted?: SQLiteColumn[]
}

/** What the row of an entry is made from. */
export interface RowInput {
	c: Caller
	/** An org's id, or `platform`. */
	owner: string
	key: string
	item: Item
	stored: Stored | undefined
	/** The new plaintexts by field. Any other field keeps its secret or has none, as `item` says. */
	plaintexts: ReadonlyMap<string, string>
	/** The moment of the apply. */
	at: string
	/** Seals one more secret. */
	seal: (place: Place, plaintext: string) => void
}

interface Secrets {
	/** The secret fields of an entry. The vault has them under the row's key and the same names. */
	fields: readonly string[]
	/** The entries that have them; all if absent. */
	only?: (key: string) => boolean
	/** Whether such an entry must have them. */
	isRequired?: true
	/** A rule for a plaintext that needs the environment. Returns the text to seal, or throws the slice's 400. */
	check?: (env: Env, key: string, plaintext: string) => string
}

/** Entries inside an entry. */
interface Child extends ConfiguredTable {
	field: string
	key: z.ZodType<string>
	entry: z.ZodObject
	misfit?: Configured['misfit']
	/** The column with the id of the row that they belong to. */
	parent: SQLiteColumn
	/** The key and the item of a row. They are methods, so a slice may narrow the type of its row. */
	stored(row: Row): { key: string; item: Item }
	toRow(parent: Row, key: string, item: Item, stored: Row | undefined): Row
	/** The caches of this isolate to reload after a change of these rows. */
	forget?: Forget[]
}

/** How many rows an owner may have. */
export interface Limit {
	/** The entitlement that sets the limit, or a number. */
	most: `limit.${string}` | number
	/** The value of the entitlement, in SQL. */
	value?: (owner: string) => SQL
	/** How many the platform may have, if it isn't unlimited. */
	ofPlatform?: number
	/** For a limit on something else than rows, how much of it an entry has. Kinds share such a limit by its name. */
	sizeOf?: (key: string, item: Item) => number
	/** How much of it a revert of a change adds, in SQL. */
	growth?: (audit_id: string) => SQL
	name?: string
	/** The table of the rows: the kind's own or its children's. */
	table: SQLiteTable
	/** Whether an owner may have `more` rows, or `more` of what `sizeOf` says, than at this point of the batch. */
	holds: (owner: string, more: SQL) => SQL
	/** The 409 if they may not. `most` is given if it's known. */
	refusal: (c: WorkContext, owner: string, most?: number) => ApiError | Promise<ApiError>
	/** The reason of that 409, if it isn't `limit.reached`. */
	reason?: TooMany
}

/** What must hold before a revert may delete rows. */
interface Least {
	table: SQLiteTable
	/** Whether it may delete them, for the target of the change. */
	holds: (target_id: string) => SQL
	refusal: () => ApiError
}

export const WARNINGS = [
	'deletion',
	'entitlement_key',
	'incomplete',
	'lockout',
	'override',
	'redirect',
	'subscription',
] as const

/** What an operator should know before an apply. */
export interface Warning {
	reason: (typeof WARNINGS)[number]
	/** The entry; null for the section as a whole. */
	key: string | null
	message: string
}

/** How a change can lock out its own caller. */
interface Lockout {
	/** Refuses the batch if it does; undefined if the caller allowed it. */
	guard: (c: Caller, confirm: 'true' | 'false') => Statement | undefined
	refusal: (c: WorkContext) => ApiError
	/** Whether a document with these entries would. */
	isBy: (c: Caller, entries: ReadonlyMap<string, Item>) => boolean
	/** What a plan says about it. */
	warning: (c: Caller) => string
}

/** The kinds whose rows a change touches, with the keys of their entries; the target's id if absent. */
export type Affected = { kind: Revertible; keys?: string[] }

/** Permissions of which any suffices. */
export type AnyOf = readonly [Permission, ...Permission[]]

export interface Tried {
	holds: (user_id: string | null) => SQL
	refusal: (principal: Principal) => ApiError
}

/** A kind whose changes can be reverted, whether or not documents have its entries. */
export interface Revertible extends Following {
	/** The name of its table, and of its section in a document. */
	name: string
	/** What notices call a row, and the members of its audited state that name it. */
	called: readonly [thing: string, ...members: string[]]
	/** Who may change the platform's rows, and who an org's: holders of any of these permissions. */
	writers: Partial<Record<'platform' | 'org', AnyOf>>
	rows: ConfiguredTable
	child?: ConfiguredTable & { forget?: Forget[] }
	limits?: Limit[]
	lockout?: Lockout
	least?: Least
	/** The statements that a revert begins with, for the target of the change. */
	before?: (c: WorkContext, target_id: string) => readonly Statement[]
	/** The changed row as the audit log shows it, if that isn't simply the row. */
	audited?: (change: Audited) => Omit<Resource, 'target_id'> & { kept?: SQL }
	/** The permissions that reverting a change takes, if not those of `writers`, as making it did. */
	demands?: (change: Audited) => AnyOf | undefined
	/** What must hold for a revert, for the target of the change, and the 409 if it doesn't. */
	revertsIf?: { holds: (target_id: string) => SQL; refusal: () => ApiError }
	/** The recent proof of who somebody is that reverting a change takes, and confirming or ending one on trial, as making it did. */
	proof?: Stake | ((change: Audited) => Stake | undefined)
	/** Why the caller may not decide a change by a revert, or at the end of a trial, although they hold its permissions; undefined if they may. */
	refusalTo?: (principal: Principal, change: Audited) => ApiError | undefined
	/** Whether a change of its rows counts on trial only, in SQL over the rows that its audit row keeps. */
	trial?: (audit_id: string) => SQL
	/** What a user must have done before they confirm a change, for a row of `unconfirmed_changes`, and the 409 if they haven't. */
	tried?: readonly Tried[]
	/** The operations that take `Confirm-Within`: those that can lock callers out, or break every run of an org. */
	confirmable?: readonly string[]
}

export interface Configured extends Revertible {
	/** Who has such entries. */
	of: 'platform' | 'org' | 'both'
	/** True for a single entry without a key. */
	isSingle?: true
	/** Whether a single entry sets nothing. Then it has no row, and a document may say null for it. */
	isNone?: (item: Item) => boolean
	/** Parses a natural key and returns its one spelling. */
	key: z.ZodType<string>
	/** Parses the fields of an entry. */
	entry: (key: string) => z.ZodObject
	/** What the API document says about an entry, and about the keys, and whose revisions of earlier releases lack the section. */
	document: { entry: z.ZodType; by?: string; lackedBy?: ('platform' | 'org')[] }
	/** Rules that need the environment. Returns the item as it is stored, or throws the slice's 400. */
	check?: (env: Env, key: string, item: Item) => Item
	/**
	 * What an entry isn't, for its key and its owner. An empty path is the key itself. It's refused like any other wrong field, unless
	 * it's stored already or comes back in a restore: readers take it for absent.
	 */
	misfit?: (key: string, item: Item, owner: string) => FieldError | undefined
	/** Rules across entries. `named` are the entries in the document. It may change `after`, as the single calls would. */
	settle?: (after: Entries, named: ReadonlyMap<string, Item>, owner: string) => FieldError[]
	/** Another kind's column that must contain the key of a new entry. */
	refersTo?: { column: SQLiteColumn; message: string }
	secrets?: Secrets
	child?: Child
	/** The key and the item of a row; for a single entry without a row, of undefined. */
	stored(row: Row | undefined): { key: string; item: Item }
	toRow: (input: RowInput) => Row | Promise<Row>
	/** Rows of another kind that are deleted along with these, and what a plan says about them. `ids` is JSON with the rows' ids. */
	dependents?: { of: (ids: string) => Pick<Touched, 'table' | 'where'>; warning: string }
	/** The limit that an entry sets; undefined if it sets none. Another kind's limit has the entry's key as `most`. */
	limitOf?: (key: string, item: Item) => number | undefined
	/** The kind's own warnings. `after` has all sections as they'll be. Throws the 409 of a change that isn't allowed. */
	warnings?: (
		c: Caller,
		changes: Change[],
		owner: string,
		after: ReadonlyMap<string, Entries>,
	) => Warning[] | Promise<Warning[]>
	/** An entry as the audit log keeps it, if it mustn't keep all. */
	masked?: (key: string, item: Item | null) => { key: string; item: Item | null }
}

/** What a revert knows about a change. */
export interface Audited {
	target_type: string
	target_id: string
	org_id: string | null
	before: Record<string, unknown> | null
	after: Record<string, unknown> | null
}
