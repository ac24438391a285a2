import type { Context } from 'hono'
import { accepts } from 'hono/accepts'

// `Prefer` (RFC 7240): what a caller would like. A preference that we don't know, or can't read, is no error.

/** More than any caller's preferences take. A longer header isn't read. */
const MAX_LENGTH = 1_000

/** A comma in a quoted value separates nothing. */
const ITEM = /(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g
const PREFERENCE = /^\s*([^\s=;"]+)\s*(?:=\s*("(?:[^"\\]|\\.)*"|[^\s;"]*)\s*)?(?:;|$)/

/** Whether the caller states a preference, such as `respond-async`, or `handling` with the value `strict`. The first of a name counts. */
export function prefers(c: Pick<Context, 'req'>, name: string, value = ''): boolean {
	const header = c.req.header('Prefer')
	if (header === undefined || header.length > MAX_LENGTH) return false
	for (const item of header.match(ITEM) ?? []) {
		const [, stated, said = ''] = PREFERENCE.exec(item) ?? []
		if (stated?.toLowerCase() !== name) continue
		return said.replaceAll(/^"|"$/g, '').toLowerCase() === value
	}
	return false
}

/** Tells the caller that a preference was honored. */
export const confirmPreference = (c: Context, preference: string) =>
	c.header('Preference-Applied', preference, { append: true })

const TYPES = { header: 'Accept' as const, supports: ['application/json', 'text/html'], default: 'application/json' }

/** Whether somebody opens an address in a browser. A program that doesn't say what it accepts gets JSON. */
export const wantsPage = (c: Context) =>
	(c.req.method === 'GET' || c.req.method === 'HEAD') && accepts(c, TYPES) === 'text/html'
