import type { LogFilters, LoggedRequest } from '../access-log/entry.ts'

type Name = keyof LogFilters

/** Which field a filter asks for, where it is not the one of its own name. */
const FIELDS: Partial<Record<Name, keyof LoggedRequest>> = { ip: 'client_ip', risk_min: 'risk_score' }
const fieldOf = (name: Name) => FIELDS[name] ?? (name as keyof LoggedRequest)

const given = (filters: LogFilters) =>
	Object.entries(filters).filter((pair): pair is [Name, string | number] => pair[1] !== undefined)

/** Whether a request passes every filter. */
export function matcherOf(filters: LogFilters): (request: LoggedRequest) => boolean {
	const conditions = given(filters).map(([name, wanted]) => ({ name, field: fieldOf(name), wanted }))
	return (request) =>
		conditions.every(({ name, field, wanted }) => {
			if (name === 'path') return request.path.startsWith(wanted as string)
			if (name === 'risk_min') return request.risk_score >= (wanted as number)
			return request[field] === wanted
		})
}

/**
 * Pieces of text without which the JSON of a chunk holds no entry that passes: a chunk that lacks one is passed over unread.
 * It is no more than a hint, since an entry that has one piece need not have the others.
 */
export function needlesOf(filters: LogFilters): string[] {
	return given(filters).flatMap(([name, wanted]) => {
		if (name === 'risk_min') return []
		const json = `"${fieldOf(name)}":${JSON.stringify(wanted)}`
		return [name === 'path' ? json.slice(0, -1) : json]
	})
}
