import { Buffer } from 'node:buffer'

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

/** What's wrong with a JSON object from a caller; undefined if nothing is. */
export function problemOf(value: unknown): string | undefined {
	if (!isObject(value)) return 'Must be an object'
	// Check the depth first: measuring the size of a value that's nested too deeply would overflow the stack.
	const inside = problemInside(value, 1)
	if (inside) return inside
	return Buffer.byteLength(JSON.stringify(value)) > MAX_BYTES ? `Must not be larger than ${MAX_BYTES} bytes` : undefined
}

function problemInside(value: unknown, depth: number): string | undefined {
	if (typeof value === 'number' && !Number.isFinite(value)) return 'Must not have a number that is out of range'
	if (typeof value !== 'object' || value === null) return undefined
	if (depth > MAX_DEPTH) return `Must not be nested more than ${MAX_DEPTH} levels deep`
	for (const [key, inner] of Object.entries(value)) {
		if (UNSAFE_KEYS.has(key)) return `Must not have the key ${key}`
		const problem = problemInside(inner, depth + 1)
		if (problem) return problem
	}
	return undefined
}
