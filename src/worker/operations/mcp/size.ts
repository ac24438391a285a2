import { Buffer } from 'node:buffer'

export const MOST_BYTES = 20_480

export const bytesOf = (text: string) => Buffer.byteLength(text)

/** The texts of a value that fit in one result, from `start` on, and where the next part starts. */
export function partOf(text: string, start: number): { part: string; next: number | undefined } {
	const bytes = Buffer.from(text)
	let end = Math.min(start + MOST_BYTES, bytes.length)
	// A part never ends within a character.
	while (end < bytes.length && ((bytes[end] as number) & 0xc0) === 0x80) end -= 1
	return { part: bytes.subarray(start, end).toString(), next: end < bytes.length ? end : undefined }
}

/** The response to a write. What doesn't fit is left out, and a read has it. */
export function cut(body: unknown): { untrusted: unknown; is_cut?: true } {
	const text = JSON.stringify(body)
	return bytesOf(text) <= MOST_BYTES ? { untrusted: body } : { untrusted: partOf(text, 0).part, is_cut: true }
}
