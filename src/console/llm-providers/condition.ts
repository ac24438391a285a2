/** What a condition can ask of a value of the request's context. */
export const OPERATORS = ['eq', 'ne', 'in', 'not_in', 'gte', 'gt', 'lte', 'lt', 'exists'] as const

export type Operator = (typeof OPERATORS)[number]

/** One line of a condition. */
export interface Test {
	field: string
	operator: Operator
	/** As it's typed. */
	value: string
}

const LISTS: readonly Operator[] = ['in', 'not_in']

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value)

/** The lines of a stored condition. */
export const testsOf = (when: object): Test[] =>
	Object.entries(when).flatMap(([field, test]) =>
		isObject(test)
			? Object.entries(test).map(([name, operand]) => ({ field, operator: name as Operator, value: textOf(operand) }))
			: [{ field, operator: 'eq' as const, value: textOf(test) }],
	)

/** The condition that the lines say. Those without a field say nothing yet. */
export function whenOf(tests: readonly Test[]): object {
	const fields = Map.groupBy(
		tests.filter(({ field }) => field.trim() !== ''),
		({ field }) => field.trim(),
	)
	return Object.fromEntries(
		[...fields].map(([field, all]) => {
			const [first] = all
			if (first && all.length === 1 && first.operator === 'eq') return [field, literalIn(first.value)]
			return [field, Object.fromEntries(all.map(({ operator, value }) => [operator, operandIn(operator, value)]))]
		}),
	)
}

/** A text that would be read as something else has quotes. */
const isPlain = (text: string) => text === text.trim() && !/^$|[",]/.test(text) && typeof literalIn(text) === 'string'

/** A value as somebody would type it. */
export function textOf(value: unknown): string {
	if (Array.isArray(value)) return value.map(textOf).join(', ')
	return typeof value === 'string' && isPlain(value) ? value : JSON.stringify(value)
}

/** Numbers, true, false and null are what they look like, and so is a text in quotes. Everything else is a text. */
export function literalIn(text: string): unknown {
	try {
		const value: unknown = JSON.parse(text)
		return typeof value === 'object' && value !== null ? text : value
	} catch {
		return text
	}
}

const operandIn = (operator: Operator, text: string): unknown =>
	LISTS.includes(operator)
		? (text.match(/"(?:[^"\\]|\\.)*"|[^,\s][^,]*/g) ?? []).map((part) => literalIn(part.trim()))
		: literalIn(text.trim())
