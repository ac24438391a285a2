import type { WorkContext } from '../../context.ts'
import { nearDatabase } from '../../ground/db/location.ts'
import { unavailable } from '../../ground/http/errors.ts'
import { logError } from '../../ground/http/log.ts'
import { within } from '../../ground/http/within.ts'
import { countLogLosses } from '../../ground/metrics/counters.ts'
import { forgettable, onForget } from '../../isolate.ts'
import { writePoints } from './archive/points.ts'
import type { KeptRequest, LogEntry } from './entry.ts'
import { idAfter, nextId } from './recent/ids.ts'
import { pack } from './recent/pack.ts'

// This isolate's requests that wait to be written to the log. They're written together, after their responses, so no caller
// waits for the log. A request that can't be kept is counted as lost, and the next successful call reports the count.

/** How many requests one call to the recent log takes, and one row there holds. A row must stay below 2 MB. */
const BATCH = 2_000
const CHUNK = 250
/** While the recent log accepts nothing, this many requests wait. Any further ones are lost. */
const MAX_WAITING = 10_000
const MAX_WRITERS = 4
const ANSWERS_WITHIN_MS = 5_000
/** A writer that takes longer was cut off with its invocation. */
const WRITER_MS = 30_000
/** How many points a writer's invocation archives, and any other. Analytics Engine accepts 250 per invocation. */
const POINTS = { writer: 200, other: 4 }
/** The longest time between two appends of an isolate. */
const MAX_DELAY_MS = 5_000

let waiting: KeptRequest[] = []
let lost = 0
const writers = forgettable(new Set<{ until: number }>())
let flushedBy = 0
/** This isolate waits `ACCESS_LOG_DELAY_MS` this many times before it appends. The recent log asks for more when it's busy. */
let patience = 1
/** In the recent log, but not in the archive yet. */
let unarchived: LogEntry[] = []
onForget(() => {
	;[waiting, lost, flushedBy, patience, unarchived] = [[], 0, 0, 1, []]
})

const NAME = 'access-log'

/** The one object that holds the newest requests of all isolates. */
export const recentLog = (env: Env) => env.ACCESS_LOG_STREAM.getByName(NAME, nearDatabase(env))

/** Queues a request, and schedules a write: after `ACCESS_LOG_DELAY_MS`, or within 5 seconds when many isolates write. */
export function keep({ env, executionCtx }: Pick<WorkContext, 'env' | 'executionCtx'>, request: KeptRequest): void {
	if (waiting.length >= MAX_WAITING) countLost(1)
	else waiting.push(request)
	if (unarchived.length > 0) archive(env, POINTS.other)
	if (waiting.length >= BATCH) executionCtx.waitUntil(flush(env, BATCH))
	else if (Date.now() >= flushedBy) executionCtx.waitUntil(flushLater(env))
}

/** Counts requests that couldn't even be queued. */
export function countLost(count: number): void {
	lost += count
	countLogLosses(count)
}

/** How many requests this isolate lost and hasn't reported yet. */
export const unreportedLosses = (): number => lost

async function flushLater(env: Env): Promise<void> {
	const delay = Math.min(Number(env.ACCESS_LOG_DELAY_MS) * patience, MAX_DELAY_MS)
	// If a timer is cut off with its invocation, it must not keep others from being set.
	flushedBy = Date.now() + delay + 1_000
	if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay))
	flushedBy = 0
	await flush(env)
}

/** Writes the queue while it holds `least` requests. After the first call it continues only for a full batch. */
async function flush(env: Env, least = 1): Promise<void> {
	for (const writer of writers) if (writer.until <= Date.now()) writers.delete(writer)
	if (writers.size >= MAX_WRITERS) return
	const writer = { until: Date.now() + WRITER_MS }
	writers.add(writer)
	for (let due = least; waiting.length >= due; due = BATCH) if (!(await append(env, waiting.splice(0, BATCH)))) break
	writers.delete(writer)
	archive(env, POINTS.writer)
	// Requests that arrived while every writer was busy have no timer.
	if (waiting.length > 0 && Date.now() >= flushedBy) await flushLater(env)
}

/**
 * Writes the queue, and waits up to 500 ms for writers that are still busy. Call it before a read, and the log has every request
 * that this isolate answered.
 */
export async function flushNow(env: Env): Promise<void> {
	await flush(env)
	for (let waited = 0; writers.size > 0 && waited < 500; waited += 5)
		await new Promise((resolve) => setTimeout(resolve, 5))
}

/** Appends requests to the recent log; false if it didn't accept them. The archive gets them either way. */
async function append(env: Env, requests: KeptRequest[]): Promise<boolean> {
	const reported = lost
	lost = 0
	const chunks = chunksOf(requests)
	let first_ids: string[] | undefined
	try {
		const appended = await inTime(recentLog(env).append(chunks.map(toChunk), reported))
		first_ids = appended.first_ids
		patience = patienceAfter(appended.pressure)
	} catch {
		lost += reported
		countLost(requests.length)
	}
	for (const [index, chunk] of chunks.entries()) {
		const first_id = first_ids?.[index] ?? nextId(Date.now())
		for (const [place, request] of chunk.entries())
			unarchived.push(Object.assign(request, { id: idAfter(first_id, place) }))
	}
	return first_ids !== undefined
}

// Grows up to fourfold at once, since a thousand isolates can start within a second. At most halves, so it doesn't oscillate.
const patienceAfter = (pressure: number) => Math.min(Math.max(patience * Math.min(Math.max(pressure, 0.5), 4), 1), 100)

function archive(env: Env, count: number): void {
	const refused = writePoints(env, unarchived.splice(0, count)) + unarchived.splice(MAX_WAITING).length
	if (refused > 0) logError({ dataset: 'plinth_access_log', refused })
}

const chunksOf = (requests: KeptRequest[]) =>
	Array.from({ length: Math.ceil(requests.length / CHUNK) }, (_, index) =>
		requests.slice(index * CHUNK, (index + 1) * CHUNK),
	)

const toChunk = (requests: KeptRequest[]) => ({
	requests: pack(requests),
	count: requests.length,
	max_risk: Math.max(...requests.map(({ risk_score }) => risk_score)),
})

/** The result of a call to the recent log. Throws when it takes longer than five seconds. */
export const inTime = <T>(call: Promise<T>): Promise<T> =>
	within(ANSWERS_WITHIN_MS, call, () => new Error("The recent log didn't answer in time"))

/** The same for a reader who gets nothing without it: throws 503 when the recent log doesn't answer. */
export const orUnavailable = <T>(call: Promise<T>): Promise<T> =>
	inTime(call).catch(() => {
		throw unavailable('access_log.unavailable', 5)
	})
