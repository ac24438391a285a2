import { decodeTime } from 'ulid'
import { invalid } from '../../../ground/http/errors.ts'
import { must } from '../../../ground/http/must.ts'
import { idAt, LOG_ID } from '../recent/ids.ts'
import type { LogFilters } from '../schema.ts'
import { COLUMNS } from './points.ts'

// The archive's one query, for the binding and for the HTTP API. The two name the table and spell a time differently. The HTTP
// API has no parameters, so its query holds every value as a literal.

export interface ArchiveQuery {
	filters: LogFilters
	/** Exclusive ids. */
	before?: string | undefined
	since?: string | undefined
	limit: number
}

/** A span of time, in milliseconds: the ids that were handed out at or after `from` and before `to`. */
export interface Window {
	from: number
	to: number
}

export type Dialect = 'http' | 'binding'

export interface Sql {
	query: string
	/** By name. The query refers to each as `$name`. */
	params: Record<string, string | number>
}

const TABLES: Record<Dialect, string> = {
	http: 'plinth_access_log',
	binding: 'events.analyticsEngine."plinth_access_log"',
}

/** A point's timestamp has whole seconds, and is some seconds later than the id of its entry. */
const SLACK_MS = 10_000

interface Filter {
	column: string
	/** Matches every value that an entry can have, as text. */
	grammar: RegExp
	/** The value that the query compares with, if it's a different one. */
	compared?: (value: string) => number
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
	status_class: {
		column: COLUMNS.status_code,
		grammar: /^[1-5]xx$/,
		compared: (value) => Number(value.charAt(0)) * 100,
		holds: (column, value) => `${column} >= ${value} AND ${column} < ${value} + 100`,
	},
	user_id: { column: COLUMNS.user_id, grammar: /^[\w-]{1,64}$/ },
	org_id: { column: COLUMNS.org_id, grammar: /^[\w-]{1,64}$/ },
	error: { column: COLUMNS.error, grammar: /^[a-z_.]{1,64}$/ },
	reason: { column: COLUMNS.reason, grammar: /^[\w.]{1,64}$/ },
	decided_by: { column: COLUMNS.decided_by, grammar: /^[\w.:/@+-]{1,64}$/ },
	is_console_read: {
		column: COLUMNS.is_console_read,
		grammar: /^(?:true|false)$/,
		compared: (value) => Number(value === 'true'),
	},
}

/**
 * The query for a window's entries that pass the filters. Throws a 400 when no entry can have a filter's value. Columns have no
 * aliases: in the conditions, ClickHouse would read an alias `timestamp` as the column of that name.
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
	const tail = `ORDER BY ${COLUMNS.id} DESC LIMIT ${Math.trunc(query.limit)}`
	return { query: dialect === 'http' ? `${select} ${tail} FORMAT JSON` : `${select} ${tail}`, params }
}

type Put = (name: string, value: string | number) => string

// Ids decide which entries are in a window, so no entry is in two adjacent windows. The condition on `timestamp` only limits
// the rows that Analytics Engine reads.
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
		const { column, grammar, compared, holds = equals } = FILTERS[name]
		if (!grammar.test(String(value))) throw outside(name)
		return [holds(column, put(name, compared ? compared(String(value)) : (value as string | number)))]
	})
}

const outside = (path: string) => invalid([{ path, message: must.value_of_entry }])

function requireId(path: 'before' | 'since', id: string): string {
	if (!LOG_ID.test(id)) throw outside(path)
	return id
}

/** When an id was handed out, in Unix milliseconds. For any other text it throws a 400 that names `path`. */
export const timeOf = (path: 'before' | 'since', id: string): number =>
	decodeTime(requireId(path, id).slice('log_'.length))

/**
 * A value as an SQL literal for the HTTP API. Quotes are doubled, which every SQL dialect accepts. Backslashes are doubled for
 * parsers that take them for an escape. One that doesn't would read a different text, but no parser ends the literal early.
 */
export function literal(value: string | number): string {
	if (typeof value === 'number') return String(value)
	if (/\p{Cc}/u.test(value)) throw new Error('A literal must not hold control characters')
	return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
