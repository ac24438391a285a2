import { type Said, said } from '../../ground/http/field-codes.ts'
import { isObject, UNSAFE_KEYS } from '../../ground/http/json-input.ts'
import { must } from '../../ground/http/must.ts'

// A model's `when` (spec 2.3): an object of `field: literal`, which means equality, or `field: {operator: operand, …}`. All
// fields and operators must hold. A field names an own property of the request's context, and may contain dots. A field that's
// missing from the context equals nothing: `ne` and `not_in` hold, `exists` says whether it's there, and the others don't hold.
// The order operators compare two numbers or two strings (by UTF-16 unit), never a number with a string. No value is coerced.

export type When = Record<string, unknown>

type Problem = Pick<Said, 'message'> & Partial<Said> & { path: string[] }

interface Operator {
	takes: (operand: unknown) => boolean
	needs: string
	/** `value` is undefined when the context has no such field. */
	holds: (value: unknown, operand: unknown) => boolean
}

const MAX_FIELDS = 64
const MAX_FIELD_LENGTH = 128
const MAX_STRING_LENGTH = 1024
const MAX_LIST = 100

const isScalar = (value: unknown): value is string | number =>
	typeof value === 'string' ? value.length <= MAX_STRING_LENGTH : Number.isFinite(value)
const isLiteral = (value: unknown) => value === null || typeof value === 'boolean' || isScalar(value)
const isList = (value: unknown) => Array.isArray(value) && value.length <= MAX_LIST && value.every(isLiteral)

const A_LITERAL = `a string of up to ${MAX_STRING_LENGTH} characters, a number, a boolean or null`

const literal = (holds: Operator['holds']): Operator => ({ takes: isLiteral, needs: A_LITERAL, holds })
const list = (holds: (value: unknown, operand: unknown[]) => boolean): Operator => ({
	takes: isList,
	needs: `an array of up to ${MAX_LIST} strings, numbers, booleans or nulls`,
	holds: (value, operand) => holds(value, operand as unknown[]),
})
const order = (holds: (value: string | number, operand: string | number) => boolean): Operator => ({
	takes: isScalar,
	needs: 'a number or a string',
	holds: (value, operand) =>
		typeof value === typeof operand && holds(value as string | number, operand as string | number),
})

const OPERATORS = new Map<string, Operator>([
	['eq', literal((value, operand) => value === operand)],
	['ne', literal((value, operand) => value !== operand)],
	['in', list((value, operand) => operand.includes(value))],
	['not_in', list((value, operand) => !operand.includes(value))],
	[
		'exists',
		{
			takes: (operand) => typeof operand === 'boolean',
			needs: 'true or false',
			holds: (value, operand) => (value !== undefined) === operand,
		},
	],
	['gt', order((value, operand) => value > operand)],
	['gte', order((value, operand) => value >= operand)],
	['lt', order((value, operand) => value < operand)],
	['lte', order((value, operand) => value <= operand)],
])

/** Whether every condition of `when` holds in `context`. A condition with an unknown operator does not hold. */
export const matches = (when: When, context: Record<string, unknown>): boolean =>
	Object.entries(when).every(([field, condition]) => {
		const value = Object.hasOwn(context, field) ? context[field] : undefined
		if (!isObject(condition)) return value === condition
		return Object.entries(condition).every(([name, operand]) => OPERATORS.get(name)?.holds(value, operand) ?? false)
	})

/** What's wrong with a caller's `when`, each problem with its path under the field. Empty when it's valid. */
export function problemsOf(when: unknown): Problem[] {
	if (!isObject(when)) return [{ path: [], message: must.object }]
	const fields = Object.entries(when)
	if (fields.length > MAX_FIELDS) return [{ path: [], ...said('more_than_fields', { most: MAX_FIELDS }) }]
	return fields.flatMap(([field, condition]) => {
		if (field.length < 1 || field.length > MAX_FIELD_LENGTH || UNSAFE_KEYS.has(field))
			return [{ path: [], message: must.field_name }]
		return isObject(condition) ? problemsOfOperators(field, condition) : problemsOfLiteral(field, condition)
	})
}

const problemsOfLiteral = (field: string, value: unknown): Problem[] =>
	isLiteral(value) ? [] : [{ path: [field], ...said('condition', { what: A_LITERAL }) }]

function problemsOfOperators(field: string, operators: object): Problem[] {
	const named = Object.entries(operators)
	const allowed = [...OPERATORS.keys()]
	if (named.length === 0) return [{ path: [field], ...said('operators', { allowed }) }]
	return named.flatMap(([name, operand]) => {
		const operator = OPERATORS.get(name)
		if (!operator) return [{ path: [field, name.slice(0, MAX_FIELD_LENGTH)], ...said('one_of', { allowed }) }]
		return operator.takes(operand) ? [] : [{ path: [field, name], ...said('operand', { what: operator.needs }) }]
	})
}
