import type { Calls, Outcome } from './calls.ts'
import { type CallOptions, type Clock, LATE, monotonic, within } from './clock.ts'
import { Refused, Unavailable } from './errors.ts'
import type { Emit } from './events.ts'
import { canonical, type KnownGood, type Question } from './known-good.ts'
import { opened, type SealedKind } from './opened.ts'
import type { Opener } from './sealed.ts'
import { type Answer, type Ask, isOk, refusalIn } from './transport.ts'

/** How long a question waits for Plinth while something is known. */
export const PATIENCE_MS = 800
/** How long a call waits for Plinth at all. */
export const DEADLINE_MS = 10_000

/** A question that Plinth can be asked on its own. */
export type Asked = Extract<Ask, { to: 'model' | 'tool' | 'mcp' | 'flag' | 'entitlement' }>

interface Options {
	calls: Calls
	known: KnownGood
	opener: Opener | undefined
	clock: Clock
	emit: Emit
	isSealed: boolean
}

type Value = (Record<string, unknown> & { stale_since: string | null }) | null

/** Answers questions: by Plinth, and while it can't be asked, by what it said last. */
export class Questions {
	private readonly options: Options
	/** The calls that are on their way, by their question. */
	private readonly flights = new Map<string, Promise<Value | { away: string }>>()

	constructor(options: Options) {
		this.options = options
	}

	async ask(ask: Asked, { deadline_ms = DEADLINE_MS, signal }: CallOptions): Promise<Value> {
		const { clock, known } = this.options
		const question = questionOf(ask)
		const before = await known.get(question)
		const flight = this.fly(ask, question, before !== undefined)
		const patience = Math.min(before ? PATIENCE_MS : DEADLINE_MS, deadline_ms)
		const found = await within(clock, patience, flight, signal)
		if (found !== LATE && !isGone(found)) return found
		const recalled = await this.recall(question)
		if (recalled !== undefined) return recalled
		// What was known no longer opens, or a refusal came meanwhile.
		if (found === LATE && before) {
			const late = await within(clock, Math.min(DEADLINE_MS, deadline_ms) - patience, flight, signal)
			if (late !== LATE && !isGone(late)) return late
		}
		throw new Unavailable(found === LATE ? 'late' : found.away)
	}

	/** What is known, opened; undefined if nothing is. */
	async recall(question: Question): Promise<Value | undefined> {
		const known = await this.options.known.get(question)
		if (!known) return undefined
		try {
			const value = await this.open(question, known.value, undefined)
			const since = new Date(known.at).toISOString()
			this.options.emit({ type: 'stale', question, since })
			return stamped(value.value, since)
		} catch {
			return undefined
		}
	}

	/** Keeps an answer, and returns it opened. Throws `Untrusted`, and keeps what was known then. */
	async learn(question: Question, body: unknown, answer: Answer): Promise<Value> {
		const { calls, known, isSealed } = this.options
		const { value, use_until } = await this.open(question, body, answer.date ?? calls.present())
		await known.put(question, body, use_until, !isSealed && isSealable(question.kind))
		return stamped(value, answer.stale_since)
	}

	/** The call of the question: the one that's on its way, or a new one. */
	private fly(ask: Asked, question: Question, isOnce: boolean): Promise<Value | { away: string }> {
		const name = canonical(question)
		const other = this.flights.get(name)
		if (other) return other
		const flight = this.call(ask, question, isOnce).finally(() => this.flights.delete(name))
		flight.catch(() => undefined)
		this.flights.set(name, flight)
		return flight
	}

	private async call(ask: Asked, question: Question, isOnce: boolean): Promise<Value | { away: string }> {
		const { calls, clock, known } = this.options
		const outcome: Outcome = await calls.ask(ask, { until: monotonic(clock) + DEADLINE_MS, isOnce })
		if ('away' in outcome) return outcome
		const { answer } = outcome
		if (isOk(answer)) return this.learn(question, answer.body, answer)
		if (ends(answer.status)) await known.forget(question)
		throw new Refused(answer.status, refusalIn(answer))
	}

	private async open(question: Question, value: unknown, answered_at: number | undefined) {
		const { kind, org_id } = question
		if (!isSealable(kind)) return { value, use_until: undefined }
		const { opener, isSealed } = this.options
		const asked = { kind, org_id: String(org_id), opener: isSealed ? opener : undefined, answered_at }
		return opened(value as Record<string, unknown>, asked)
	}
}

/** Whether a refusal ends what is known of its question. */
export const ends = (status: number): boolean => status === 403 || status === 404 || status === 409

/** A model without a context is asked for with an empty one. */
export const questionOf = ({ to, input }: Asked): Question =>
	to === 'model' ? { kind: to, ...input, context: input.context ?? {} } : { kind: to, ...input }

const isSealable = (kind: Question['kind']): kind is SealedKind => kind === 'model' || kind === 'tool' || kind === 'mcp'

const isGone = (found: Value | { away: string }): found is { away: string } => found !== null && 'away' in found

const stamped = (value: unknown, stale_since: string | null): Value =>
	value === null ? null : { ...(value as Record<string, unknown>), stale_since }
