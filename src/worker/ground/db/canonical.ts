import { createHash } from 'node:crypto'

// Every document has one text: keys sorted by code unit, and nothing between the tokens. So two documents are equal if and only
// if their texts are, and a hash of the text identifies the document.

/** Deeper than anything that a slice accepts. */
const MAX_DEPTH = 64

/** Thrown for a value that is nested too deeply. */
export class TooDeep extends Error {}

/** The value with the keys of all objects sorted. */
export function canonical<V>(value: V, depth = 0): V {
	if (typeof value !== 'object' || value === null) return value
	if (depth > MAX_DEPTH) throw new TooDeep()
	if (Array.isArray(value)) return value.map((inner) => canonical(inner, depth + 1)) as V
	// `fromEntries` defines properties, so a key `__proto__` is a key like any other.
	const entries = Object.entries(value).map(([key, inner]) => [key, canonical(inner, depth + 1)] as const)
	return Object.fromEntries(entries.sort(([a], [b]) => byCodeUnit(a, b))) as V
}

/** For `sort`: the order of keys in a document. */
export const byCodeUnit = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The one text of a value. */
export const textOf = (value: unknown) => JSON.stringify(canonical(value))

/** Identifies a document by its text. */
export const hashOfText = (text: string) => createHash('sha256').update(text).digest('base64url')
