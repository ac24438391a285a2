import type { Calls, Outcome } from './calls.ts'
import { type CallOptions, type Clock, monotonic, sleep } from './clock.ts'
import { isStop, Refused, Unavailable, stoppedBy } from './errors.ts'
import type { Emit } from './events.ts'
import type { KnownGood } from './known-good.ts'
import type { Outage } from './outage.ts'
import { type Asked, DEADLINE_MS, ends, questionOf, type Questions } from './questions.ts'
import { Run, type RunOptions } from './run.ts'
import { type Answer, isOk, refusalIn } from './transport.ts'
import type { BeginInput, Begun, NotResolved, Parts, Terms } from './types.ts'

/** How long Plinth has to be away until a run begins without it. */
const OUTAGE_MS = 5_000
const TTL_S = 3_600

interface Options {
	calls: Calls
	clock: Clock
	emit: Emit
	known: KnownGood
	questions: Questions
	outage: Outage
	mayBeginAlone: boolean
	run: Omit<RunOptions, 'begin'>
}

type Named = BeginInput & { run_id: string }

/** Begins runs: Plinth does, or nobody, or in an outage the client itself if it's allowed to. */
export class Beginning {
	private readonly options: Options

	constructor(options: Options) {
		this.options = options
	}

	async begin(input: BeginInput, { deadline_ms = DEADLINE_MS, signal }: CallOptions): Promise<Run> {
		const { clock, mayBeginAlone } = this.options
		const run: Named = { ttl_s: TTL_S, ...input, run_id: input.run_id ?? `run_${crypto.randomUUID()}` }
		const begun = monotonic(clock)
		const until = begun + Math.min(DEADLINE_MS, deadline_ms)
		const alone = begun + OUTAGE_MS
		const isPossible = mayBeginAlone && alone <= until
		let outcome = await this.ask(run, isPossible ? alone : until, signal)
		if (isPossible && isUnanswered(outcome)) {
			await sleep(clock, alone - monotonic(clock), signal)
			const local = 'away' in outcome ? await this.beginAlone(run) : undefined
			if (local) return local
			outcome = await this.ask(run, until, signal)
		}
		if ('away' in outcome) throw new Unavailable(outcome.away)
		const { answer } = outcome
		if (!isOk(answer)) throw await this.refusal(run, answer)
		return this.start(run, answer.body as Begun, await this.learn(run, answer), false)
	}

	private ask(run: object, until: number, signal?: AbortSignal): Promise<Outcome> {
		return this.options.calls.ask({ to: 'begin', input: run }, { until, signal })
	}

	private start(run: Named, stands: Begun, parts: Parts, isLocal: boolean): Run {
		const again = async (input: BeginInput, until: number, isOnce: boolean) => {
			const { tools: _, mcp: __, flags: ___, entitlements: ____, ...rest } = input
			const outcome = await this.options.calls.ask({ to: 'begin', input: rest }, { until, isOnce })
			if ('away' in outcome) return outcome
			if (!isOk(outcome.answer)) throw await this.refusal(run, outcome.answer)
			await this.options.outage.accept(run)
			return outcome.answer.body as Begun
		}
		return new Run({ ...this.options.run, begin: again }, run, stands, parts, isLocal)
	}

	/** What the answer refuses, as an error. It's remembered. */
	private async refusal(run: Named, answer: Answer): Promise<Error> {
		const refusal = refusalIn(answer)
		const refused = new Refused(answer.status, refusal)
		if (answer.status === 402 || answer.status === 403) await this.options.outage.refuse(run, refusal)
		return isStop(refused) && refused.reason !== 'run.ended' ? stoppedBy(refused) : refused
	}

	/** The parts of the answer, opened. Each is the known good of its question from now on, and so are the terms. */
	private async learn(run: Named, answer: Answer): Promise<Parts> {
		const { questions, known, outage } = this.options
		const body = answer.body as Begun & Record<string, unknown>
		const parts = await partsOf(run, body.run.org_id, async (ask, find) => {
			const part = find(body)
			if (!isNotResolved(part)) return questions.learn(questionOf(ask), part, answer)
			if (ends(statusOf(part))) await known.forget(questionOf(ask))
			return part
		})
		await known.put(termsOf(run), body.terms)
		await outage.accept(run)
		return parts
	}

	/** A run that Plinth doesn't know; undefined if it may not begin. */
	private async beginAlone(run: Named): Promise<Run | undefined> {
		const { known, outage, questions, emit } = this.options
		const terms = (await known.get(termsOf(run)))?.value as Terms | undefined
		const { credits = 0, tokens = 0 } = run.hold ?? {}
		if (!terms || outage.isRefused(run) || !outage.hasRoom(Math.max(credits, 1))) return undefined
		outage.take(run.run_id, credits)
		const org_id = run.org_id ?? ''
		const parts = await partsOf(run, org_id, async (ask) => (await questions.recall(questionOf(ask))) ?? UNAVAILABLE)
		emit({ type: 'local', run_id: run.run_id })
		const hold = { credits, tokens, expires_at: null }
		return this.start(run, { run: { run_id: run.run_id, org_id }, hold, budgets: [], terms }, parts, true)
	}
}

const UNAVAILABLE: NotResolved = {
	error: 'unavailable',
	message: "Plinth can't be reached, and nothing is known",
	details: {},
}

const termsOf = ({ org_id, selector }: BeginInput) => ({ kind: 'terms', org_id, selector }) as const

const isUnanswered = (outcome: Outcome): boolean => 'away' in outcome || outcome.answer.status === 429

const isNotResolved = (part: unknown): part is NotResolved =>
	typeof (part as { error?: unknown } | null)?.error === 'string'

const statusOf = ({ error }: NotResolved): number => (error === 'not_found' ? 404 : error === 'run.paused' ? 403 : 409)

type Body = Record<string, unknown>

/** Each part that a run asks for, by its question and its place in the answer. */
async function partsOf(
	{ selector, context, tools, mcp, flags, entitlements }: BeginInput,
	org_id: string,
	part: (ask: Asked, find: (body: Body) => unknown) => Promise<unknown>,
): Promise<Parts> {
	const parts: Body = {}
	const each = async (name: string, asks: Asked[]) => {
		const found: unknown[] = []
		for (const [index, ask] of asks.entries())
			// oxlint-disable-next-line no-await-in-loop -- the events of a beginning come in the order of its parts
			found.push(await part(ask, (body) => (body[name] as unknown[] | undefined)?.[index]))
		parts[name] = found
	}
	if (selector || context)
		parts.model = await part({ to: 'model', input: { org_id, selector, context } }, ({ model }) => model)
	if (tools)
		await each(
			'tools',
			tools.map((group) => ({ to: 'tool', input: { org_id, group } })),
		)
	if (mcp) parts.mcp = await part({ to: 'mcp', input: { org_id } }, (body) => body.mcp)
	if (flags)
		await each(
			'flags',
			flags.map((key) => ({ to: 'flag', input: { org_id, key } })),
		)
	if (entitlements)
		await each(
			'entitlements',
			entitlements.map((key) => ({ to: 'entitlement', input: { org_id, key } })),
		)
	return parts
}
