import type * as z from 'zod'

// What a field's error says when its schema has no words of its own. It completes "<field> …", as those of the schemas do.

const TYPES: Record<string, string> = {
	string: 'a string',
	number: 'a number',
	int: 'an integer',
	boolean: 'true or false',
	array: 'a list',
	object: 'an object',
	record: 'an object',
	null: 'null',
}

/** What a length counts, by the type of the value. A number has no length. */
const COUNTED: Record<string, string> = { string: 'characters', array: 'items', object: 'fields', record: 'fields' }

type Issue = z.core.$ZodRawIssue

/** The message for an issue that Zod found, such as "Must be at most 200". */
export function fieldMessage(issue: Issue): string {
	switch (issue.code) {
		case 'invalid_type':
			return issue.input === undefined ? 'Must be given' : `Must be ${TYPES[issue.expected] ?? issue.expected}`
		case 'invalid_value':
			return issue.values.length === 1
				? `Must be ${String(issue.values[0])}`
				: `Must be one of ${issue.values.map(String).join(', ')}`
		case 'too_small':
			return bound(issue.origin, issue.minimum, issue.inclusive ? 'at least' : 'more than')
		case 'too_big':
			return bound(issue.origin, issue.maximum, issue.inclusive ? 'at most' : 'less than')
		case 'not_multiple_of':
			return `Must be a multiple of ${issue.divisor}`
		case 'invalid_format':
			return issue.format === 'regex'
				? 'Must have the form that the API document gives'
				: `Must be a valid ${issue.format}`
		case 'unrecognized_keys':
			return `Must not have ${issue.keys.join(', ')}`
		case 'invalid_union':
			return 'Must have one of the types that the API document gives'
		case 'custom':
		case 'invalid_element':
		case 'invalid_key':
		default:
			return 'Must be as the API document says'
	}
}

/** The issues, without the bound of every integer where the schema's own bound, which is tighter, isn't met either. */
export const distinct = (issues: readonly z.core.$ZodIssue[]) =>
	issues.filter((issue) => !isEveryIntegers(issue) || !issues.some((other) => other !== issue && isSame(issue, other)))

const isEveryIntegers = (issue: z.core.$ZodIssue) =>
	(issue.code === 'too_big' || issue.code === 'too_small') && issue.origin === 'int'

const isSame = (one: z.core.$ZodIssue, other: z.core.$ZodIssue) =>
	one.code === other.code && one.path.join('.') === other.path.join('.')

function bound(origin: string, limit: number | bigint, words: string): string {
	const counted = COUNTED[origin]
	if (!counted) return `Must be ${words} ${limit}`
	return words === 'at least' && Number(limit) === 1 ? 'Must not be empty' : `Must have ${words} ${limit} ${counted}`
}
