import * as z from 'zod'

// The field shapes that slices share. Their descriptions and examples reach the OpenAPI document.

/** An opaque id; callers never parse it. */
export const id = (prefix: string) => z.string().meta({ example: `${prefix}_01JD6Z5W3T9V7K2M4N8P0Q1R2S` })

/** An id in a request: anything a caller may send, so that a nonsense id is an unknown id. */
export const reference = (prefix: string) =>
	z
		.string()
		.min(1)
		.meta({ example: `${prefix}_01JD6Z5W3T9V7K2M4N8P0Q1R2S` })

/** An integer in a query string, in decimal digits. */
export const queryInteger = (min: number, max: number) =>
	z.preprocess((value) => (/^\d{1,9}$/.test(String(value)) ? Number(value) : value), z.int().min(min).max(max))

/** A number in a query string, in decimal notation. */
export const queryNumber = (min: number, max: number) =>
	z.preprocess(
		(value) => (/^\d{1,9}(\.\d{1,9})?$/.test(String(value)) ? Number(value) : value),
		z.number().min(min).max(max),
	)

/** RFC 3339 in UTC with milliseconds. */
export const timestamp = () => z.string().meta({ format: 'date-time', example: '2026-11-21T07:00:00.000Z' })

/** RFC 3339 with any offset and precision in, UTC milliseconds out, so that stored times sort as text. */
export const timestampInput = () =>
	z.iso
		.datetime({ offset: true, error: 'Must be an RFC 3339 timestamp' })
		.max(40)
		.transform((value) => new Date(value).toISOString())
		// An offset may carry the year out of four digits, and such a time would no longer sort as text.
		.refine((value) => /^\d{4}-/.test(value), { error: 'Must lie within the years 0000 to 9999', abort: true })
		.meta({ example: '2026-11-21T07:00:00.000Z' })

/** Text that SQLite and JSON keep unchanged: no NUL, no unpaired surrogate. `max` counts UTF-16 units. */
export const text = (max: number) =>
	z
		.string()
		.max(max)
		.refine((value) => value.isWellFormed() && !value.includes('\u0000'), 'Must be well-formed Unicode without NUL')

/** Text in which something is written. */
export const nonBlankText = (max: number) => text(max).refine((value) => value.trim() !== '', 'Must not be blank')

/** A dotted key: `credits.monthly_grant`. */
export const dottedKey = () =>
	z
		.string()
		.regex(/^[a-z0-9][a-z0-9._-]{0,127}$/, 'Must be 1 to 128 lowercase letters, digits, dots, dashes or underscores')

export const Ok = z.object({ ok: z.literal(true) }).meta({ id: 'Ok' })
