// What this isolate has counted since it started. Counting adds to a number, so it costs a request next to nothing. Nobody resets
// a counter: anyone who reads them compares two readings.
import { onForget } from '../../isolate.ts'

/** The upper bounds of a histogram's buckets, in milliseconds. */
export const BOUNDS_MS = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000]

export interface Histogram {
	/** How many values each bucket has, without those of smaller ones. The last one has what's above all bounds. */
	buckets: number[]
	count: number
	sum_ms: number
}

const newHistogram = (): Histogram => ({ buckets: [...BOUNDS_MS, Infinity].map(() => 0), count: 0, sum_ms: 0 })

function observe(histogram: Histogram, ms: number) {
	let at = 0
	while (at < BOUNDS_MS.length && ms > (BOUNDS_MS[at] as number)) at += 1
	histogram.buckets[at] = (histogram.buckets[at] as number) + 1
	histogram.count += 1
	histogram.sum_ms += ms
}

/** What a caller wants, roughly. Each class has a target of its own in the operating guide. */
const ROUTE_CLASSES = ['runtime', 'rpc', 'sign_in', 'api', 'admin', 'probe', 'other'] as const
export type RouteClass = (typeof ROUTE_CLASSES)[number]

interface Route {
	/** The number of responses by status. */
	statuses: Map<number, number>
	duration: Histogram
}

interface CacheReads {
	hit: number
	miss: number
}

/** A class counts its 200s from 0, so that a rate sees the first one. */
const newRoute = (): Route => ({ statuses: new Map([[200, 0]]), duration: newHistogram() })

export const counters = {
	routes: Object.fromEntries(ROUTE_CLASSES.map((name) => [name, newRoute()])) as Record<RouteClass, Route>,
	/** The number of 503 responses by reason. */
	unavailable: new Map<string, number>(),
	d1: newHistogram(),
	/** The number of D1 calls that ended in an outage, by the reason of the 503. */
	d1_errors: new Map<string, number>(),
	caches: new Map<string, CacheReads>(),
	/** Requests that never reached the recent access log. */
	log_lost: 0,
	/** The size of the database after the newest call that told it; undefined before the first one. */
	database_bytes: undefined as number | undefined,
}

const increase = <Key>(counts: Map<Key, number>, key: Key) => counts.set(key, (counts.get(key) ?? 0) + 1)

export function countRequest(name: RouteClass, status: number, ms: number) {
	const route = counters.routes[name]
	increase(route.statuses, status)
	observe(route.duration, ms)
}

export const countUnavailable = (reason: string) => increase(counters.unavailable, reason)

export const countD1Call = (ms: number) => observe(counters.d1, ms)

export const countD1Error = (reason: string) => increase(counters.d1_errors, reason)

/** The counter of a cache. Two caches of one name share it. */
export function cacheReads(name: string): CacheReads {
	const reads = counters.caches.get(name) ?? { hit: 0, miss: 0 }
	counters.caches.set(name, reads)
	return reads
}

export const countLogLosses = (count: number) => void (counters.log_lost += count)

interface Sized {
	meta?: { size_after?: number }
}

/** Notes the size of the database that a D1 result tells, or the last of a batch. */
export function noteSize(result: unknown) {
	const last = (Array.isArray(result) ? result.at(-1) : result) as Sized | null | undefined
	counters.database_bytes = last?.meta?.size_after ?? counters.database_bytes
}

let isolate = ''
onForget(() => (isolate = ''))

/** The name of this isolate, made at its first use: an isolate has no random numbers before its first request. */
export const isolateName = () => (isolate ||= crypto.randomUUID().slice(0, 8))
