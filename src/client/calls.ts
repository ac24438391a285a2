import { type Clock, jittered, monotonic, sleep, within } from './clock.ts'
import { Invalid, reasonOf } from './errors.ts'
import type { Emit } from './events.ts'
import { type Answer, type Ask, isOk, refusalIn, type Transport } from './transport.ts'

/** What came of a call: an answer that isn't a 5xx, or why there is none. */
export type Outcome = { answer: Answer } | { away: string }

interface Until {
	/** By our monotonic clock. */
	until: number
	signal?: AbortSignal | undefined
	/** Gives up at the first try that finds Plinth away. */
	isOnce?: boolean
}

interface CallsOptions {
	transport: Transport
	clock: Clock
	emit: Emit
	/** The names of the keys that we can open with, newest first. */
	kids: () => Promise<string[]>
	/** Called when Plinth refuses the key, and when it answers again. */
	refused: () => Promise<void>
	accepted: () => Promise<void>
}

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 4_000
const PAUSE_MS = 1_000
/** `Date` has no milliseconds, and an answer takes a moment. */
const SAME_TIME_MS = 2_000
const SKEW_REPORTED_MS = 60_000

/** Calls Plinth, again while it makes sense, and knows how far its clock is from ours. */
export class Calls {
	private readonly options: CallsOptions
	private ahead_ms = 0
	private reported_ms = 0
	/** Plinth's time at the last answer, and when that was by our monotonic clock. */
	private heard = { at: 0, date: -Infinity }
	private kid: string | undefined

	constructor(options: CallsOptions) {
		this.options = options
	}

	/** The time by Plinth's clock, to be written down. */
	now(): number {
		return this.options.clock.now() - this.ahead_ms
	}

	/** The same for what ends at a time. It's no earlier than Plinth's last answer and what has passed since, so a clock that's moved back prolongs nothing. */
	present(): number {
		const { at, date } = this.heard
		return Math.max(this.now(), date + monotonic(this.options.clock) - at)
	}

	/** Asks until there's an answer, or the time is over. Throws the reason of the signal. */
	async ask(ask: Ask, { until, signal, isOnce = false }: Until): Promise<Outcome> {
		const { clock } = this.options
		let pause = FIRST_PAUSE_MS
		let mayRepeat = true
		let mayChoose = true
		for (;;) {
			const answer = await this.attempt(ask, until, signal)
			let wait_ms: number
			let outcome: Outcome
			if (!answer || answer.status >= 500) {
				outcome = { away: awayReason(answer) }
				if (isOnce) return outcome
				wait_ms = answer?.retry_after_ms ?? jittered(clock, pause)
				pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
			} else {
				outcome = { answer }
				const reason = isOk(answer) ? undefined : reasonOf(refusalIn(answer))
				if (answer.status === 429) wait_ms = answer.retry_after_ms ?? PAUSE_MS
				else if (reason === 'idempotency.in_progress' && mayRepeat) {
					mayRepeat = false
					wait_ms = answer.retry_after_ms ?? PAUSE_MS
				} else if (reason === 'runtime.no_encryption_key' && mayChoose && (await this.choose(answer))) {
					mayChoose = false
					wait_ms = 0
				} else return outcome
			}
			if (monotonic(clock) + wait_ms >= until) return outcome
			if (wait_ms > 0) await sleep(clock, wait_ms, signal)
		}
	}

	/** One try. Undefined if there's no answer of Plinth in time. */
	async attempt(ask: Ask, until: number, signal?: AbortSignal): Promise<Answer | undefined> {
		const { clock, transport, kids } = this.options
		if (signal?.aborted) throw signal.reason
		this.kid ??= (await kids())[0]
		const abort = new AbortController()
		const begun = clock.now()
		const sent = transport.send(ask, this.kid, abort.signal).catch(awayUnlessInvalid)
		try {
			const answer = await within(clock, until - monotonic(clock), sent, signal)
			if (typeof answer !== 'object') return undefined
			this.compareClocks(answer, begun)
			if (answer.status === 401) await this.options.refused()
			else if (isOk(answer)) await this.options.accepted()
			return answer
		} finally {
			abort.abort()
		}
	}

	/** Takes the first of our keys that Plinth can seal for. */
	private async choose(answer: Answer): Promise<boolean> {
		const { kids } = refusalIn(answer).details
		const ours = await this.options.kids()
		const found = ours.find((kid) => Array.isArray(kids) && kids.includes(kid))
		if (found === undefined || found === this.kid) return false
		this.kid = found
		return true
	}

	private compareClocks({ date }: Answer, begun: number) {
		if (date === undefined) return
		const now = this.options.clock.now()
		this.ahead_ms = date < begun - SAME_TIME_MS ? begun - date : date > now + SAME_TIME_MS ? now - date : 0
		this.heard = { at: monotonic(this.options.clock), date: this.now() }
		if (Math.abs(this.ahead_ms - this.reported_ms) < SKEW_REPORTED_MS) return
		this.reported_ms = this.ahead_ms
		this.options.emit({ type: 'skewed', ahead_ms: this.ahead_ms })
	}
}

/** What fails on its way is no answer. What can't be sent, such as the key that a function gave, is the caller's to know. */
function awayUnlessInvalid(error: unknown): undefined {
	if (error instanceof Invalid) throw error
}

/** Why Plinth is away: what its 5xx says, or that there was no answer. */
export const awayReason = (answer: Answer | undefined): string => (answer ? reasonOf(refusalIn(answer)) : 'no_answer')
