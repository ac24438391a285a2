import { conflict, invalid } from '../../ground/http/errors.ts'
import { fingerprintOf } from '../../ground/http/fingerprint.ts'
import { isObject } from '../../ground/http/json-input.ts'
import { must } from '../../ground/http/must.ts'
import { addressOf, call, refusedCall, resultOf, type Called, type Tools } from './call.ts'
import type { Input } from './schema.ts'
import { bytesOf, MOST_BYTES, partOf } from './size.ts'

/** The cursor of a list whose pages continue before an entry, such as the access log. */
const BEFORE = 'before.'

/** The cursor of a part of a text: where it starts, and the fingerprint of the whole. */
const PART = /^part\.(\d+)\.(\w+)$/

/**
 * Reads something, at most 20 KB of it. Of a list it's as many rows as fit, and the list's own cursor continues after them. Of anything else
 * it's a part of its text.
 */
export async function read(tools: Tools, { path, fields, cursor }: Input<'read'>) {
	const url = addressOf(tools, path)
	const part = cursor === undefined ? null : PART.exec(cursor)
	if (cursor?.startsWith(BEFORE)) url.searchParams.set('before', cursor.slice(BEFORE.length))
	else if (cursor !== undefined && !part) url.searchParams.set('cursor', cursor)
	const first = await call(tools, { url })
	if (first.status >= 400) return refusedCall(first)
	const whole = chosen(first, fields)
	if (part) return resultOf(continued(whole, Number(part[1]), part[2]))
	if (bytesOf(JSON.stringify(whole.data)) <= MOST_BYTES) return resultOf(shown(whole))
	const shorter = await fewerRows(tools, url, whole, fields)
	return resultOf(shorter ? shown(shorter) : continued(whole, 0))
}

interface Read {
	status: number
	cursor: string | undefined
	etag: string | undefined
	data: unknown
}

function chosen({ status, headers, body }: Called, fields: string[] | undefined): Read {
	const [next, etag] = ['Next-Cursor', 'ETag'].map((name) => headers.get(name) ?? undefined)
	const before = isObject(body) && typeof body.next_before === 'string' ? BEFORE + body.next_before : undefined
	return { status, cursor: next ?? before, etag, data: fields ? projected(body, fields) : body }
}

/** The rows of a list: the body itself, or its `data`. */
const rowsOf = (body: unknown) => (isObject(body) ? body.data : body)

function projected(body: unknown, fields: string[]): unknown {
	if (Array.isArray(body)) return body.map((row) => projected(row, fields))
	if (!isObject(body)) return body
	if (Array.isArray(body.data)) return { ...body, data: projected(body.data, fields) }
	return Object.fromEntries(fields.filter((name) => Object.hasOwn(body, name)).map((name) => [name, body[name]]))
}

const shown = ({ data, ...read }: Read) => ({ ...read, untrusted: data })

/** The same page with as many rows as fit, so that its cursor follows the last one. Undefined if it's no list, or one row alone is too large. */
async function fewerRows(tools: Tools, url: URL, { data }: Read, fields: string[] | undefined) {
	const rows: unknown = rowsOf(data)
	if (!Array.isArray(rows)) return undefined
	let left = MOST_BYTES - bytesOf(JSON.stringify(Array.isArray(data) ? [] : { ...(data as object), data: [] }))
	const count = rows.findIndex((row) => (left -= bytesOf(JSON.stringify(row)) + 1) < 0)
	if (count < 1) return undefined
	url.searchParams.set('limit', String(count))
	const again = await call(tools, { url, isAgain: true })
	// A list without pages knows no limit.
	if (again.status !== 200) return undefined
	const read = chosen(again, fields)
	return bytesOf(JSON.stringify(read.data)) <= MOST_BYTES ? read : undefined
}

/** A part of the text of what was read, which must be the same as at the first part. */
function continued({ data, cursor: _, ...read }: Read, start: number, known?: string) {
	const text = JSON.stringify(data)
	const fingerprint = fingerprintOf(text)
	if (known !== undefined && known !== fingerprint) throw conflict('mcp.changed_since')
	if (start >= bytesOf(text)) throw invalid([{ path: 'cursor', message: must.cursor }])
	const { part, next } = partOf(text, start)
	return { ...read, cursor: next === undefined ? undefined : `part.${next}.${fingerprint}`, untrusted: part }
}
