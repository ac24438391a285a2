import { ApiError, invalid } from '../../ground/http/errors.ts'
import { type Said } from '../../ground/http/field-codes.ts'
import { entriesOf, isObject } from '../../ground/http/json-input.ts'
import { must } from '../../ground/http/must.ts'

// Attribute names are the same in any case (RFC 7643, section 2.1), and may stand under the schema that they belong to or have it in
// front. What is left out by a name that we don't understand would be a success that does something else.

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'

type ScimType = 'invalidValue' | 'invalidPath' | 'noTarget'

/** The 400 of something that we can't take (RFC 7644, section 3.12). */
export const refused = (scimType: ScimType, path: string, wrong: string | Said) => {
	const field = typeof wrong === 'string' ? { path, message: wrong } : { path, ...wrong }
	return new ApiError(
		400,
		'validation.error',
		{ ...invalid([field]).details, scimType },
		{ said: `${path}: ${field.message}` },
	)
}

export const invalidValue = (path: string, wrong: string | Said) => refused('invalidValue', path, wrong)

/** A name without its schema, in lower case; empty for the schema itself. */
export function bareName(given: string): string {
	const name = given.trim().toLowerCase()
	const schema = USER.toLowerCase()
	return name === schema ? '' : name.startsWith(`${schema}:`) ? name.slice(schema.length + 1) : name
}

/** The attributes of an object, with those that stand under their schema. */
export const attributesOf = (value: unknown): [string, unknown][] =>
	entriesOf(value).flatMap(([name, inner]) => (bareName(name) === '' ? attributesOf(inner) : [[name, inner]]))

/** Writes these names of an object as the schema does. Throws 400 for one that is there twice. */
export const spelled =
	(...names: string[]) =>
	(given: unknown): unknown => {
		if (!isObject(given)) return given
		const written: Record<string, unknown> = {}
		for (const [name, value] of attributesOf(given)) {
			const known = names.find((one) => one.toLowerCase() === bareName(name))
			if (known !== undefined && Object.hasOwn(written, known)) throw invalidValue(known, must.once)
			written[known ?? name] = value
		}
		return written
	}
