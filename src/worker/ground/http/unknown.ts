import * as z from 'zod'
import { isObject } from './json-input.ts'

// Finds what a request has and its schema doesn't know. Each schema is read once; after that, a look costs one map lookup for
// each field. What the caller may shape freely, such as metadata, isn't looked into.

/** Something that a request has and its schema doesn't know. */
export interface Unknown {
	/** As in `details.fields`. */
	path: string
	/** The path of a field, the name of a parameter, or the value itself. */
	name: string
	/** The last part of it, and what may have been meant. */
	given: string
	known: readonly string[]
	/** Whether what's changed has such a field, which no change sets. */
	isFixed?: boolean
}

/** A response names this many. */
export const MAX_UNKNOWN = 20

type Look = (value: unknown, path: string, found: Unknown[]) => void

/** What a schema is looked through with. Null if nothing in it can be unknown. */
const looks = new WeakMap<z.core.$ZodType, Look | null>()

/** The fields of `value` that `schema` doesn't know, and values of `openValues` that we don't. */
export function unknownIn(schema: z.core.$ZodType, value: unknown, path = ''): Unknown[] {
	const found: Unknown[] = []
	lookOf(schema)?.(value, path, found)
	return found
}

/**
 * A body without the optional fields that are null: in a POST or PUT that's the same as leaving them out. A field that takes null keeps
 * it, and a PATCH or a body of SCIM is as it is given.
 */
export function withoutNulls(
	{ method, path }: { method: string; path: string },
	schema: z.core.$ZodType,
	value: unknown,
) {
	const isMaking = (method === 'POST' || method === 'PUT') && path.startsWith('/v1/')
	if (!isMaking || !(schema instanceof z.ZodObject) || !isObject(value) || !Object.values(value).includes(null))
		return value
	const { shape } = schema
	const isLeftOut = ([name, one]: [string, unknown]) => {
		const field = one === null && Object.hasOwn(shape, name) ? (shape[name] as z.ZodType) : undefined
		return field !== undefined && !field.safeParse(null).success && field.safeParse(undefined).success
	}
	return Object.fromEntries(Object.entries(value).filter((entry) => !isLeftOut(entry)))
}

/** A text that may have any value, of which we know some: the others are kept, and named. */
export function openValues<S extends z.ZodType<string>>(schema: S, known: readonly string[]): S {
	looks.set(schema, (value, path, found) => {
		if (typeof value === 'string' && !known.includes(value)) add(found, { path, name: value, given: value, known })
	})
	return schema
}

function lookOf(schema: z.core.$ZodType): Look | null {
	let look = looks.get(schema)
	if (look === undefined) {
		look = newLook(schema as z.core.$ZodTypes)
		looks.set(schema, look)
	}
	return look
}

function newLook({ _zod: { def } }: z.core.$ZodTypes): Look | null {
	if (def.type === 'object') return inObject(def)
	if (def.type === 'record') return inEach(def.valueType, isObject)
	if (def.type === 'array') return inEach(def.element, Array.isArray)
	if (def.type === 'union') return inOneOf(def.options)
	if (def.type === 'pipe') return lookOf(def.in) ?? lookOf(def.out)
	return 'innerType' in def ? lookOf(def.innerType) : null
}

function inObject({ shape, catchall }: z.core.$ZodObjectDef): Look {
	const known = Object.keys(shape)
	const fields = new Map(Object.entries(shape).map(([field, schema]) => [field, lookOf(schema)]))
	return (value, path, found) => {
		if (!isObject(value)) return
		for (const field of Object.keys(value)) {
			const look = fields.get(field)
			if (look) look(value[field], within(path, field), found)
			else if (look === undefined && !catchall) {
				const name = within(path, field)
				add(found, { path: name, name, given: field, known })
			}
			if (found.length >= MAX_UNKNOWN) return
		}
	}
}

function inEach(schema: z.core.$ZodType, isIt: (value: unknown) => boolean): Look | null {
	const look = lookOf(schema)
	if (!look) return null
	return (value, path, found) => {
		if (!isIt(value)) return
		for (const [key, inner] of Object.entries(value as object)) {
			look(inner, within(path, key), found)
			if (found.length >= MAX_UNKNOWN) return
		}
	}
}

/** The form that knows most of a value is the one that's meant. A list has no field in common with an object. */
function inOneOf(options: readonly z.core.$ZodType[]): Look | null {
	const forms = options.flatMap((option) => {
		const look = lookOf(option)
		return look ? [{ look, isList: option instanceof z.ZodArray }] : []
	})
	if (forms.length === 0) return null
	return (value, path, found) => {
		const [fewest = []] = forms
			.filter((form) => form.isList === Array.isArray(value))
			.map(({ look }) => {
				const inside: Unknown[] = []
				look(value, path, inside)
				return inside
			})
			.toSorted((one, other) => one.length - other.length)
		for (const one of fewest) add(found, one)
	}
}

function add(found: Unknown[], unknown: Unknown) {
	if (found.length < MAX_UNKNOWN) found.push(unknown)
}

const within = (path: string, key: string) => (path === '' ? key : `${path}.${key}`)
