import type { LoggedRequest } from '../entry.ts'
import type { LogFilters } from '../schema.ts'
import { classOf } from './facets.ts'
import { positionOf } from './pack.ts'

type Name = keyof LogFilters

/** The field that a filter compares, if the names differ. */
const FIELDS: Partial<Record<Name, keyof LoggedRequest>> = {
	ip: 'client_ip',
	risk_min: 'risk_score',
	status_class: 'status_code',
}

const given = (filters: LogFilters) =>
	Object.entries(filters).filter((pair): pair is [Name, string | number | boolean] => pair[1] !== undefined)

const REASON = positionOf('reason')

/**
 * Returns a function that takes a request's values, as a chunk holds them, and says whether they pass every filter and have none of
 * the reasons in `except`.
 */
export function matcherOf(filters: LogFilters, except: readonly unknown[] = []): (values: unknown[]) => boolean {
	const conditions = given(filters).map(([name, wanted]) => ({
		name,
		position: positionOf(FIELDS[name] ?? (name as keyof LoggedRequest)),
		wanted,
	}))
	return (values) =>
		!except.includes(values[REASON]) &&
		conditions.every(({ name, position, wanted }) => {
			const value = values[position]
			if (name === 'path') return (value as string).startsWith(wanted as string)
			if (name === 'risk_min') return (value as number) >= (wanted as number)
			if (name === 'status_class') return classOf(value as number) === wanted
			if (name === 'is_console_read') return (value === true) === wanted
			return value === wanted
		})
}

/**
 * Texts that a chunk must contain if one of its entries passes the filters. A chunk that lacks one isn't read. They're only a
 * hint: a chunk may contain them in other fields, or in different entries.
 */
export function needlesOf(filters: LogFilters): string[] {
	return given(filters).flatMap(([name, wanted]) => {
		// Most entries don't hold their `false`.
		if (name === 'risk_min' || name === 'status_class' || wanted === false) return []
		const json = JSON.stringify(wanted)
		return [name === 'path' ? json.slice(0, -1) : json]
	})
}
