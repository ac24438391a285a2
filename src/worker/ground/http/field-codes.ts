import type * as z from 'zod'
import { must } from './must.ts'

// The code of a field's error, with the values that its sentence has. Programs branch on it, and the console says it in another
// language.

type Value = string | number
export type Values = Record<string, Value | readonly Value[]>

/** Sentences with values. Those without are in `must`. */
const SENTENCES = {
	one_of: ({ allowed }: { allowed: readonly Value[] }) => `Must be one of ${allowed.join(', ')}`,
	either: ({ allowed }: { allowed: readonly string[] }) => `Must be ${allowed.join(' or ')}`,
	exactly: ({ value }: { value: string }) => `Must be ${value}`,
	exactly_or_absent: ({ value }: { value: string }) => `Must be ${value}, or absent`,
	at_least: ({ least }: { least: Value }) => `Must be at least ${least}`,
	at_most: ({ most }: { most: Value }) => `Must be at most ${most}`,
	more_than: ({ bound }: { bound: Value }) => `Must be more than ${bound}`,
	less_than: ({ bound }: { bound: Value }) => `Must be less than ${bound}`,
	characters_at_least: ({ least }: { least: Value }) => `Must have at least ${least} characters`,
	characters_at_most: ({ most }: { most: Value }) => `Must have at most ${most} characters`,
	items_at_least: ({ least }: { least: Value }) => `Must have at least ${least} items`,
	items_at_most: ({ most }: { most: Value }) => `Must have at most ${most} items`,
	fields_at_least: ({ least }: { least: Value }) => `Must have at least ${least} fields`,
	fields_at_most: ({ most }: { most: Value }) => `Must have at most ${most} fields`,
	multiple_of: ({ factor }: { factor: Value }) => `Must be a multiple of ${factor}`,
	format: ({ format }: { format: string }) => `Must be a valid ${format}`,
	without_keys: ({ keys }: { keys: readonly string[] }) => `Must not have ${keys.join(', ')}`,
	entries_at_most: ({ most }: { most: number }) => `Must have at most ${most} entries`,
	variables_at_most: ({ most }: { most: number }) => `Must hold at most ${most} variables`,
	characters_in_all: ({ most }: { most: number }) => `Must hold at most ${most} characters in all`,
	days_after_start: ({ most }: { most: number }) => `Must be less than ${most} days after start`,
	bytes_at_most: ({ most }: { most: number }) => `Must not be larger than ${most} bytes`,
	levels_at_most: ({ most }: { most: number }) => `Must not be nested more than ${most} levels deep`,
	without_key: ({ key }: { key: string }) => `Must not have the key ${key}`,
	more_than_fields: ({ most }: { most: number }) => `Must not have more than ${most} fields`,
	condition: ({ what }: { what: string }) => `Must be ${what}, or an object of operators`,
	operand: ({ what }: { what: string }) => `Must be ${what}`,
	operators: ({ allowed }: { allowed: readonly string[] }) => `Must have one or more of ${allowed.join(', ')}`,
	known_name: ({ known }: { known: readonly string[] }) => `Must be a known name. It takes ${known.join(', ')}`,
	meant_name: ({ nearest }: { nearest: string }) => `Must be a known name. Did you mean ${nearest}?`,
	seconds: ({ least, most }: { least: number; most: number }) => `Must be a number of seconds from ${least} to ${most}`,
	type_of_key: ({ value_type, key, range }: { value_type: string; key: string; range: string }) =>
		`Must be ${value_type}: ${key} takes ${range}`,
	range: ({ range }: { range: string }) => `Must be ${range}`,
	sections: ({ allowed }: { allowed: readonly string[] }) => `Must be one of the sections ${allowed.join(', ')}`,
	no_section: ({ name }: { name: string }) => `Must name sections of the document. ${name} isn't one`,
	repeated_entry: ({ key }: { key: string }) => `Must differ from the other entries: ${key} is there twice`,
	differs_by_more_than_case: ({ other }: { other: string }) => `Must differ from ${other} by more than case`,
	fields: ({ allowed }: { allowed: readonly string[] }) => `Must be one of the fields ${allowed.join(', ')}`,
	comes_with: ({ field }: { field: string }) => `Must come with ${field}`,
	org_ids: ({ org_id }: { org_id: string }) => `Must be ids of orgs. There is no org ${org_id}`,
	proved_domain: ({ domain }: { domain: string }) =>
		`Must be an address in a domain that the connection has verified, and ${domain} is not`,
	alone: ({ field }: { field: string }) => `Must be ${field} alone`,
	connections_decided: ({ connection_id }: { connection_id: string }) =>
		`Must be connections that this user decided last and you may confirm, and ${connection_id} is none`,
	point: ({ curve }: { curve: string }) => `Must be a point of ${curve} that encrypts`,
	day_exists: ({ day }: { day: string }) => `Must be a day that exists. There's no ${day}`,
	redemption_code: ({ length }: { length: number }) => `Must be a redemption code: ${length} letters and digits`,
	invite_code: ({ length }: { length: number }) => `Must be an invite code: ${length} letters and digits`,
} as const

