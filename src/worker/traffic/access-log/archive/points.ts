import type { LogEntry } from '../entry.ts'

// The format of an Analytics Engine point, which has positions instead of names. A point stays for months and can't be changed,
// so a field never moves and a new field gets a new position.

type Field = keyof LogEntry

/** The column of each field. */
export const COLUMNS = {
	id: 'blob1',
	trace_id: 'blob2',
	method: 'blob3',
	path: 'blob4',
	client_ip: 'blob5',
	country: 'blob6',
	city: 'blob7',
	user_agent: 'blob8',
	ua_type: 'blob9',
	identity_type: 'blob10',
	org_id: 'blob11',
	user_id: 'blob12',
	risk_reasons: 'blob13',
	timestamp: 'blob14',
	error: 'blob15',
	reason: 'blob16',
	decided_by: 'blob17',
	status_code: 'double1',
	duration_ms: 'double2',
	risk_score: 'double3',
	is_console_read: 'double4',
} as const satisfies Record<Field, `blob${number}` | `double${number}`>

/** The fields of a kind, in the order of their positions. */
function fieldsOf(kind: 'blob' | 'double'): Field[] {
	const positions = (Object.entries(COLUMNS) as [Field, string][]).filter(([, column]) => column.startsWith(kind))
	const at = (column: string) => Number(column.slice(kind.length))
	return positions.sort(([, a], [, b]) => at(a) - at(b)).map(([field]) => field)
}

const BLOBS = fieldsOf('blob')
const DOUBLES = fieldsOf('double')
const NULLABLE = new Set<Field>(['country', 'city', 'org_id', 'user_id', 'error', 'reason', 'decided_by'])

// Analytics Engine refuses a point with more than 16,000 bytes of blobs. These add up to far less.
const MAX_BYTES: Partial<Record<Field, number>> = { path: 2_048, user_agent: 1_024, risk_reasons: 256, city: 128 }
const MAX_BYTES_OF_OTHERS = 128

/** The last digit of the trace id picks the shard. Analytics Engine samples by index value, and reads are fast with few values. */
const SHARDS = 16

/** The point of an entry. Texts that are too long are cut. */
export function pointOf(entry: LogEntry): AnalyticsEngineDataPoint {
	return {
		indexes: [shardOf(entry.trace_id)],
		blobs: BLOBS.map((field) => clipped(textOf(entry[field]), MAX_BYTES[field] ?? MAX_BYTES_OF_OTHERS)),
		doubles: DOUBLES.map((field) => Number(entry[field])),
	}
}

const textOf = (value: LogEntry[Field]) => (Array.isArray(value) ? value.join(' ') : String(value ?? ''))

function shardOf(trace_id: string): string {
	const number = Number.parseInt(trace_id.slice(-1), SHARDS)
	return `s${String(Number.isNaN(number) ? 0 : number).padStart(2, '0')}`
}

const encoder = new TextEncoder()
const scratch = new Uint8Array(Math.max(...Object.values(MAX_BYTES)))

/** Cuts `text` to at most `max` bytes, without splitting a character. */
function clipped(text: string, max: number): string {
	// No UTF-16 unit takes more than three bytes.
	if (text.length * 3 <= max) return text
	return text.slice(0, encoder.encodeInto(text, scratch.subarray(0, max)).read)
}

/** Reads an entry from a row of the dataset. Throws if the row has another form. */
export function entryOf(row: Record<string, unknown>): LogEntry {
	const blobs = BLOBS.map((field) => [field, valueOf(field, row[COLUMNS[field]] ?? '')])
	const doubles = DOUBLES.map((field) => [field, measured(field, row[COLUMNS[field]])])
	return Object.fromEntries([...blobs, ...doubles]) as LogEntry
}

function valueOf(field: Field, text: unknown): string | string[] | null {
	if (typeof text !== 'string') throw new TypeError(`${field} isn't a string`)
	if (field === 'risk_reasons') return text === '' ? [] : text.split(' ')
	return text === '' && NULLABLE.has(field) ? null : text
}

// A point from before the field has nothing there.
const measured = (field: Field, value: unknown) =>
	field === 'is_console_read' ? numberOf(value ?? 0) === 1 : numberOf(value)

function numberOf(value: unknown): number {
	// Some output formats quote numbers.
	const number = typeof value === 'string' && value !== '' ? Number(value) : value
	if (typeof number !== 'number' || !Number.isFinite(number)) throw new TypeError('Not a number')
	return number
}

/**
 * Writes entries to the dataset, and returns how many it refused. Never throws. The dataset accepts 250 points per invocation,
 * and may still drop one that it accepted: Analytics Engine doesn't promise delivery.
 */
export function writePoints(env: Pick<Env, 'ACCESS_LOG_DATASET'>, entries: LogEntry[]): number {
	let refused = 0
	for (const entry of entries) {
		try {
			env.ACCESS_LOG_DATASET.writeDataPoint(pointOf(entry))
		} catch {
			refused += 1
		}
	}
	return refused
}
