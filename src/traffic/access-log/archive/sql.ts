import { decodeTime } from 'ulid'
import type { LogFilters } from '../entry.ts'
import { idAt, LOG_ID } from '../recent/ids.ts'
import { invalid } from '../../../http/errors.ts'
import { COLUMNS } from './points.ts'

// The one query of the archive, for both of its readers. They differ in the name of the table, in how a moment is written,
// and in how values get in: the HTTP API has no parameters, so there every value is a literal.

export interface ArchiveQuery {
	filters: LogFilters
	/** Exclusive ids. */
	before?: string | undefined
	since?: string | undefined
	limit: number
	order: 'newest' | 'oldest'
}

/** The ids that a query looks at: those handed out from `from` on and before `to`, in milliseconds. */
export interface Window {
	from: number
	to: number
}

export type Dialect = 'http' | 'binding'

export interface Sql {
	query: string
	/** By the names that the query has behind `$`. */
	params: Record<string, string | number>
}

const TABLES: Record<Dialect, string> = {
	http: 'plinth_access_log',
	binding: 'events.analyticsEngine."plinth_access_log"',
}

/** A point is stamped some seconds after its entry got its id, and to the second. */
const SLACK_MS = 10_000

interface Filter {
	column: string
	/** Every value that an entry may have, as text. */
	grammar: RegExp
	holds?: (column: string, value: string) => string
}

const equals = (column: string, value: string) => `${column} = ${value}`

const FILTERS: Record<keyof LogFilters, Filter> = {
	method: { column: COLUMNS.method, grammar: /^[A-Z]{1,16}$/ },
	path: {
		column: COLUMNS.path,
		grammar: /^\P{Cc}{0,2048}$/u,
		holds: (column, value) => `startsWith(${column}, ${value})`,
	},
	ip: { column: COLUMNS.client_ip, grammar: /^(?:[\dA-Fa-f.:]{2,45}|unknown)$/ },
	country: { column: COLUMNS.country, grammar: /^[A-Z\d]{2}$/ },
	ua_type: { column: COLUMNS.ua_type, grammar: /^[a-z_]{1,16}$/ },
	risk_min: {
		column: COLUMNS.risk_score,
		grammar: /^(?:0|1|0\.\d+|\d(?:\.\d+)?e-\d+)$/,
		holds: (column, value) => `${column} >= ${value}`,
	},
	trace_id: { column: COLUMNS.trace_id, grammar: /^[\da-f]{32}$/ },
	status_code: { column: COLUMNS.status_code, grammar: /^[1-9]\d\d$/ },
	user_id: { column: COLUMNS.user_id, grammar: /^[\w-]{1,64}$/ },
	org_id: { column: COLUMNS.org_id, grammar: /^[\w-]{1,64}$/ },
}

/**
 * The query for the rows of a window that pass. A value that no entry can have is a 400 that names the filter, in both
 * dialects. Columns keep their own names: ClickHouse would take an alias `timestamp` for the column in the conditions.
 */
export function archiveQuery(query: ArchiveQuery, window: Window, dialect: Dialect): Sql {
	const params: Sql['params'] = {}
	const put = (name: string, value: string | number): string => {
		if (dialect === 'http') return literal(value)
		params[name] = value
		return `$${name}`
	}
	const moment = (name: string, at: number): string => {
		const seconds = Math.floor(at / 1_000)
		if (dialect === 'http') return `toDateTime(${seconds})`
		return put(name, new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z'))
	}
	const conditions = [
		`timestamp >= ${moment('start', window.from - SLACK_MS)}`,
		`timestamp <= ${moment('end', window.to + SLACK_MS)}`,
		...idsOf(query, window, put),
		...filtersOf(query.filters, put),
	]
	const select = `SELECT ${Object.values(COLUMNS).join(', ')} FROM ${TABLES[dialect]} WHERE ${conditions.join(' AND ')}`
	const order = query.order === 'newest' ? 'DESC' : 'ASC'
	const tail = `ORDER BY ${COLUMNS.id} ${order} LIMIT ${Math.trunc(query.limit)}`
	return { query: dialect === 'http' ? `${select} ${tail} FORMAT JSON` : `${select} ${tail}`, params }
}

type Put = (name: string, value: string | number) => string

// The stamp only spares the store rows: which entries are in the window is said by their ids, so that windows side by side
// have each entry once.
function idsOf({ before, since }: ArchiveQuery, { from, to }: Window, put: Put): string[] {
	const [first, end] = [idAt(from), idAt(to)]
	const id = COLUMNS.id
	return [
		since !== undefined && requireId('since', since) >= first
			? `${id} > ${put('since', since)}`
			: `${id} >= ${put('first', first)}`,
		before !== undefined && requireId('before', before) <= end
			? `${id} < ${put('before', before)}`
			: `${id} < ${put('last', end)}`,
	]
}

function filtersOf(filters: LogFilters, put: Put): string[] {
	return (Object.keys(FILTERS) as (keyof LogFilters)[]).flatMap((name) => {
		const value = filters[name]
		if (value === undefined) return []
		const { column, grammar, holds = equals } = FILTERS[name]
		if (!grammar.test(String(value))) throw outside(name)
		return [holds(column, put(name, value))]
	})
}

const outside = (path: string) => invalid([{ path, message: 'Is not what any entry of the log has' }])

function requireId(path: 'before' | 'since', id: string): string {
	if (!LOG_ID.test(id)) throw outside(path)
	return id
}

/** When the id of a cursor was handed out, in milliseconds. */
export const timeOf = (path: 'before' | 'since', id: string): number =>
	decodeTime(requireId(path, id).slice('log_'.length))

/**
 * A value as the HTTP API reads it. A quote is doubled, which every SQL takes; a backslash too, for parsers to which it is an
 * escape. To one that takes it as it is the text would be another one, but never end earlier.
 */
export function literal(value: string | number): string {
	if (typeof value === 'number') return String(value)
	if (/\p{Cc}/u.test(value)) throw new Error('A literal does not hold control characters')
	return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
