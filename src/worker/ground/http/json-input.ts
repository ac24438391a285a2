import { Buffer } from 'node:buffer'
import { type Said, said } from './field-codes.ts'
import { must } from './must.ts'

// JSON objects whose shape the caller chooses. Keys that reach an object's prototype are refused at every depth, so any code
// that reads such an object later can merge it safely.

/** Keys that reach an object's prototype. */
export const UNSAFE_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

const MAX_DEPTH = 32
const MAX_BYTES = 32_768

/** Whether a value is an object, but not an array or null. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value)

/** The entries of an object; none for anything else. */
export const entriesOf = (value: unknown): [string, unknown][] => (isObject(value) ? Object.entries(value) : [])

type Problem = Pick<Said, 'message'> & Partial<Said>

/** What's wrong with a JSON object from a caller; undefined if nothing is. */
export function problemOf(value: unknown): Problem | undefined {
	if (!isObject(value)) return { message: must.object }
	// Check the depth first: measuring the size of a value that's nested too deeply would overflow the stack.
	const inside = problemInside(value, 1)
	if (inside) return inside
	return Buffer.byteLength(JSON.stringify(value)) > MAX_BYTES ? said('bytes_at_most', { most: MAX_BYTES }) : undefined
}

function problemInside(value: unknown, depth: number): Problem | undefined {
	if (typeof value === 'number' && !Number.isFinite(value)) return { message: must.number_range }
	if (typeof value !== 'object' || value === null) return undefined
	if (depth > MAX_DEPTH) return said('levels_at_most', { most: MAX_DEPTH })
	for (const [key, inner] of Object.entries(value)) {
		if (UNSAFE_KEYS.has(key)) return said('without_key', { key })
		const problem = problemInside(inner, depth + 1)
		if (problem) return problem
	}
	return undefined
}
