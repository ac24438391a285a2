import type { Calls } from './calls.ts'
import { awayReason } from './calls.ts'
import { type CallOptions, type Clock, jittered, LATE, monotonic, within } from './clock.ts'
import { type Refusal, reasonOf, ReportsFull, Unavailable } from './errors.ts'
import type { Emit } from './events.ts'
import { DEADLINE_MS } from './questions.ts'
import { grown, keptBeyond } from './sendable.ts'
import { hashed, type Records } from './store.ts'
import { type Answer, isOk, refusalIn } from './transport.ts'
import type { Report } from './types.ts'

const BATCH = 100
const BATCH_MS = 10_000
const MOST_ENDS = 10_000
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 60_000

interface Waiting {
	report: Report
	/** When it came, by our monotonic clock. A report of the store has waited long enough. */
	at: number
	/** Its place in the order. A record keeps it through a restart. */
	place: number
}

interface Options {
	calls: Calls
	clock: Clock
	emit: Emit
	records: Records | undefined
	/** Called with the run whose end Plinth has. */
	delivered: (run_id: string) => void
	/** Keeps a Worker alive until what it gets has ended. */
	waitUntil: ((work: Promise<unknown>) => void) | undefined
}

/**
 * The reports that wait to be sent, one for each run: its newest, with what earlier ones said. A report leaves the store when
 * Plinth has answered for it, so one may be sent twice, which changes nothing.
 */
export class Reports {
	private readonly options: Options
	private waiting = new Map<string, Waiting>()
	private endCount = 0
	private place = 0
	/** How many go into a batch: fewer after a 413. */
	private size = BATCH
	private failures = 0
	private isAsync = false
	/** By our monotonic clock. `isTold` if Plinth said so: then a flush waits too. */
	private pause = { until: -Infinity, isTold: false }
	private sending: Promise<void> | undefined
	private stopTimer: () => void = () => undefined
	private flushes = 0
	private isStopped = false
	/** Called when nothing waits, or nobody sends it from now on. */
	private readonly idle = new Set<() => void>()

	constructor(options: Options) {
		this.options = options
	}

	/** Takes up what an earlier process has left. */
	async load(): Promise<void> {
		const { records } = this.options
		if (!records) return
		const names = await records.names('report/')
		const found: Waiting[] = []
		for (let read = 0; read < names.length; read += BATCH) {
			const some = names.slice(read, read + BATCH).map((name) => records.read(name))
			for (const record of (await Promise.all(some)) as (Waiting | undefined)[]) if (record) found.push(record)
		}
		for (const one of found.toSorted((a, b) => a.place - b.place)) {
			this.keep({ ...one, at: -Infinity })
			this.place = one.place
		}
		this.schedule()
	}

	/** Returns when the report is kept. Throws `ReportsFull`. */
	async add(report: Report): Promise<void> {
		const before = this.waiting.get(report.run_id)
		if (before && isEnd(before.report) && !isEnd(report)) return
		if (isEnd(report) && this.endCount >= MOST_ENDS && !(before && isEnd(before.report)))
			throw new ReportsFull(this.endCount)
		this.place += 1
		const given = Object.fromEntries(
			Object.entries(report).filter(([, value]) => value !== undefined && value !== null),
		)
		const merged = grown(before?.report, given) as Report
		const waiting = {
			report: merged,
			at: before?.at ?? monotonic(this.options.clock),
			place: before?.place ?? this.place,
		}
		this.keep(waiting)
		const { records } = this.options
		if (records) await records.write(await nameOf(report.run_id), waiting)
		this.options.waitUntil?.(this.done()[0])
		this.schedule()
	}

	/** Plinth has heard what a `running` report would say. */
	async drop(run_id: string): Promise<void> {
		const waiting = this.waiting.get(run_id)
		if (waiting && !isEnd(waiting.report)) await this.remove(waiting)
	}

	/** Sends at once, and returns when nothing waits. */
	async flush({ deadline_ms, signal }: CallOptions = {}): Promise<void> {
		if (this.waiting.size === 0) return
		this.flushes += 1
		const [done, forget] = this.done()
		try {
			if (!this.pause.isTold) this.pause.until = -Infinity
			this.schedule()
			const ended =
				deadline_ms === undefined && !signal
					? done
					: within(this.options.clock, deadline_ms ?? 2 ** 31 - 1, done, signal)
			if ((await ended) === LATE || (this.isStopped && this.waiting.size > 0)) throw new Unavailable('late')
		} finally {
			this.flushes -= 1
			forget()
		}
	}

	/** What waits, in batches. */
	left(): Report[][] {
		const all = [...this.waiting.values()].map(({ report }) => report)
		return Array.from({ length: Math.ceil(all.length / BATCH) }, (_, index) =>
			all.slice(index * BATCH, (index + 1) * BATCH),
		)
	}

	/** Sends no more. What waits stays in the store. */
	stop() {
		this.isStopped = true
		this.stopTimer()
		this.release()
	}

	private release() {
		for (const resolve of this.idle) resolve()
		this.idle.clear()
	}

