import { decisionOf, requestIn } from './asked.ts'
import type { Calls, Outcome } from './calls.ts'
import { type CallOptions, type Clock, LATE, monotonic, within } from './clock.ts'
import { creditsOf } from './cost.ts'
import { isStop, Refused, Stopped, stoppedBy } from './errors.ts'
import type { Emit } from './events.ts'
import type { Outage } from './outage.ts'
import { DEADLINE_MS, PATIENCE_MS } from './questions.ts'
import type { Reports } from './reports.ts'
import { grown, sendable, sendableEnd } from './sendable.ts'
import { isOk, refusalIn } from './transport.ts'
import type { BeginInput, Begun, EndInput, Parts, ProgressInput, Standing, Totals } from './types.ts'

export interface RunOptions {
	calls: Calls
	clock: Clock
	emit: Emit
	reports: Reports
	outage: Outage
	grace_credits: number
	/** Begins a local run once Plinth can be reached. Throws what refuses it. */
	begin: (input: BeginInput, until: number, isOnce: boolean) => Promise<Begun | { away: string }>
}

/** How long before its time a hold is no longer counted on. */
const MARGIN_MS = 5_000

/** A run that has begun. It knows what it has used, so it can tell without Plinth whether it may continue. */
export class Run {
	readonly run_id: string
	readonly parts: Parts
	private readonly options: RunOptions
	private readonly input: BeginInput
	private readonly begun_at: number
	private stands: Begun
	private isLocal: boolean
	/** Plinth doesn't know the run. */
	private isUnbegun: boolean
	private totals: Totals = {}
	/** The credits that Plinth, or a live hold, covered last. */
	private covered = 0
	private flight: Promise<Outcome> | undefined
	/** A refusal that came late. */
	private decision: Stopped | undefined

	constructor(
		options: RunOptions,
		input: BeginInput & { run_id: string },
		stands: Begun,
		parts: Parts,
		isLocal: boolean,
	) {
		this.options = options
		this.input = input
		this.run_id = input.run_id
		this.parts = parts
		this.stands = stands
		this.isLocal = isLocal
		this.isUnbegun = isLocal
		this.begun_at = options.calls.now()
	}

	/** Where the run stands. */
	get standing(): Standing {
		const { hold, terms, budgets, run } = this.stands
		const spent = this.isLocal ? this.used : (this.stands.spent ?? { credits: 0, tokens: 0 })
		return { run_id: this.run_id, org_id: run.org_id, hold, terms, budgets, spent, is_local: this.isLocal }
	}

	/**
	 * Says what the run has spent so far, and returns where it stands. Throws `Stopped` if it may not continue. With `ask` and `wait_s` it
	 * waits for people to grant more, and continues, or throws `Stopped` with the reason `declined` or `lapsed`.
	 */
	async progress(input: ProgressInput = {}, options: CallOptions = {}): Promise<Standing> {
		const { wait_s = 0, ...said } = sendable(input)
		const { calls, clock } = this.options
		const until = monotonic(clock) + wait_s * 1_000
		for (;;)
			try {
				return await this.say(said, options)
			} catch (error) {
				const request = requestIn(error)
				if (!request) throw error
				const state = await decisionOf(calls, clock, request, until, options.signal)
				if (state === 'open') throw this.stop(error as Stopped)
				if (state !== 'granted') throw this.stop(Stopped.asked(state, error as Stopped))
			}
	}

	private async say(
		{ hold, ttl_s, ask, ...totals }: Omit<ProgressInput, 'wait_s'>,
		{ deadline_ms = DEADLINE_MS, signal }: CallOptions,
	): Promise<Standing> {
		const { clock, reports } = this.options
		const begun = monotonic(clock)
		const left = (ms: number) => Math.min(ms, deadline_ms) - (monotonic(clock) - begun)
		this.totals = grown(this.totals, totals)
		const mayContinue = this.mayContinue()
		// Totals only grow, and Plinth has to hear them in that order.
		while (this.flight && !this.decision) {
			const found = await within(clock, left(mayContinue ? PATIENCE_MS : DEADLINE_MS), this.flight, signal)
			if (found === LATE) break
		}
		this.throwDecision()
		if (!this.flight) {
			const asked = {
				...this.totals,
				...(hold && { hold }),
				...(ttl_s !== undefined && { ttl_s }),
				...(ask && { ask }),
			}
			const flight = this.fly(asked, begun + Math.min(DEADLINE_MS, deadline_ms), mayContinue)
			const found = await within(clock, left(mayContinue ? PATIENCE_MS : DEADLINE_MS), flight, signal)
			this.throwDecision()
			if (found !== LATE && 'answer' in found) {
				const { answer } = found
				if (isOk(answer)) return this.standing
				if (answer.status !== 429 || !this.mayContinue()) throw new Refused(answer.status, refusalIn(answer))
			}
		}
		this.isLocal = true
		await reports.add({ ...this.named(), status: 'running', ...this.totals })
		if (!this.mayContinue()) throw this.stop(Stopped.outage())
		if (this.isHeld()) this.covered = this.used.credits
		return this.standing
	}

