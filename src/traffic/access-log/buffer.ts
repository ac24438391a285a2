import { writePoints } from './archive/points.ts'
import { idAfter, nextId } from './recent/ids.ts'
import { pack } from './recent/pack.ts'
import { logError } from '../../http/log.ts'
import type { KeptRequest, LogEntry } from './entry.ts'

// What waits in this isolate to be written to the log, together. Nobody waits for it: a request is answered before. What
// cannot be kept is counted, and the count is told with the next batch that gets through.

/** Requests of one call to the ring, and of one row there, which must stay below 2 MB. */
const BATCH = 2_000
const CHUNK = 250
/** Beyond these, while the ring does not take them, requests are lost. */
const MAX_WAITING = 10_000
const MAX_WRITERS = 4
const ANSWERS_WITHIN_MS = 5_000
/** A writer that takes longer was cut off with its invocation. */
const WRITER_MS = 30_000
/** Points that the invocation of a writer archives, and any other's: Analytics Engine takes 250 of one. */
const POINTS = { writer: 200, other: 4 }

let waiting: KeptRequest[] = []
let lost = 0
const writers = new Set<{ until: number }>()
let flushedBy = 0
/** In the ring, and not in the archive yet. */
let unarchived: LogEntry[] = []

const NAME = 'access-log'

/** The one ring. */
export const logStream = (env: Env) => env.ACCESS_LOG_STREAM.getByName(NAME)

type Background = Pick<ExecutionContext, 'waitUntil'>

/** Puts a request among those that wait, and sees to it that they are written within `ACCESS_LOG_DELAY_MS`. */
export function keep(env: Env, ctx: Background, request: KeptRequest): void {
	if (waiting.length >= MAX_WAITING) lost += 1
	else waiting.push(request)
	if (unarchived.length > 0) archive(env, POINTS.other)
	if (waiting.length >= BATCH) ctx.waitUntil(flush(env, BATCH))
	else if (Date.now() >= flushedBy) ctx.waitUntil(flushLater(env))
}

/** Counts requests that could not even be put among the waiting. */
export const countLost = (count: number): void => void (lost += count)

/** How many requests this isolate has lost and not told the ring of. */
export const untoldLosses = (): number => lost

async function flushLater(env: Env): Promise<void> {
	const delay = Number(env.ACCESS_LOG_DELAY_MS)
	// A timer that is cut off with its invocation must not keep others from being set.
	flushedBy = Date.now() + delay + 1_000
	if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay))
	flushedBy = 0
	await flush(env)
}

/** Writes what waits, if it is `least` requests. What comes meanwhile waits again, until it is many or its time has come. */
async function flush(env: Env, least = 1): Promise<void> {
	for (const writer of writers) if (writer.until <= Date.now()) writers.delete(writer)
	if (writers.size >= MAX_WRITERS) return
	const writer = { until: Date.now() + WRITER_MS }
	writers.add(writer)
	for (let due = least; waiting.length >= due; due = BATCH) if (!(await write(env, waiting.splice(0, BATCH)))) break
	writers.delete(writer)
	archive(env, POINTS.writer)
	// Those who came while every writer was busy have nobody else.
	if (waiting.length > 0 && Date.now() >= flushedBy) await flushLater(env)
}

/** Writes what waits and gives those who are at it a moment: called before the log is read, which then has all that was answered here. */
export async function settle(env: Env): Promise<void> {
	await flush(env)
	for (let waited = 0; writers.size > 0 && waited < 500; waited += 5)
		await new Promise((resolve) => setTimeout(resolve, 5))
}

/** Whether the ring has taken them. The archive gets them in any case. */
async function write(env: Env, requests: KeptRequest[]): Promise<boolean> {
	const told = lost
	lost = 0
	const chunks = chunksOf(requests)
	let first_ids: string[] | undefined
	try {
		first_ids = await inTime(logStream(env).append(chunks.map(packed), told))
	} catch {
		lost += told + requests.length
	}
	for (const [index, chunk] of chunks.entries()) {
		const first_id = first_ids?.[index] ?? nextId(Date.now())
		for (const [place, request] of chunk.entries())
			unarchived.push(Object.assign(request, { id: idAfter(first_id, place) }))
	}
	return first_ids !== undefined
}

function archive(env: Env, count: number): void {
	const refused = writePoints(env, unarchived.splice(0, count)) + unarchived.splice(MAX_WAITING).length
	if (refused > 0) logError({ dataset: 'plinth_access_log', refused })
}

const chunksOf = (requests: KeptRequest[]) =>
	Array.from({ length: Math.ceil(requests.length / CHUNK) }, (_, index) =>
		requests.slice(index * CHUNK, (index + 1) * CHUNK),
	)

const packed = (requests: KeptRequest[]) => ({
	requests: pack(requests),
	count: requests.length,
	max_risk: Math.max(...requests.map(({ risk_score }) => risk_score)),
})

/** What the ring answers, if it does so in time. */
export async function inTime<T>(call: Promise<T>): Promise<T> {
	let timer: ReturnType<typeof setTimeout> | undefined
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Error('The ring is late')), ANSWERS_WITHIN_MS)
	})
	try {
		return await Promise.race([call, late])
	} finally {
		clearTimeout(timer)
	}
}
