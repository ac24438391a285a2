import type { Expected } from './cases.ts'
import type { Seen } from './network.ts'

/** What a step came to. */
export interface Happened {
	value?: unknown
	error?: { name: string; reason: string | null; status: number | null; message?: string }
	pending?: boolean
	took_ms?: number
	events: unknown[]
	seen: Seen[]
}

/** What differs between a step and what's expected of it, in sentences. */
export function differences(expected: Expected, happened: Happened): string[] {
	const { error, took_ms = 0, seen, events } = happened
	const { value, pending = false, calls, sent } = expected
	const found = [
		...same('error', expected.error, error?.name),
		...(expected.reason === undefined || contains(expected.reason, error?.reason)
			? []
			: [unlike('reason', expected.reason, error?.reason)]),
		...(expected.status === undefined ? [] : same('status', expected.status, error?.status)),
		...same('pending', pending, happened.pending ?? false),
		...(expected.took_ms === undefined ? [] : between('took_ms', expected.took_ms, took_ms)),
	]
	if (value !== undefined && !contains(value, happened.value)) found.push(unlike('value', value, happened.value))
	if (expected.events && !contains(expected.events, events)) found.push(unlike('events', expected.events, events))
	const called = seen.map(({ call }) => call)
	if (isNames(calls) && !contains(calls, called)) found.push(unlike('calls', calls, called))
	else if (calls !== undefined && !isNames(calls)) found.push(...between('calls', calls, called.length))
	if (sent !== undefined && !contains(sent, seen.at(-1))) found.push(unlike('sent', sent, seen.at(-1)))
	return found.map((difference) => (error?.message ? `${difference} (${error.message})` : difference))
}

const isNames = (calls: Expected['calls']): calls is string[] => Array.isArray(calls) && typeof calls[0] === 'string'

const same = (what: string, expected: unknown, found: unknown) =>
	(expected ?? null) === (found ?? null) ? [] : [unlike(what, expected, found)]

function between(what: string, expected: number | [number, number], found: number): string[] {
	const [least, most] = typeof expected === 'number' ? [expected, expected] : expected
	return found >= least && found <= most ? [] : [unlike(what, expected, found)]
}

const unlike = (what: string, expected: unknown, found: unknown) =>
	`${what}: expected ${shown(expected)}, found ${shown(found)}`

const shown = (value: unknown) => JSON.stringify(value)?.slice(0, 600) ?? 'nothing'

/** Whether what was found has all that's expected: see README.md. */
function contains(expected: unknown, found: unknown): boolean {
	if (expected === '$any') return found !== null && found !== undefined
	if (expected === null) return found === null || found === undefined
	if (typeof expected === 'string' && expected.startsWith('~'))
		return typeof found === 'string' && found.includes(expected.slice(1))
	if (Array.isArray(expected))
		return (
			Array.isArray(found) &&
			found.length === expected.length &&
			expected.every((item, index) => contains(item, found[index]))
		)
	if (typeof expected !== 'object') return expected === found
	if (typeof found !== 'object' || found === null) return false
	const isEmpty = Object.keys(expected).length === 0 && Object.keys(found).length > 0
	return !isEmpty && Object.entries(expected).every(([name, value]) => contains(value, (found as never)[name]))
}