	/** Reports the end of the run. Returns when the report is kept; it's sent within ten seconds. */
	async end(input: EndInput): Promise<void> {
		const given = sendableEnd(input)
		const now = this.options.calls.now()
		const completed_at = isoOf(now)
		// The clock may have been corrected meanwhile.
		const times = this.isUnbegun ? { created_at: isoOf(Math.min(this.begun_at, now)), completed_at } : { completed_at }
		await this.options.reports.add({ ...this.named(), ...times, ...grown(this.totals, given) })
	}

	private named() {
		const { run_id } = this
		const { org_id, thread_id, user_id, agent_id, persona_id } = this.input
		const names = this.isUnbegun ? { thread_id, user_id, agent_id, persona_id } : {}
		return { run_id, org_id: this.stands.run.org_id || org_id, ...names, model_id: this.model_id }
	}

	/** The model that was resolved for the run. */
	private get model_id(): string | undefined {
		const { model } = this.parts
		return model && 'model_id' in model ? model.model_id : undefined
	}

	/** What the run has used, as Plinth counts it. */
	private get used(): { credits: number; tokens: number } {
		const { total_input_tokens = 0, total_output_tokens = 0 } = this.totals
		return { credits: creditsOf(this.totals, this.stands.terms), tokens: total_input_tokens + total_output_tokens }
	}

	/** Whether a hold is live, and covers what was used. */
	private isHeld(): boolean {
		const { hold } = this.stands
		const { credits, tokens } = this.used
		return this.isLive() && isWithin(hold.credits, credits) && isWithin(hold.tokens, tokens)
	}

	private isLive(): boolean {
		const { credits, tokens, expires_at } = this.stands.hold
		if (credits + tokens === 0 || expires_at === null) return false
		return this.options.calls.present() < Date.parse(expires_at) - MARGIN_MS
	}

	/** Whether the run may continue without Plinth. */
	private mayContinue(): boolean {
		const { grace_credits, outage } = this.options
		const { credits } = this.used
		if (this.isUnbegun) return outage.take(this.run_id, Math.max(credits, this.input.hold?.credits ?? 0))
		if (this.isHeld()) return true
		const held = this.isLive() ? this.stands.hold.credits : 0
		return grace_credits > 0 && credits - (held || this.covered) <= grace_credits
	}

	private fly(asked: ProgressInput, until: number, isOnce: boolean): Promise<Outcome> {
		const flight = this.call(asked, until, isOnce).finally(() => {
			this.flight = undefined
		})
		this.flight = flight
		return flight
	}

	/** Tells Plinth. What refuses becomes the decision, also when nobody waits for it any longer. */
	private async call(asked: ProgressInput, until: number, isOnce: boolean): Promise<Outcome> {
		const { calls, reports, outage, begin } = this.options
		try {
			if (this.isUnbegun) {
				const begun = await begin(this.input, until, isOnce)
				if ('away' in begun) return begun
				this.isUnbegun = false
				outage.release(this.run_id)
				this.hear(begun)
			}
			const { run_id, model_id } = this
			const input = { run_id, org_id: this.input.org_id, ...(model_id !== undefined && { model_id }), ...asked }
			const outcome = await calls.ask({ to: 'progress', input }, { until, isOnce })
			if ('away' in outcome) return outcome
			const { answer } = outcome
			if (isOk(answer)) {
				this.hear(answer.body as Begun)
				await reports.drop(this.run_id)
			} else {
				const refused = new Refused(answer.status, refusalIn(answer))
				const stopped = isStop(refused) ? stoppedBy(refused) : undefined
				// One that asks may wait for the answer.
				this.decision = stopped && (requestIn(stopped) ? stopped : this.stop(stopped))
			}
			return outcome
		} catch (error) {
			// A local run ends with whatever refuses its beginning.
			const why = error instanceof Refused && error.status !== 429 ? stoppedBy(error) : error
			if (why instanceof Stopped) this.decision = this.stop(why)
			return { away: why instanceof Stopped ? why.reason : 'no_answer' }
		}
	}

	private hear(stands: Begun) {
		this.stands = stands
		this.isLocal = false
		this.covered = stands.spent?.credits ?? this.covered
	}

	private stop(why: Stopped): Stopped {
		this.options.emit({ type: 'stopped', run_id: this.run_id, reason: why.reason })
		return why
	}

	private throwDecision() {
		const { decision } = this
		this.decision = undefined
		if (decision) throw decision
	}
}

const isoOf = (ms: number): string => new Date(ms).toISOString()

const isWithin = (held: number, used: number): boolean => held === 0 || used <= held
