import type { LogFilters, LoggedRequest } from '../entry.ts'
import { placeOf } from './pack.ts'

type Name = keyof LogFilters

/** Which field a filter asks for, where it is not the one of its own name. */
const FIELDS: Partial<Record<Name, keyof LoggedRequest>> = { ip: 'client_ip', risk_min: 'risk_score' }

const given = (filters: LogFilters) =>
	Object.entries(filters).filter((pair): pair is [Name, string | number] => pair[1] !== undefined)

/** Whether a request, as it lies in a chunk, passes every filter. */
export function matcherOf(filters: LogFilters): (values: unknown[]) => boolean {
	const conditions = given(filters).map(([name, wanted]) => ({
		name,
		place: placeOf(FIELDS[name] ?? (name as keyof LoggedRequest)),
		wanted,
	}))
	return (values) =>
		conditions.every(({ name, place, wanted }) => {
			const value = values[place]
			if (name === 'path') return (value as string).startsWith(wanted as string)
			if (name === 'risk_min') return (value as number) >= (wanted as number)
			return value === wanted
		})
}

/**
 * Pieces of text without which a chunk holds no entry that passes: one that lacks a piece is passed over unread. They are no
 * more than a hint: a piece may stand elsewhere, and another entry may have the next.
 */
export function needlesOf(filters: LogFilters): string[] {
	return given(filters).flatMap(([name, wanted]) => {
		if (name === 'risk_min') return []
		const json = JSON.stringify(wanted)
		return [name === 'path' ? json.slice(0, -1) : json]
	})
}
