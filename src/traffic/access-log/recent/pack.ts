import type { KeptRequest } from '../entry.ts'

// How requests lie in a chunk: as JSON, and without the names of their fields, which would be more than half of it. A field
// never moves, and a new one goes to the end, since older chunks are read by newer code.

const FIELDS = [
	'timestamp',
	'trace_id',
	'method',
	'path',
	'status_code',
	'duration_ms',
	'client_ip',
	'country',
	'city',
	'user_agent',
	'ua_type',
	'risk_score',
	'risk_reasons',
	'identity_type',
	'org_id',
	'user_id',
	'seen',
	'refused',
	'is_exempt',
] as const satisfies (keyof KeptRequest)[]

/** From here on a field may be left out; the ones before it may be null. */
const OPTIONAL_FROM = FIELDS.indexOf('seen')

/** The text of a chunk. */
export const pack = (requests: KeptRequest[]): string => JSON.stringify(requests.map(valuesOf))

function valuesOf(request: KeptRequest): unknown[] {
	const values = FIELDS.map((field): unknown => request[field])
	while (values.at(-1) === undefined) values.pop()
	return values
}

/** The requests of a chunk, each still without names: most are passed over by a filter. */
export const unpack = (text: string): unknown[][] => JSON.parse(text)

/** Where the values of a field lie. */
export const placeOf = (field: (typeof FIELDS)[number]): number => FIELDS.indexOf(field)

/** A request with the names of its fields. */
export function named(values: unknown[]): KeptRequest {
	const request: Record<string, unknown> = {}
	for (const [place, value] of values.entries())
		if (value !== null || place < OPTIONAL_FROM) request[FIELDS[place] as string] = value
	return request as unknown as KeptRequest
}