type WithValues = keyof typeof SENTENCES
type ValuesOf<Code extends WithValues> = Parameters<(typeof SENTENCES)[Code]>[0]

/** The code of a field's error. */
export type FieldCode = keyof typeof must | WithValues

/** Every code. */
export const FIELD_CODES = [...Object.keys(must), ...Object.keys(SENTENCES)] as FieldCode[]

/** What's wrong with a field: for people, and for programs. */
export interface Said {
	message: string
	code: FieldCode
	values: Values
}

/** A sentence with values. */
export const said = <Code extends WithValues>(code: Code, values: ValuesOf<Code>): Said => ({
	message: SENTENCES[code](values as never),
	code,
	values,
})

/** The same as an issue, for a schema whose sentence has values of the caller's. */
export const issueOf = ({ message, code, values }: Pick<Said, 'message'> & Partial<Said>) => ({
	code: 'custom' as const,
	message,
	params: { code, values },
})

/** The same as the error of a rule, for a schema whose sentence has values of its own. */
export const refusing = ({ message, code, values }: Said) => ({ error: message, params: { code, values } })

const CODES: ReadonlyMap<string, FieldCode> = new Map(
	Object.entries(must).map(([code, text]) => [text, code as FieldCode]),
)

/** The code of a sentence that `must` has. */
export const codeOf = (message: string): FieldCode | undefined => CODES.get(message)

type Issue = z.core.$ZodIssue | z.core.$ZodRawIssue

/** What counts the size of a value, by its type. A number has none. */
const COUNTED: Record<string, 'characters' | 'items' | 'fields'> = {
	string: 'characters',
	array: 'items',
	object: 'fields',
	record: 'fields',
}

const TYPES: Record<string, keyof typeof must> = {
	string: 'string',
	number: 'number',
	int: 'integer',
	boolean: 'true_or_false',
	array: 'list',
	object: 'object',
	record: 'object',
	null: 'null',
}

const plain = (code: keyof typeof must): Said => ({ message: must[code], code, values: {} })

/** What an issue that Zod found says, when its schema has no words of its own. It completes "<field> …". */
export function saidOf(issue: Issue): Said {
	switch (issue.code) {
		case 'invalid_type': {
			const type = TYPES[issue.expected]
			if ('input' in issue && issue.input === undefined) return plain('required')
			return type ? plain(type) : said('exactly', { value: issue.expected })
		}
		case 'invalid_value':
			return issue.values.length === 1
				? said('exactly', { value: String(issue.values[0]) })
				: said('one_of', { allowed: issue.values.map(String) })
		case 'too_small':
			return smaller(COUNTED[issue.origin], Number(issue.minimum), issue.inclusive ?? false)
		case 'too_big':
			return larger(COUNTED[issue.origin], Number(issue.maximum), issue.inclusive ?? false)
		case 'not_multiple_of':
			return said('multiple_of', { factor: issue.divisor })
		case 'invalid_format':
			return issue.format === 'regex' ? plain('form') : said('format', { format: issue.format })
		case 'unrecognized_keys':
			return said('without_keys', { keys: issue.keys })
		case 'invalid_union':
			return plain('types')
		case 'custom':
		case 'invalid_element':
		case 'invalid_key':
		default:
			return plain('documented')
	}
}

function smaller(counted: (typeof COUNTED)[string] | undefined, least: number, inclusive: boolean): Said {
	if (!counted) return inclusive ? said('at_least', { least }) : said('more_than', { bound: least })
	return least === 1 ? plain('not_empty') : said(`${counted}_at_least`, { least })
}

function larger(counted: (typeof COUNTED)[string] | undefined, most: number, inclusive: boolean): Said {
	if (!counted) return inclusive ? said('at_most', { most }) : said('less_than', { bound: most })
	return said(`${counted}_at_most`, { most })
}

/** An issue as an entry of `details.fields` says it. A schema's own sentence comes first. */
export function meaningOf(issue: z.core.$ZodIssue): Said {
	const { message } = issue
	const code = codeOf(message)
	if (code) return { message, code, values: {} }
	const { params } = issue as { params?: Partial<Said> }
	if (params?.code) return { message, code: params.code, values: params.values ?? {} }
	const own = saidOf(issue)
	// Only a day has a sentence that its schema puts together.
	return own.message === message
		? own
		: { message, code: own.code === 'format' ? 'day_exists' : 'documented', values: {} }
}

/** The issues, without the bound of every integer where the schema's own bound, which is tighter, isn't met either. */
export const distinct = (issues: readonly z.core.$ZodIssue[]) =>
	issues.filter((issue) => !isEveryIntegers(issue) || !issues.some((other) => other !== issue && isSame(issue, other)))

const isEveryIntegers = (issue: z.core.$ZodIssue) =>
	(issue.code === 'too_big' || issue.code === 'too_small') && issue.origin === 'int'

const isSame = (one: z.core.$ZodIssue, other: z.core.$ZodIssue) =>
	one.code === other.code && one.path.join('.') === other.path.join('.')
