import * as z from 'zod'
import { doc } from '#doc'
import { issueOf, type Said, said } from './field-codes.ts'
import { problemOf } from './json-input.ts'
import { must } from './must.ts'

// Field schemas that slices share. Their descriptions and examples appear in the OpenAPI document.

/** Makes a schema once for all fields that say the same of it. Hundreds do, and each new isolate would make one for each. */
function once<A extends (string | number)[], S extends z.ZodType>(make: (...args: A) => S): (...args: A) => S {
	const made = new Map<string, S>()
	return (...args) => {
		const key = args.join()
		const schema = made.get(key) ?? make(...args)
		made.set(key, schema)
		return schema
	}
}

/** An object that has a name in the API's document. */
export const named = <Shape extends z.ZodRawShape>(name: string, shape: Shape) =>
	z.object(shape).meta(doc({ id: name }))

/** An opaque id in a response. Callers never parse it. */
export const id = once((prefix: string) => z.string().meta(doc({ example: `${prefix}_01JD6Z5W3T9V7K2M4N8P0Q1R2S` })))

/** An id in a request. Any text is allowed, so a nonsense id is simply an unknown id. */
export const reference = once((prefix: string) =>
	z
		.string()
		.min(1)
		.meta(doc({ example: `${prefix}_01JD6Z5W3T9V7K2M4N8P0Q1R2S` })),
)

const subjects = new WeakSet<object>()

/** A parameter that names what the operation is about, although it has a default. It isn't a filter, so it mustn't be empty. */
export function subject<S extends z.ZodType>(schema: S): S {
	subjects.add(schema)
	return schema
}

/** Whether a parameter names what the operation is about: one that it can't do without, or one that says so. */
export const isSubject = ({ shape }: z.ZodObject, name: string): boolean => {
	const schema = shape[name] as z.ZodType | undefined
	return schema !== undefined && (subjects.has(schema) || !schema.safeParse(undefined).success)
}

/** An integer in a query string, in decimal digits. */
export const queryInteger = once((min: number, max: number) =>
	z.preprocess((value) => (/^\d{1,9}$/.test(String(value)) ? Number(value) : value), z.int().min(min).max(max)),
)

/** A number in a query string, as programs write it: `0.5`, `.5`, `1`, `1e-7`, or all digits of a double. */
export const queryNumber = once((min: number, max: number) =>
	z.preprocess(
		(value) => (/^-?(?=\.?\d)\d{0,9}(\.\d{0,40})?(e[+-]?\d{1,3})?$/i.test(String(value)) ? Number(value) : value),
		z.number().min(min).max(max),
	),
)

/** RFC 3339 in UTC with milliseconds. */
export const timestamp = once(() => z.string().meta(doc({ format: 'date-time', example: '2026-11-21T07:00:00.000Z' })))

/**
 * Takes RFC 3339 with any offset and precision, in upper or lower case, and returns UTC with milliseconds. So stored times
 * sort as text.
 */
export const timestampInput = once(() =>
	z
		.string(NO_TIMESTAMP)
		.max(40)
		.transform((value, issues) => {
			const ms = instantOf(value.toUpperCase())
			if (ms !== undefined) return new Date(ms).toISOString()
			issues.addIssue(issueOf(dayOr(NO_TIMESTAMP.error, value)))
			return z.NEVER
		})
		// An offset can push the year beyond four digits. Such a time wouldn't sort as text.
		.refine((value) => /^\d{4}-/.test(value), { error: must.year, abort: true })
		.meta(doc({ format: 'date-time', example: '2026-11-21T07:00:00.000Z' })),
)

const NO_TIMESTAMP = { error: must.timestamp }

const RFC_3339 = once(() => z.iso.datetime({ offset: true }))
const DATE = once(() => z.iso.date())
/** Where the seconds are, from their colon on. */
const SECONDS_AT = 16
const DAY_END_S = 86_399

/** Unix milliseconds. A leap second, which can only end a day of UTC, is read as the second after it: JavaScript has none. */
function instantOf(text: string): number | undefined {
	const isLeap = text.startsWith(':60', SECONDS_AT)
	const regular = isLeap ? `${text.slice(0, SECONDS_AT)}:59${text.slice(SECONDS_AT + 3)}` : text
	if (!RFC_3339().safeParse(regular).success) return undefined
	const ms = Date.parse(regular)
	if (!isLeap) return ms
	const second = Math.floor(ms / 1000) % 86_400
	return (second + 86_400) % 86_400 === DAY_END_S ? ms + 1000 : undefined
}

/** A day, such as `2026-11-21`. */
export const day = once(() => z.iso.date({ error: ({ input }) => dayOr(must.date, input).message, abort: true }))

/** Says that a day doesn't exist, if that's what is wrong, and else `message`. */
function dayOr(message: string, value: unknown): Pick<Said, 'message'> & Partial<Said> {
	const [wanted] = /^\d{4}-\d\d-\d\d(?=$|T)/i.exec(typeof value === 'string' ? value : '') ?? []
	if (wanted === undefined || DATE().safeParse(wanted).success) return { message }
	return said('day_exists', { day: wanted })
}

/** Text that SQLite and JSON keep unchanged: no NUL, no unpaired surrogate. `max` counts UTF-16 units. */
export const text = once((max: number) =>
	z
		.string()
		.max(max)
		.refine((value) => value.isWellFormed() && !value.includes('\u0000'), must.unicode),
)

/** Text that isn't blank. */
export const nonBlankText = once((max: number) => text(max).refine((value) => value.trim() !== '', must.not_blank))

/** A JSON object of the caller's own shape. No Zod record, because that silently drops some keys that `problemOf` refuses. */
export const objectInput = () =>
	z.custom<Record<string, unknown>>().superRefine((value, context) => {
		const problem = problemOf(value)
		if (problem) context.addIssue(issueOf(problem))
	})

/** Refuses the items of a list that repeat an earlier one. `keyOf` tells them apart; `path` leads from the item to its key. */
export const withoutRepeats =
	<T>(keyOf: (item: T) => string, path: string[], message: string) =>
	(list: T[], issues: z.RefinementCtx) => {
		const seen = new Set<string>()
		for (const [index, item] of list.entries()) {
			const key = keyOf(item)
			if (seen.has(key)) issues.addIssue({ code: 'custom', path: [index, ...path], message })
			seen.add(key)
		}
	}

/** An optional field of a POST or PUT. Absent and null both mean `fallback`. */
export const withDefault = <S extends z.ZodType>(schema: S, fallback: z.output<S>) =>
	schema
		.nullable()
		// TypeScript can't see that a generic schema's output fits its nullable form.
		.default(fallback as never)
		.transform((value) => value ?? fallback)

/** A dotted key such as `credits.monthly_grant`. */
export const dottedKey = once(() => z.string().regex(/^[a-z0-9][a-z0-9._-]{0,127}$/, must.key_form))

/** The response of an operation that has nothing else to say. */
export const Ok = named('Ok', { ok: z.literal(true) })

/**
 * Any JSON value, in a response. It deliberately isn't `z.json()`: the document would describe a union of itself, and the
 * types that openapi-typescript makes from such a union don't compile.
 */
export const JsonValue = z.unknown().meta(doc({ id: 'JsonValue', description: 'Any JSON value.' }))

/** For a change that may lock out its own caller. */
export const ConfirmQuery = z.object({
	confirm: z
		.enum(['true', 'false'])
		.default('false')
		.meta(doc({ description: 'Whether to make the change even if it locks out your own address.', default: 'false' })),
})
