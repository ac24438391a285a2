import { Invalid, Refused, Stopped } from '../errors.ts'
import { atProcessEnd } from '../process-end.ts'
import type { Run } from '../run.ts'
import { Plinth } from '../runtime.ts'
import type { BeginInput, EndInput, JWK, Model, NotResolved, ProgressInput, Standing } from '../types.ts'
import { countingFetch } from './counting-fetch.ts'
import { NOTHING, plus, type Used } from './usage.ts'

/** What a run is, and what it asks for. Its model is named where it's used. At its budget it asks people, and waits for them. */
export type GuardInput = Omit<BeginInput, 'selector'> & Pick<ProgressInput, 'ask' | 'wait_s'>

type Ending = EndInput['status']

/** A model with what it takes to call it. */
export interface UsableModel extends Model {
	base_url: string
	api_key: string
}

/** How long an end waits for Plinth. It's sent all the same. */
const END_MS = 800

/** One run of an agent, around the calls that its framework makes. It begins before the first of them, and ends once. */
export class Guard {
	/** A `fetch` for what calls a vendor: it stops with the run, and counts tokens. */
	readonly fetch: typeof fetch = countingFetch(this)
	private readonly input: BeginInput
	private readonly asked: Pick<ProgressInput, 'ask' | 'wait_s'>
	/** Ends the wait for people, which would keep the process. */
	private readonly waiting = new AbortController()
	private readonly plinth: Plinth
	private readonly forget: () => void
	private selector: string | undefined
	private beginning: Promise<Run> | undefined
	private begun: Run | undefined
	private totals = NOTHING
	private isTold = true
	private telling: Promise<void> = Promise.resolve()
	private refusal: unknown
	private outcome: Ending = 'completed'
	private ending: Promise<void> | undefined

	constructor({ ask, wait_s, ...input }: GuardInput, plinth: Plinth) {
		this.input = input
		this.asked = ask ? { ask, ...(wait_s !== undefined && { wait_s }) } : {}
		this.plinth = plinth
		this.forget = atProcessEnd((status) => void this.end(status))
	}

	/** Where the run stands, once it has begun. */
	get standing(): Standing | undefined {
		return this.begun?.standing
	}

	/** Reports the end. Without a status it's that of the last call of a model. Only the first one counts. */
	end(status: Ending = this.outcome): Promise<void> {
		this.ending ??= this.finish(status)
		return this.ending
	}

	/** For `await using`. */
	[Symbol.asyncDispose](): Promise<void> {
		return this.end()
	}

	/** Does the work as this run, and reports how it ended. A result that's still streaming ends it when it's `completed`. */
	async run<T>(work: () => T | Promise<T>): Promise<T> {
		try {
			const result = await work()
			const stream = (result ?? {}) as { completed?: unknown; cancelled?: boolean }
			if (!(stream.completed instanceof Promise)) await this.end('completed')
			else
				stream.completed.then(
					() => this.end(stream.cancelled ? 'cancelled' : 'completed'),
					(error: unknown) => this.endWith(error),
				)
			return result
		} catch (error) {
			await this.endWith(error)
			throw error
		}
	}

	/** Ends the run with what was thrown. */
	async endWith(error: unknown): Promise<void> {
		await this.end(endingOf(error))
	}

	/** Begins the run if it hasn't, says what it has used, and throws what stops it. */
	async admit(): Promise<void> {
		if (this.ending) throw new Stopped('The run has ended. Each run needs a guard of its own.', 'run.ended', null, {})
		await this.begin()
		this.tell()
		await this.telling
		if (this.refusal === undefined) return
		const { refusal } = this
		this.over(refusal)
		// What isn't an end may pass, and is asked again before the next call.
		if (!(refusal instanceof Stopped)) {
			this.refusal = undefined
			this.isTold = false
		}
		throw refusal
	}

	count(more: Used) {
		this.totals = plus(this.totals, more)
		this.isTold = false
	}

