import type { Context } from 'hono'
import { unparseable } from './errors.ts'

// Without `fatal`, an invalid byte would become U+FFFD, and a mangled name would be stored.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/** The body as text, whatever its Content-Type. It can be read again. Throws 422 if it isn't valid UTF-8. */
export async function bodyText(c: Context): Promise<string> {
	const bytes = await c.req.arrayBuffer()
	try {
		return utf8.decode(bytes)
	} catch {
		throw unparseable('The body must be valid UTF-8')
	}
}

/** A JSON object; an empty one for an empty text where that's allowed. Throws 422 for anything else. */
export function parseObject(source: string, mayBeEmpty: boolean): object {
	if (mayBeEmpty && source.trim() === '') return {}
	const value = parseJson(source)
	if (typeof value !== 'object' || value === null || Array.isArray(value))
		throw unparseable('The body must be a JSON object')
	return value
}

/** A JSON value. Throws 422 for anything else. */
export function parseJson(source: string): unknown {
	try {
		return JSON.parse(source)
	} catch {
		throw unparseable('The body must be valid JSON')
	}
}
