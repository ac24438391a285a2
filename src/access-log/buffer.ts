import { writePoints } from '../access-log-archive/points.ts'
import { idAfter, nextId } from '../access-log-stream/ids.ts'
import { logError } from '../http/log.ts'
import type { KeptRequest } from './entry.ts'

// What waits in this isolate to be written to the log, together. Nobody waits for it: a request is answered before. What
// cannot be kept is counted, and the count is told with the next chunk that gets through.

/** Requests of a chunk. Analytics Engine takes 250 points of an invocation. */
const CHUNK = 200
/** Beyond these, while the ring does not take them, requests are lost. */
const MAX_WAITING = 10_000
const MAX_WRITERS = 4
const APPEND_MS = 5_000
/** A writer older than this was cut off with its invocation. */
const WRITER_MS = 30_000

let waiting: KeptRequest[] = []
let lost = 0
/** Until when each writer under way is believed in. */
let writers: number[] = []
let flushedBy = 0

const NAME = 'access-log'

/** The one ring. */
export const logStream = (env: Env) => env.ACCESS_LOG_STREAM.getByName(NAME)

type Background = Pick<ExecutionContext, 'waitUntil'>

/** Puts a request among those that wait, and sees to it that they are written within `ACCESS_LOG_DELAY_MS`. */
export function keep(env: Env, ctx: Background, request: KeptRequest): void {
	if (waiting.length >= MAX_WAITING) lost += 1
	else waiting.push(request)
	if (waiting.length >= CHUNK) ctx.waitUntil(flush(env))
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

/** Writes what waits. */
async function flush(env: Env): Promise<void> {
	const now = Date.now()
	writers = writers.filter((until) => until > now)
	if (writers.length >= MAX_WRITERS) return
	const until = now + WRITER_MS
	writers.push(until)
	while (waiting.length > 0 && (await write(env, waiting.splice(0, CHUNK))));
	writers.splice(writers.indexOf(until), 1)
}

/** Writes what waits and gives those who are at it a moment: called before the log is read, which then has all that was answered here. */
export async function settle(env: Env): Promise<void> {
	await flush(env)
	for (let waited = 0; writers.length > 0 && waited < 500; waited += 5)
		await new Promise((resolve) => setTimeout(resolve, 5))
}

async function write(env: Env, requests: KeptRequest[]): Promise<boolean> {
	const told = lost
	lost = 0
	let first_id: string | undefined
	try {
		const chunk = {
			requests: JSON.stringify(requests),
			count: requests.length,
			max_risk: Math.max(...requests.map(({ risk_score }) => risk_score)),
			lost: told,
		}
		first_id = await within(APPEND_MS, logStream(env).append(chunk))
	} catch {
		lost += told + requests.length
	}
	const first = first_id ?? nextId(Date.now())
	const refused = writePoints(
		env,
		requests.map((request, index) => ({ ...request, id: idAfter(first, index) })),
	)
	if (refused > 0) logError({ dataset: 'plinth_access_log', refused })
	return first_id !== undefined
}

async function within<T>(ms: number, call: Promise<T>): Promise<T> {
	let timer: ReturnType<typeof setTimeout> | undefined
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Error('late')), ms)
	})
	try {
		return await Promise.race([call, late])
	} finally {
		clearTimeout(timer)
	}
}
