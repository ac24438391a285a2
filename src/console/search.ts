// The state of a screen is in its address. These functions read valid values from an address and drop the rest.

type Raw = Record<string, unknown>

/** A text, or undefined. */
export function textIn(raw: Raw, name: string): string | undefined {
	const value = raw[name]
	return typeof value === 'string' && value !== '' ? value : undefined
}

/** One of the given values, or undefined. */
export const choiceIn = <Value extends string>(raw: Raw, name: string, values: readonly Value[]): Value | undefined =>
	values.find((value) => value === raw[name])

/** A day such as `2026-11-22`, or undefined. */
export function dayIn(raw: Raw, name: string): string | undefined {
	const value = textIn(raw, name)
	return value && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined
}

/** The two sides of the console: the platform, for operators, and the org you're acting in. */
export type Scope = 'platform' | 'org'

export interface ListSearch {
	q?: string | undefined
	cursor?: string | undefined
}

/** The parameters that most lists have. */
export const listSearch = (raw: Raw): ListSearch => ({ q: textIn(raw, 'q'), cursor: textIn(raw, 'cursor') })

/** Keeps strings in an address as they are. The router's own functions would quote a string that looks like a number. */
export const parseSearch = (text: string): Raw => Object.fromEntries(new URLSearchParams(text))

export function stringifySearch(search: Raw): string {
	const set = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
	const text = new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString()
	return text && `?${text}`
}
