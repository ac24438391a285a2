import { ulid } from 'ulid'
import type { LogEntry } from '../../src/worker/traffic/access-log/entry.ts'
import { pointOf } from './program.ts'

// Analytics Engine, as far as our queries need it.

/** A request that was logged at `at`. */
export function entryAt(at: number): LogEntry {
	const plain = { method: 'GET', path: '/v1/me', client_ip: '203.0.113.7', country: null, city: null, user_agent: '' }
	const who = {
		ua_type: 'unknown',
		risk_score: 0,
		risk_reasons: [],
		identity_type: 'user',
		org_id: null,
		user_id: null,
		error: null,
		reason: null,
		decided_by: null,
		is_console_read: false,
	} as const
	const what = { trace_id: '4bf92f3577b34da6a3ce929d0e0e4736', status_code: 200, duration_ms: 1 }
	return { id: `log_${ulid(at)}`, timestamp: new Date(at).toISOString(), ...plain, ...who, ...what, risk_reasons: [] }
}

/** An entry as a query of the dataset returns it. */
export function rowOf(entry: LogEntry): Record<string, unknown> {
	const { blobs = [], doubles = [] } = pointOf(entry)
	const named = (kind: string, values: unknown[]) => values.map((value, index) => [`${kind}${index + 1}`, value])
	return Object.fromEntries([...named('blob', blobs), ...named('double', doubles)])
}

export interface Asked {
	start: number
	end: number
	/** From which id, itself included or not, and to which. */
	from: string
	to: string
	order: string
	limit: number
}

/** What a query asks for, with its parameters filled in. */
export function askedIn(query: string, params: Record<string, unknown> = {}): Asked {
	const text = query.replace(/\$(\w+)/g, (_, name: string) => `'${String(params[name])}'`)
	const found = (pattern: RegExp) => pattern.exec(text)?.[1] ?? ''
	const moment = (value: string) => (/^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value))
	return {
		start: moment(found(/timestamp >= (?:toDateTime\(|')([^)']+)/)),
		end: moment(found(/timestamp <= (?:toDateTime\(|')([^)']+)/)),
		from: found(/blob1 (>=? '[^']+)/),
		to: found(/blob1 < '([^']+)/),
		order: found(/ORDER BY blob1 (\w+)/),
		limit: Number(found(/LIMIT (\d+)/)),
	}
}

/** What Analytics Engine would return if it had these entries. */
export function responseTo(
	{ start, end, from, to, order, limit }: Asked,
	entries: LogEntry[],
): { data: Record<string, unknown>[] } {
	const [comparison, first = ''] = from.split(" '")
	const found = entries
		.filter(({ id, timestamp }) => Date.parse(timestamp) >= start && Date.parse(timestamp) <= end && id < to)
		.filter(({ id }) => (comparison === '>' ? id > first : id >= first))
		.sort((a, b) => (a.id < b.id ? -1 : 1))
	return { data: (order === 'DESC' ? found.toReversed() : found).slice(0, limit).map(rowOf) }
}

/** The binding that reads these entries. */
export const analyticsOf = (entries: LogEntry[]) =>
	({
		query: async ({ query, params }: AnalyticsSQLQuery) =>
			responseTo(askedIn(query, params as Record<string, unknown>), entries),
	}) as unknown as AnalyticsSQLBinding
