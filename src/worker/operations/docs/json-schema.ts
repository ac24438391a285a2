import * as z from 'zod'
import { isObject } from '../../ground/http/json-input.ts'
import { exampleOf, type Schema } from './example.ts'
import { described } from './field-words.ts'

export type Json = Record<string, unknown>

/** The `content` of a request or response body, with an example: a recorded one, or one made of those of its fields. */
export function content(schema: Json, schemas: Json, contentType = 'application/json', recorded?: unknown): Json {
	return { [contentType]: { schema, example: recorded ?? exampleOf(schema, schemas as Record<string, Schema>) } }
}

/** `schema` as a JSON schema, or a reference if it has a name. Adds named schemas to `schemas`. */
export function refTo(schema: z.ZodType, io: 'input' | 'output', schemas: Json): Json {
	const {
		$schema: _,
		$defs = {},
		id,
		...shape
	} = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json & { $defs?: Record<string, Json>; id?: string }
	for (const [name, definition] of Object.entries($defs))
		schemas[name] = described(withoutId(pointed(definition)), name)
	const itself = described(pointed(shape), id)
	if (id === undefined) return itself
	schemas[id] = itself
	return { $ref: `#/components/schemas/${id}` }
}

const withoutId = ({ id: _, ...shape }: Json): Json => shape

// Definitions move from `$defs` to the components. OpenAPI 3.1 has `examples`, an array, instead of `example`.
function pointed<T>(node: T): T {
	const text = JSON.stringify(node).replaceAll('"#/$defs/', '"#/components/schemas/')
	return JSON.parse(text, (key, value) =>
		isObject(value) && 'example' in value && ('type' in value || 'anyOf' in value)
			? swapExample(portable(value))
			: portable(value),
	) as T
}

/**
 * Leaves out a pattern that needs the `u` flag. Many validators compile patterns without it, and would then refuse the example.
 * The API still enforces the pattern.
 */
function portable<V>(schema: V): V {
	if (!isObject(schema) || typeof schema.pattern !== 'string' || !schema.pattern.includes('\\p{')) return schema
	const { pattern: _, ...others } = schema
	return others as V
}

const swapExample = ({ example, ...schema }: Json): Json => ({ ...schema, examples: [example] })