	/** Ends when nothing waits, unless it's forgotten before. */
	private done(): [Promise<void>, () => void] {
		let resolve: (() => void) | undefined
		const done = new Promise<void>((ended) => {
			resolve = ended
			this.idle.add(ended)
		})
		return [done, () => void (resolve && this.idle.delete(resolve))]
	}

	private keep(waiting: Waiting) {
		const before = this.waiting.get(waiting.report.run_id)
		this.endCount += Number(isEnd(waiting.report)) - Number(before !== undefined && isEnd(before.report))
		this.waiting.set(waiting.report.run_id, waiting)
	}

	/** Removes a report that's settled, unless a newer one has taken its place. */
	private async remove(sent: Waiting): Promise<void> {
		const { run_id } = sent.report
		if (this.waiting.get(run_id) !== sent) return
		this.waiting.delete(run_id)
		this.endCount -= Number(isEnd(sent.report))
		await this.options.records?.remove(await nameOf(run_id))
	}

	/** Starts a batch, now or when it's due. */
	private schedule() {
		this.stopTimer()
		if (this.sending || this.isStopped) return
		const [first] = this.waiting.values()
		if (!first) {
			this.release()
			return
		}
		const { clock } = this.options
		const isDue = this.flushes > 0 || this.waiting.size >= BATCH
		const at = Math.max(this.pause.until, isDue ? -Infinity : first.at + BATCH_MS)
		const wait = at - monotonic(clock)
		if (wait > 0) this.stopTimer = clock.after(wait, () => this.schedule(), true)
		else
			this.sending = this.send()
				// The store failed, or the function that gives the key. It's tried again, as in an outage.
				.catch((error: Error) => this.wait(undefined, error.name))
				.finally(() => {
					this.sending = undefined
					this.schedule()
				})
	}

	private async send(): Promise<void> {
		const { calls, clock } = this.options
		const batch = [...this.waiting.values()].slice(0, this.size)
		const ask = { to: 'runs', input: batch.map(({ report }) => report), isAsync: this.isAsync } as const
		const answer = await calls.attempt(ask, monotonic(clock) + DEADLINE_MS)
		if (answer && isOk(answer)) {
			this.failures = 0
			this.size = Math.min(this.size * 2, BATCH)
			this.isAsync = false
			this.pause = { until: -Infinity, isTold: false }
			await Promise.all(batch.map((sent) => this.remove(sent)))
			for (const { report } of batch) if (isEnd(report)) this.options.delivered(report.run_id)
			for (const kept of keptBeyond(ask.input, answer.body)) this.options.emit({ type: 'kept', ...kept })
		} else if (answer && answer.status < 500 && ![401, 403, 429].includes(answer.status))
			await this.reject(batch, answer)
		else this.wait(answer)
	}

	/** Plinth won't take the batch as it is. */
	private async reject(batch: Waiting[], answer: Answer): Promise<void> {
		const refusal = refusalIn(answer)
		const wrong = answer.status === 413 ? new Map<number, string>() : itemsIn(refusal, batch.length)
		if (wrong.size === 0 && batch.length > 1) {
			this.size = Math.ceil(batch.length / 2)
			return
		}
		if (wrong.size === 0) wrong.set(0, refusal.message)
		for (const [index, problem] of wrong) {
			const one = batch[index]
			if (!one) continue
			await this.remove(one)
			this.options.emit({ type: 'rejected', report: one.report, problem })
		}
	}

	private wait(answer: Answer | undefined, reason = awayReason(answer)) {
		const { clock, emit } = this.options
		const isRefused = answer && answer.status < 500
		const own =
			isRefused && answer.status !== 429
				? LONGEST_WAIT_MS
				: Math.min(FIRST_WAIT_MS * 2 ** this.failures, LONGEST_WAIT_MS)
		const retry_ms = answer?.retry_after_ms ?? jittered(clock, own)
		this.failures += 1
		if (!isRefused) this.isAsync = true
		this.pause = { until: monotonic(clock) + retry_ms, isTold: answer?.retry_after_ms !== undefined }
		emit({ type: 'waiting', count: this.waiting.size, reason, retry_ms })
	}
}

const isEnd = ({ status }: Report): boolean => status !== 'queued' && status !== 'running'

const nameOf = async (run_id: string) => `report/${await hashed(run_id)}`

/** The items of a batch that a refusal names, with what's wrong. A path begins with the index, except of a single item. */
function itemsIn(refusal: Refusal, count: number): Map<number, string> {
	const { fields, runs } = refusal.details as {
		fields?: { path?: string; message?: string }[]
		runs?: { path?: string }[]
	}
	const named = new Map<number, string>()
	for (const { path = '', message } of [...(fields ?? []), ...(runs ?? [])] as { path?: string; message?: string }[]) {
		const index = /^\d+(?=\.|$)/.exec(path)?.[0]
		const at = index === undefined && count === 1 ? 0 : Number(index)
		if (at < count) named.set(at, message ? `${path}: ${message}` : `${path}: ${reasonOf(refusal)}`)
	}
	return named
}
