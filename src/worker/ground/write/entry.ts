import type { Shown } from '../secrets/field.ts'
import type { SealedRow } from '../secrets/vault.ts'

// An entry of the configuration, as a document has it and as its rows have it.

export type Item = Record<string, unknown>
export type Row = Record<string, unknown>

export interface StoredSecret {
	sealed: SealedRow
	/** Undefined if it can't be opened. */
	plaintext: string | undefined
}

/** A stored entry. */
export interface Stored {
	/** As a document shows it. */
	item: Item
	/** The text of `item`. */
	text: string
	row: Row
	children: Map<string, Row>
	secrets: Map<string, StoredSecret>
}

/** Entries by their keys. */
export type Entries = Map<string, Item>

/** A change of one entry. */
export interface Change {
	action: 'create' | 'update' | 'delete'
	key: string
	before: Item | null
	after: Item | null
	stored: Stored | undefined
	/** The new secrets, by field. */
	plaintexts: ReadonlyMap<string, string>
}

export const hasSecret = (item: Item, field: string) => (item[field] as Shown | undefined) != null

export const keepsSecret = ({ stored, after, plaintexts }: Change, field: string) =>
	stored?.secrets.has(field) === true && after !== null && hasSecret(after, field) && !plaintexts.has(field)
