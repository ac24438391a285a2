import { positionOf } from './pack.ts'

// Counts the recent log by what the charts show. The object counts a part of the log at a time; the parts are added up.

/** How many entries have each value. */
type Counts = { value: string | null; count: number }[]

/** `minute` is written as `2026-11-21T07:00`, and only the requested minutes are counted. */
const FACETS = ['status_class', 'path', 'country', 'ua_type', 'minute', 'error', 'reason', 'decided_by'] as const

type FacetCounts = Record<(typeof FACETS)[number], Counts>

/** The counts of a part of the log. */
export interface FacetPart {
	counts: FacetCounts
	entry_count: number
	/** The time of the oldest of these entries; null when there are none. */
	oldest_at: string | null
	/** Where the next part begins; null after the last one. */
	next_before: string | null
}

const TIMESTAMP = positionOf('timestamp')
const PATH = positionOf('path')
const STATUS_CODE = positionOf('status_code')
const COUNTRY = positionOf('country')
const UA_TYPE = positionOf('ua_type')
/** Only entries that have one are counted. */
const WHY = (['error', 'reason', 'decided_by'] as const).map((name) => [name, positionOf(name)] as const)

const MAX_PATH = 128

/** The first two segments of a path: `/v1/plans` of `/v1/plans/x`. */
function beginningOf(path: string): string {
	const second = path.indexOf('/', 1)
	const third = second === -1 ? -1 : path.indexOf('/', second + 1)
	return path.slice(0, third === -1 ? MAX_PATH : Math.min(third, MAX_PATH))
}

/** The class of a status: `4xx` of 404. */
export const classOf = (status_code: number) => `${String(status_code).charAt(0)}xx`

/** The minute of a time, without seconds. */
export const minuteOf = (time: string) => time.slice(0, '2026-11-21T07:00'.length)

/** Counts entries, newest first. `since` is the first minute with a count of its own. */
export function facetCounter(since: string) {
	const maps = newMaps()
	let entry_count = 0
	let oldest_at: string | null = null
	return {
		add(values: unknown[]) {
			entry_count += 1
			oldest_at = values[TIMESTAMP] as string
			increase(maps.status_class, classOf(values[STATUS_CODE] as number))
			increase(maps.path, beginningOf(values[PATH] as string))
			increase(maps.country, values[COUNTRY] as string | null)
			increase(maps.ua_type, values[UA_TYPE] as string)
			for (const [name, at] of WHY) if (typeof values[at] === 'string') increase(maps[name], values[at])
			const minute = minuteOf(oldest_at)
			if (minute >= since) increase(maps.minute, minute)
		},
		part: (next_before: string | null): FacetPart => ({ counts: listsOf(maps), entry_count, oldest_at, next_before }),
	}
}

/** Adds up the parts, the most frequent values first. */
export function summed(parts: FacetPart[]): FacetCounts {
	const maps = newMaps()
	for (const { counts } of parts)
		for (const name of FACETS) for (const { value, count } of counts[name]) increase(maps[name], value, count)
	return listsOf(maps)
}

type Maps = Record<keyof FacetCounts, Map<string | null, number>>

const newMaps = () => Object.fromEntries(FACETS.map((name) => [name, new Map()])) as Maps

const listsOf = (maps: Maps) =>
	Object.fromEntries(FACETS.map((name) => [name, listOf(maps[name])])) as unknown as FacetCounts

const listOf = (map: Map<string | null, number>) =>
	[...map]
		.map(([value, count]) => ({ value, count }))
		.sort((a, b) => b.count - a.count || ((a.value ?? '') < (b.value ?? '') ? -1 : 1))

const increase = (map: Map<string | null, number>, value: string | null, by = 1) =>
	map.set(value, (map.get(value) ?? 0) + by)
