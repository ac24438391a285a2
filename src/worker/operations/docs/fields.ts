import { html } from 'hono/html'
import { nameIn } from './document.ts'
import type { Schema } from './example.ts'
import { type Html, prose } from './prose.ts'

interface Row {
	name: string
	required: boolean
	type: Html | string
	description: string | undefined
	schema: Schema
}

/** Fields as a list, each with its type, bounds and description. Objects inside have their fields below, under their path. */
export const fieldList = (schema: Schema) => listOf(rowsOf(schema))

export const listOf = (rows: Row[]) => html`<ul class="fields">${rows.map(itemOf)}</ul>`

const itemOf = ({ name, required, type, description, schema }: Row) =>
	html`<li><code>${name}</code> <span class="type">${type}${boundsOf(schema)}</span>${required ? html` <span class="required">required</span>` : ''}${description ? html`<p>${prose(description)}</p>` : ''}</li>`

function rowsOf({ properties = {}, required = [] }: Schema, path = ''): Row[] {
	return Object.entries(properties).flatMap(([field, schema]) => [
		{
			name: path + field,
			required: required.includes(field) && path === '',
			type: typeOf(schema),
			description: schema.description,
			schema,
		},
		...insideOf(schema, path + field),
	])
}

/** The fields of an object that has no name of its own, or of those in a list. */
function insideOf(schema: Schema, path: string): Row[] {
	if (schema.$ref) return []
	if (schema.properties) return rowsOf(schema, `${path}.`)
	if (schema.items) return insideOf(schema.items, `${path}[]`)
	if (typeof schema.additionalProperties === 'object') return insideOf(schema.additionalProperties, `${path}.*`)
	return (schema.anyOf ?? []).flatMap((one) => insideOf(one, path))
}

/** A type in words. A named schema is a link to its object on the same page. */
export function typeOf(schema: Schema): Html | string {
	if (schema.$ref) return html`<a href="#schema_${nameIn(schema.$ref)}">${nameIn(schema.$ref)}</a>`
	if (schema.const !== undefined) return JSON.stringify(schema.const)
	if (schema.enum) return schema.enum.join(' | ')
	if (schema.anyOf) return joined(schema.anyOf.map(typeOf))
	if (schema.items) return html`${typeOf(schema.items)}[]`
	const type = [schema.type ?? 'any'].flat().join(' | ')
	return schema.format ? `${type}, ${schema.format}` : type
}

const joined = (types: (Html | string)[]) => html`${types.map((type, index) => html`${index > 0 ? ' | ' : ''}${type}`)}`

/** Larger bounds only say that a number is one. */
const MOST = 9_007_199_254_740_990

function boundsOf(schema: Schema): string {
	const { minimum, maximum, minLength, maxLength, default: initial } = narrowest(schema)
	return [
		...range(minimum, maximum, ''),
		...range(minLength, maxLength, ' characters'),
		...(initial === undefined ? [] : [`default ${JSON.stringify(initial)}`]),
	]
		.map((bound) => `, ${bound}`)
		.join('')
}

/** The bounds of a type that may also be null are those of the type. */
const narrowest = (schema: Schema): Schema => ({
	...schema.anyOf?.find(({ type }) => type !== 'null'),
	...schema,
})

function range(min: number | undefined, max: number | undefined, unit: string): string[] {
	const hasMin = min !== undefined && min > -MOST && !(unit && min <= 1)
	const hasMax = max !== undefined && max < MOST
	if (hasMin && hasMax) return [`${min} to ${max}${unit}`]
	if (hasMin) return [`at least ${min}${unit}`]
	return hasMax ? [`at most ${max}${unit}`] : []
}

/** The names of the schemas that a part of the document refers to, directly or through others. */
export function namesIn(part: object, schemas: Record<string, Schema>, found = new Set<string>()): Set<string> {
	for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
		if (found.has(name)) continue
		found.add(name)
		namesIn(schemas[name] ?? {}, schemas, found)
	}
	return found
}
