/** The API's filters. They're all strings in the address, and the API says which ones are invalid. */
export const FILTERS = [
	'path',
	'method',
	'status_class',
	'status_code',
	'ip',
	'country',
	'ua_type',
	'risk_min',
	'trace_id',
	'user_id',
	'org_id',
	'error',
	'reason',
	'decided_by',
] as const

/** Those, and the times, which the API takes as IDs. */
export const NAMES = [...FILTERS, 'from', 'to'] as const

export type FilterName = (typeof NAMES)[number]

/** `console` shows what the console reads for its own pages too. */
export type Filters = { [Name in FilterName]?: string | undefined } & { console?: 'shown' | undefined }

export const STATUS_CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const

export const UA_TYPES = ['browser', 'bot', 'tool', 'unknown'] as const

/** What the list, the tail and the facets accept. */
export function queryOf({ status_class, status_code, risk_min, ua_type, console, ...search }: Filters) {
	const { method, path, ip, country, trace_id, user_id, org_id, error, reason, decided_by } = search
	return {
		method,
		path,
		ip,
		country,
		trace_id,
		user_id,
		org_id,
		error,
		reason,
		decided_by,
		// A trace has few requests, and anyone who asks for one wants to see it.
		is_console_read: console || trace_id ? undefined : ('false' as const),
		ua_type: ua_type as (typeof UA_TYPES)[number] | undefined,
		status_class: status_class as (typeof STATUS_CLASSES)[number] | undefined,
		status_code: status_code === undefined ? undefined : Number(status_code),
		risk_min: risk_min === undefined ? undefined : Number(risk_min),
	}
}

/** The filters with the times, for a page. */
export const pageQueryOf = ({ from, to, ...filters }: Filters, cursor: string | undefined) => ({
	...queryOf(filters),
	since: from === undefined ? undefined : idAt(from),
	before: cursor ?? (to === undefined ? undefined : idAt(to)),
})

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const PREFIX = 'log_'

/** Sorts before every ID that the log assigns at this time or later: an ID is a ULID, which starts with its time. */
function idAt(time: string): string {
	let rest = Math.max(0, Date.parse(time))
	let digits = ''
	for (let place = 0; place < 10; place += 1) {
		digits = DIGITS.charAt(rest % 32) + digits
		rest = Math.floor(rest / 32)
	}
	return PREFIX + digits + '0'.repeat(16)
}

/** The smallest string that sorts after an ID. So the page before it starts with that ID's entry. */
export function idAfter(id: string): string {
	const last = DIGITS.at(-1) ?? ''
	const kept = id.slice(PREFIX.length).replace(new RegExp(`${last}+$`), '')
	const next = DIGITS.charAt(DIGITS.indexOf(kept.slice(-1)) + 1)
	return (PREFIX + kept.slice(0, -1) + next).padEnd(id.length, '0')
}
