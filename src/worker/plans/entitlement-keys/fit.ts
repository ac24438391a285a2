import { type SQL, sql } from 'drizzle-orm'
import { literal } from '../../ground/db/state.ts'
import type { FieldError } from '../../ground/http/errors.ts'
import { said } from '../../ground/http/field-codes.ts'
import { must } from '../../ground/http/must.ts'
import { CATALOGUE, defaulted, type EntitlementKey, type Known, known, type ValueType } from './catalogue.ts'

// Whether a value fits its key. A value that doesn't is refused wherever it's entered. One that an earlier version stored counts
// as absent wherever it's read. A test holds the two forms of the rule, for input and in SQL, to each other.

export interface Value {
	key: string
	value: string
	value_type: ValueType
}

const parses: Record<ValueType, (value: string) => boolean> = {
	integer: (value) => /^-?\d{1,16}$/.test(value) && Number.isSafeInteger(Number(value)),
	boolean: (value) => value === 'true' || value === 'false',
	string: () => true,
}

const NEEDS = { integer: must.integer, boolean: must.true_or_false, string: must.text }

/** What a value isn't, for its key and its type. Undefined if it fits: free keys take any value of its `value_type`. */
export function misfitOf({ key, value, value_type }: Value): FieldError | undefined {
	const wanted = known(key)
	if (wanted && value_type !== wanted.value_type)
		return {
			path: 'value_type',
			...said('type_of_key', { value_type: wanted.value_type, key, range: rangeOf(wanted) }),
		}
	if (!parses[value_type](value)) return { path: 'value', message: NEEDS[value_type] }
	if (wanted?.value_type !== 'integer' || (Number(value) >= wanted.min && Number(value) <= wanted.max)) return undefined
	return { path: 'value', ...said('range', { range: rangeOf(wanted) }) }
}

/** A configuration entry as a value. It has no type: its key says which. */
export const defaultOf = (key: string, value: string): Value => ({
	key,
	value,
	value_type: defaulted(key)?.value_type ?? 'string',
})

/** What a configuration entry isn't, if its key has a default to set. */
export function misfitOfDefault(key: string, value: string): FieldError | undefined {
	const wanted = defaulted(key)
	const isMisfit = wanted && misfitOf(defaultOf(key, value)) !== undefined
	return isMisfit ? { path: 'value', ...said('range', { range: rangeOf(wanted) }) } : undefined
}

/** A value as it's stored: an integer in one spelling, without leading zeros and as 0 instead of -0. One that isn't of its type stays. */
export const inOneSpelling = <One extends Omit<Value, 'key'>>(one: One): One =>
	one.value_type === 'integer' && parses.integer(one.value) ? { ...one, value: String(Number(one.value)) } : one

/** The same for the value of a configuration entry. */
export const defaultInOneSpelling = (key: string, value: string): string => inOneSpelling(defaultOf(key, value)).value

export const isValid = (value: Value) => misfitOf(value) === undefined

/** A stored row with `is_valid`, as it's returned. */
export const withValidity = <Row extends Value>(row: Row) => ({ ...row, is_valid: isValid(row) })

/** What a key takes, in words. */
const rangeOf = ({ min, max }: Known) =>
	min === null ? 'true or false' : `an integer from ${worded(min)} to ${worded(max)}`

/** The largest integer in either direction is said as a power. */
const worded = (bound: number) =>
	Math.abs(bound) < Number.MAX_SAFE_INTEGER ? String(bound) : bound < 0 ? '-(2^53 - 1)' : '2^53 - 1'

/** Whether a stored value fits its key, in SQL. A configuration entry has no `value_type`. */
export function fits(key: EntitlementKey, value: SQL, value_type?: SQL): SQL {
	const { value_type: type, min, max } = CATALOGUE[key]
	const inBounds =
		min === null
			? sql`${value} IN ('true', 'false')`
			: sql`${value} GLOB '[-0-9]*' AND substr(${value}, 2) NOT GLOB '*[^0-9]*' AND length(${value}) - (${value} < '0') BETWEEN 1 AND 16
				AND CAST(${value} AS INTEGER) BETWEEN ${literal(min)} AND ${literal(max)}`
	return value_type ? sql`${value_type} = ${literal(type)} AND ${inBounds}` : inBounds
}
