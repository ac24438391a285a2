import type { KeptRequest } from '../entry.ts'

// The format of a chunk: JSON arrays of values, without field names, which would take more than half of the text. A field never
// moves and new fields go at the end, since newer code reads older chunks.

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
	'facts',
	'refused',
	'is_exempt',
	'error',
	'reason',
	'decided_by',
	'is_console_read',
] as const satisfies (keyof KeptRequest)[]

/** From this position on, a field may be absent. The fields before it are always present, though some may be null. */
const OPTIONAL_FROM = FIELDS.indexOf('facts')

/** Turns requests into the text of a chunk. */
export const pack = (requests: KeptRequest[]): string => JSON.stringify(requests.map(valuesOf))

function valuesOf(request: KeptRequest): unknown[] {
	const values = FIELDS.map((field): unknown => request[field])
	while (values.length > OPTIONAL_FROM && isNothing(values.at(-1))) values.pop()
	return values
}

const isNothing = (value: unknown) => value === null || value === undefined || value === false

/** The values of each request in a chunk. `toRequest` adds the field names later, since a filter drops most requests. */
export const unpack = (text: string): unknown[][] => JSON.parse(text)

/** The position of a field among a request's values. */
export const positionOf = (field: (typeof FIELDS)[number]): number => FIELDS.indexOf(field)

/** The request that a chunk's values stand for. */
export function toRequest(values: unknown[]): KeptRequest {
	const request: Record<string, unknown> = { error: null, reason: null, decided_by: null, is_console_read: false }
	for (const [position, value] of values.entries())
		if (value !== null || position < OPTIONAL_FROM) request[FIELDS[position] as string] = value
	return request as unknown as KeptRequest
}
