export interface Schema {
	$ref?: string
	type?: string | string[]
	const?: unknown
	enum?: unknown[]
	default?: unknown
	examples?: unknown[]
	format?: string
	description?: string
	properties?: Record<string, Schema>
	required?: string[]
	items?: Schema
	anyOf?: Schema[]
	additionalProperties?: Schema | boolean
	minimum?: number
	maximum?: number
	minLength?: number
	maxLength?: number
}

export const resolved = (schema: Schema, schemas: Record<string, Schema>): Schema =>
	schema.$ref ? resolved(schemas[schema.$ref.split('/').at(-1) as string] ?? {}, schemas) : schema

export function exampleOf(schema: Schema, schemas: Record<string, Schema>): unknown {
	const { type, examples, anyOf, properties, items, ...rest } = resolved(schema, schemas)
	if (examples) return examples[0]
	if (rest.const !== undefined) return rest.const
	if (rest.default !== undefined) return rest.default
	if (rest.enum) return rest.enum[0]
	if (anyOf?.[0]) return exampleOf(anyOf[0], schemas)
	if (properties)
		return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, exampleOf(field, schemas)]))
	if (items) return [exampleOf(items, schemas)]
	const first = Array.isArray(type) ? type[0] : type
	return { boolean: true, integer: 1, number: 1, object: {}, array: [] }[first ?? ''] ?? 'string'
}
