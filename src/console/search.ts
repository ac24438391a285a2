// The state of a screen is in its address. These functions read valid values from an address and drop the rest.

type Raw = Record<string, unknown>

/** What an address may hold: how to read each of its parameters. */
export type Holds = Record<string, (value: unknown, raw: Raw) => string | undefined>

/** What was read from it. */
export type Held<Of extends Holds> = { [Name in keyof Of]?: ReturnType<Of[Name]> }

export const text = (value: unknown): string | undefined =>
	typeof value === 'string' && value !== '' ? value : undefined

export const texts = <Name extends string>(...names: readonly Name[]) =>
	Object.fromEntries(names.map((name) => [name, text])) as Record<Name, typeof text>

/** One of the given values. */
export const choice =
	<Value extends string>(...values: readonly Value[]) =>
	(value: unknown): Value | undefined =>
		values.find((one) => one === value)

/** A part of a page, one of those that its texts name. Its screen knows which there are. */
export const part = text as <Texts>(value: unknown) => Exclude<keyof Texts & string, 'label'> | undefined

/** A day such as `2026-11-22`. */
export const day = (value: unknown): string | undefined =>
	/^\d{4}-\d\d-\d\d$/.test(text(value) ?? '') ? time(value) : undefined

export function time(value: unknown): string | undefined {
	const known = text(value)
	return known && !Number.isNaN(Date.parse(known)) ? known : undefined
}

/** The parameters that most lists have. */
export const LIST = texts('q', 'cursor')

/** The side, with the name that an earlier version gave it. */
export const sideOnce = <Old extends string>(old: Old) => ({
	of: (value: unknown, raw: Raw) => choice('org')(value ?? raw[old]),
	...({ [old]: () => undefined } as Record<Old, () => undefined>),
})

export const readFrom = <Of extends Holds>(holds: Of, raw: Raw) =>
	Object.fromEntries(Object.entries(holds).map(([name, read]) => [name, read(raw[name], raw)])) as Held<Of>

/** The two sides of the console: the platform, for operators, and the org you're acting in. */
export type Scope = 'platform' | 'org'

/** Keeps strings in an address as they are. The router's own functions would quote a string that looks like a number. */
export const parseSearch = (text: string): Raw => Object.fromEntries(new URLSearchParams(text))

export function stringifySearch(search: Raw): string {
	const set = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
	const text = new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString()
	return text && `?${text}`
}
