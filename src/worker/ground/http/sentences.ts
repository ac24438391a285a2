import { CODES, type ErrorCode } from './codes.ts'
import { type Reason, REASONS } from './reasons.ts'

/** What of a refusal its sentences are made from. */
interface Told {
	code: ErrorCode
	reason: Reason | undefined
	details: Record<string, unknown>
}

const MOST_ITEMS = 5

const shown = (value: unknown) =>
	Array.isArray(value)
		? [...value.slice(0, MOST_ITEMS), ...(value.length > MOST_ITEMS ? ['…'] : [])].join(', ')
		: String(value)

/** A sentence with its values. What stands in parentheses with one that is missing or null isn't said. */
export const filled = (text: string, values: Record<string, unknown> = {}): string =>
	text.replaceAll(/ \([^()]*\{[^()]*\)/g, (group) => {
		const names = [...group.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
		const isKnown = names.every((name) => values[name] != null)
		return isKnown ? group.replaceAll(/\{(\w+)\}/g, (_, name: string) => shown(values[name])) : ''
	})

/** What a refusal says, by the catalogue: of its reason if it has one, else of its code. */
export function sentencesOf({ code, reason, details }: Told): string {
	const { meaning, action } = reason ? REASONS[reason] : CODES[code]
	return filled(`${meaning} ${action}`.replaceAll('`', ''), details)
}
