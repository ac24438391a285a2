import { Buffer } from 'node:buffer'

// `advanced_json` (spec 2.3): a model's is merged over its provider's by key, and the model's value wins. Both are plain JSON
// objects; keys that reach an object's prototype are refused wherever they stand, so that whoever merges them next is safe.

export type AdvancedJson = Record<string, unknown>

export const UNSAFE_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

const MAX_DEPTH = 32
const MAX_BYTES = 32_768

export const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value)

/** The `advanced_json` of a model under its provider; null when neither has one. A spread copies own keys as own keys. */
export const mergeAdvancedJson = (provider: AdvancedJson | null, model: AdvancedJson | null): AdvancedJson | null =>
	provider || model ? { ...provider, ...model } : null

/** What is wrong with an `advanced_json` that a caller sent. */
export function problemOf(value: unknown): string | undefined {
	if (!isObject(value)) return 'Must be an object'
	// Depth first: measuring the size of what is nested too deeply would overflow the stack.
	const inside = problemInside(value, 1)
	if (inside) return inside
	return Buffer.byteLength(JSON.stringify(value)) > MAX_BYTES ? `Is larger than ${MAX_BYTES} bytes` : undefined
}

function problemInside(value: unknown, depth: number): string | undefined {
	if (typeof value === 'number' && !Number.isFinite(value)) return 'Holds a number that is out of range'
	if (typeof value !== 'object' || value === null) return undefined
	if (depth > MAX_DEPTH) return `Is nested more than ${MAX_DEPTH} levels deep`
	for (const [key, inner] of Object.entries(value)) {
		if (UNSAFE_KEYS.has(key)) return `Must not hold the key ${key}`
		const problem = problemInside(inner, depth + 1)
		if (problem) return problem
	}
	return undefined
}
