import type { SQL } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type * as z from 'zod'
import type { Principal, WorkContext } from '../../context.ts'
import type { Database } from '../../db/database.ts'
import type { FieldError } from '../../http/errors.ts'
import type { Place, SealedRow } from '../../secrets/vault.ts'
import type { Touched } from '../../write/undo.ts'
import type { Shown } from './secret.ts'

// What a section of the document is: the entries of one kind under their natural keys. Each file in `sections/` describes one,
// with the schemas and rules of the slice that owns the rows.

export type Caller = WorkContext & { var: { principal: Principal } }
export type Item = Record<string, unknown>
export type Row = Record<string, unknown>
export type Statement = BatchItem<'sqlite'>

/** An entry as its rows say. `children` are rows that belong to it, under the natural keys that they have in it. */
export interface ReadEntry {
	key: string
	item: Item
	row: Row
	children?: ReadChild[]
}

interface ReadChild {
	key: string
	item: Item
	row: Row
}

/** A table that an apply writes. */
export interface WrittenTable {
	table: SQLiteTable
	/** The primary key. */
	key: SQLiteColumn[]
	/** The columns that a change of an entry sets. */
	set: string[]
	/** Columns that a change sets to something that depends on the row. */
	computed?: Record<string, SQL>
	/** A column of which a unique index allows one true value. Rows that set it to true come last. */
	oneTrue?: string
	/** The statement that deletes rows. `ids` is SQL with the values of the last column of the key. */
	remove: (db: Database['reader'], owner: string, ids: string) => Statement
}

export interface StoredSecret {
	sealed: SealedRow
	/** Undefined when it does not open. */
	plaintext: string | undefined
}

/** An entry that is stored. */
export interface Stored {
	/** As the document shows it. */
	item: Item
	/** The text of `item`. */
	text: string
	row: Row
	children: Map<string, Row>
	secrets: Map<string, StoredSecret>
}

/** The entries of a section by their keys. */
export type Entries = Map<string, Item>

/** What makes the row of an entry. */
export interface Making {
	c: Caller
	/** An org's id, or `platform`. */
	owner: string
	key: string
	item: Item
	stored: Stored | undefined
	/** The new plaintexts by field. A field that is not among them keeps its secret, or has none, as `item` says. */
	plaintexts: ReadonlyMap<string, string>
	/** The moment of the apply. */
	at: string
	/** Seals one more secret. */
	seal: (place: Place, plaintext: string) => void
}

/** A stored key that goes to another address. */
export interface Redirect {
	key: string
	/** Whose key it is, in words: `the LLM provider acme`. */
	holder: string
	/** Where it goes, in words or as a host. */
	host: string
}

/** What a section is asked about a change of its entries. */
export interface Change {
	action: 'create' | 'update' | 'delete'
	key: string
	before: Item | null
	after: Item | null
	stored: Stored | undefined
	plaintexts: ReadonlyMap<string, string>
}

export interface Section {
	/** Its name in the document: that of its table. */
	name: string
	/** It is one entry without a key. */
	isSingle?: true
	/** Only platform admins may change it, also in an org. */
	isForPlatform?: true
	/** Takes a natural key and gives its one spelling. */
	key: z.ZodType<string>
	/** Takes the fields of an entry. */
	entry: (key: string) => z.ZodObject
	/** Entries inside an entry. */
	child?: { field: string; key: z.ZodType<string>; entry: z.ZodObject }
	/** Rules that need the environment. Gives the item as it is stored. Throws the 400 of the slice. */
	check?: (env: Env, key: string, item: Item) => Item
	/** Rules across entries. `named` are the keys that the document has. It may change `after`, as the single calls would. */
	settle?: (after: Entries, named: ReadonlyMap<string, Item>) => FieldError[]
	secrets?: {
		of: (key: string) => readonly string[]
		/** Those that an entry must have. */
		required: (key: string) => readonly string[]
		place: (row: Row, field: string) => Place
		/** Deletes all secrets of a removed row. The table and row id of each. */
		ofRow: (row: Row) => Pick<Place, 'table' | 'row'>
		/** A rule for a plaintext that needs the environment. Gives it as it is sealed, and throws the 400 of the slice. */
		check?: (env: Env, key: string, plaintext: string) => string
	}
	/** The table of the entries, then that of the entries inside them. */
	tables: [WrittenTable, ...WrittenTable[]]
	read: (db: Database['reader'], owner: string) => Statement[]
	stored: (results: unknown[][]) => ReadEntry[]
	toRow: (making: Making) => Row | Promise<Row>
	toChildRow?: (parent: Row, key: string, item: Item, stored: Row | undefined) => Row
	/** Rows of others that must go with the deleted ones. `ids` as for `remove`. */
	dependents?: (ids: string) => Pick<Touched, 'table' | 'where'>
	/** The stored keys that a change sends to another address. */
	redirects?: (env: Env, changes: Change[], before: ReadonlyMap<string, Stored>, after: Entries) => Redirect[]
}

/** Whether an entry has a secret in `field`. */
export const hasSecret = (item: Item, field: string) => (item[field] as Shown | undefined) != null

/** Whether a change keeps the secret that is stored in `field`. */
export const keepsSecret = ({ stored, after, plaintexts }: Change, field: string) =>
	stored?.secrets.has(field) === true && after !== null && hasSecret(after, field) && !plaintexts.has(field)
