import type { Context } from 'hono'
import type { Variables } from '../../context.ts'
import { type FieldError, invalid } from './errors.ts'
import { said } from './field-codes.ts'
import { must } from './must.ts'
import { nearest } from './nearest.ts'
import { confirmPreference, prefers } from './prefer.ts'
import { MAX_UNKNOWN, type Unknown } from './unknown.ts'

// What a request has and its operation doesn't know is ignored, and the response names it. With `Prefer: handling=strict` it's
// refused instead.

// A name can be as long as the body. Twenty of them, encoded, fit into the headers that clients accept.
const MAX_NAME = 64
const MAX_PATH = 512

/** How many known names an error lists. */
const MOST_NAMED = 10

/** Names what is ignored in `X-Ignored` and in a dry run. Under strict handling it returns what the 400 says instead. */
export function ignore(c: Context, unknown: Unknown[]): FieldError[] {
	if (unknown.length === 0) return []
	if (isStrict(c)) return unknown.slice(0, MAX_UNKNOWN).map(toError)
	tellIgnored(
		c,
		unknown.map(({ name }) => name),
	)
	return []
}

/** Names what was ignored, whatever the handling: it's only known after the request has done its work. */
export function tellIgnored(c: Context, names: string[]): void {
	if (names.length === 0) return
	const before: Variables['ignored'] = c.get('ignored')
	const ignored = [...(before ?? []), ...names.map((name) => cut(name, MAX_NAME))].slice(0, MAX_UNKNOWN)
	c.set('ignored', ignored)
	c.header('X-Ignored', ignored.map(encodeURIComponent).join(', '))
}

/** Like `ignore`, for what a handler finds itself: strict handling throws the 400. */
export function requireKnown(c: Context, unknown: Unknown[]): void {
	const refused = ignore(c, unknown)
	if (refused.length > 0) throw invalid(refused)
}

/** Whether the caller sent `Prefer: handling=strict`. The response says so. */
export function isStrict(c: Context): boolean {
	let handling: Variables['handling'] = c.get('handling')
	if (handling === undefined) {
		handling = prefers(c, 'handling', 'strict') ? 'strict' : 'lenient'
		c.set('handling', handling)
		if (handling === 'strict') confirmPreference(c, 'handling=strict')
	}
	return handling === 'strict'
}

function toError({ path, given, known, isFixed }: Unknown): FieldError {
	if (isFixed) return { path, message: must.fixed }
	const at = cut(path, MAX_PATH)
	if (known.length === 0) return { path: at, message: must.left_out }
	const near = nearest(cut(given, MAX_NAME), known)
	return {
		path: at,
		...(near === undefined
			? said('known_name', { known: known.slice(0, MOST_NAMED) })
			: said('meant_name', { nearest: near })),
	}
}

const cut = (text: string, length: number) => text.slice(0, length).toWellFormed()