	over(error?: unknown) {
		this.outcome = error === undefined ? 'completed' : endingOf(error)
		this.tell()
	}

	/** What `make` makes of the selector's model and its key. The first model is that of the run. */
	protected async use<T>(selector: string, make: (model: UsableModel) => T | Promise<T>): Promise<T> {
		if (this.ending) await this.admit()
		this.selector ??= selector
		const { parts, standing } = await this.begin()
		try {
			const { context } = this.input
			const found =
				selector === this.selector && parts.model
					? parts.model
					: await this.plinth.resolveModel({ org_id: standing.org_id ?? '', selector, ...(context && { context }) })
			return await make(usable(found))
		} catch (error) {
			await this.endWith(error)
			throw error
		}
	}

	private begin(): Promise<Run> {
		const { selector } = this
		this.beginning ??= this.plinth.begin({ ...this.input, ...(selector !== undefined && { selector }) }).then(
			(run) => (this.begun = run),
			(error: unknown) => {
				this.beginning = undefined
				throw error
			},
		)
		return this.beginning
	}

	/** Tells Plinth, beside what the agent does next. */
	private tell() {
		const { begun, ending } = this
		if (this.isTold || !begun || ending) return
		this.isTold = true
		this.telling = this.telling
			.then(() => begun.progress({ ...this.totals, ...this.asked }, this.asked.ask && { signal: this.waiting.signal }))
			.then(
				() => undefined,
				(error: unknown) => {
					this.refusal = error
				},
			)
	}

	/** Until its first `await` it runs at once, so that a process that exits has it too. */
	private async finish(status: Ending) {
		this.forget()
		this.waiting.abort()
		const kept = this.begun?.end({ status, ...this.totals })
		await kept
		if (kept) await this.plinth.flush({ deadline_ms: END_MS }).catch(() => undefined)
	}
}

function usable(found: Model | NotResolved): UsableModel {
	if ('error' in found) throw new Refused(404, found as NotResolved)
	const { base_url, api_key } = found
	if (base_url === null || api_key === null)
		throw new Invalid('selector', "leads to a model of the platform, whose key this service account doesn't get")
	return { ...found, base_url, api_key }
}

/** How a run ends with an error: what stopped it on purpose has cancelled it. Packages may wrap that. */
function endingOf(error: unknown): Ending {
	const { name, cause } = (error ?? {}) as { name?: unknown; cause?: unknown }
	if (error instanceof Stopped || name === 'AbortError' || name === 'APIUserAbortError') return 'cancelled'
	return cause === undefined ? 'failed' : endingOf(cause)
}

/** What each adapter exports: its guards, of the client that the environment describes unless another is given. */
export const guarding = <G extends Guard>(Kind: new (input: GuardInput, plinth: Plinth) => G) => ({
	guard: (input: GuardInput = {}, client: Plinth = ofEnvironment()): G => new Kind(input, client),
})

let shared: Plinth | undefined

/** One client for the process, by `PLINTH_URL`, `PLINTH_KEY` and `PLINTH_PRIVATE_KEY`, the file of the private key or its text. */
function ofEnvironment(): Plinth {
	const { PLINTH_URL: url = '', PLINTH_KEY: key = '', PLINTH_PRIVATE_KEY: given = '' } = process.env
	if (given === '') throw new Invalid('PLINTH_PRIVATE_KEY', 'is missing: give the file of the private key, or its text')
	shared ??= new Plinth({ url, key, privateKey: jwkOf(given) })
	return shared
}

/** What was thrown isn't shown: it may have a part of the key. */
function jwkOf(given: string): JWK {
	try {
		const text = given.startsWith('{') ? given : process.getBuiltinModule('node:fs').readFileSync(given, 'utf8')
		return JSON.parse(text) as JWK
	} catch {
		throw new Invalid('PLINTH_PRIVATE_KEY', 'must be a private JWK, or a file that has one')
	}
}
