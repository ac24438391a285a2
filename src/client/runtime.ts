import { calculateJwkThumbprint } from 'jose'
import { Beginning } from './begin.ts'
import { overBinding } from './binding.ts'
import { Calls } from './calls.ts'
import { type CallOptions, type Clock, systemClock } from './clock.ts'
import { Invalid } from './errors.ts'
import type { Emit, PlinthEvent } from './events.ts'
import { overHttp } from './http.ts'
import { KnownGood } from './known-good.ts'
import { type PlinthOptions, requireOptions } from './options.ts'
import { Outage } from './outage.ts'
import { beforeProcessEnds } from './process-end.ts'
import { type Asked, Questions } from './questions.ts'
import { Reports } from './reports.ts'
import type { Run } from './run.ts'
import { Opener } from './sealed.ts'
import { NEEDED, sendable } from './sendable.ts'
import { Records, secretOf, type Store } from './store.ts'
import type { BeginInput, Entitlement, Flag, JWK, McpServers, Model, Report, Tool } from './types.ts'

export { Invalid, Refused, ReportsFull, Stopped, StoreLocked, Unavailable, Untrusted } from './errors.ts'
export { keygen } from './keygen.ts'
export type {
	BeginInput,
	CallOptions,
	Clock,
	Entitlement,
	Flag,
	JWK,
	McpServers,
	Model,
	PlinthEvent,
	PlinthOptions,
	Report,
	Run,
	Store,
	Tool,
}

/** Plinth, for the program of an agent. See README.md. */
export class Plinth {
	private readonly reports: Reports
	private readonly questions: Questions
	private readonly beginning: Beginning
	private readonly load: () => Promise<(() => Promise<void>) | undefined>
	private readonly forget: () => void
	private ready: Promise<(() => Promise<void>) | undefined> | undefined

	constructor(options: PlinthOptions) {
		requireOptions(options)
		const { store, max_stale, grace_credits = 0, outage_credits = 0, on_outage, clock = systemClock } = options
		const emit = emitter(options.onEvent)
		const records = store && new Records(store, secretsOf(options))
		const isBound = options.binding !== undefined
		const opener = isBound || !options.privateKey ? undefined : new Opener(options.privateKey, options.account, records)
		const transport = isBound
			? overBinding(options.binding)
			: overHttp({ ...options, fetch: options.fetch ?? globalThis.fetch.bind(globalThis), now: () => clock.now() })
		const outage = new Outage(records, outage_credits)
		const known: KnownGood = new KnownGood({ records, max_stale, now: () => calls.present() })
		const calls = new Calls({
			transport,
			clock,
			emit,
			kids: async () => (await opener?.kids()) ?? [],
			refused: async () => void (await Promise.all([known.forgetAll(), outage.refuseKey()])),
			accepted: () => outage.acceptKey(),
		})
		const { waitUntil } = options
		const delivered = (run_id: string) => outage.release(run_id)
		this.reports = new Reports({ calls, clock, emit, records, waitUntil, delivered })
		this.questions = new Questions({ calls, known, opener, clock, emit, isSealed: transport.isSealed })
		const run = { calls, clock, emit, reports: this.reports, outage, grace_credits }
		const { questions } = this
		const mayBeginAlone = on_outage === 'begin'
		this.beginning = new Beginning({ calls, clock, emit, known, questions, outage, mayBeginAlone, run })
		this.forget = beforeProcessEnds({
			flush: (deadline_ms) => this.reports.flush({ deadline_ms }),
			// A fetch of the program's own can't be called by another process.
			left: () =>
				(isBound || options.fetch ? [] : this.reports.left()).flatMap(
					(input) => transport.last?.({ to: 'runs', input, isAsync: false }) ?? [],
				),
		})
		this.load = async () => {
			const unlock = await store?.lock?.()
			await Promise.all([known.load(), outage.load(), this.reports.load()])
			return unlock
		}
		// What an earlier process has left is sent although nobody calls.
		if (store) this.opened().catch(() => undefined)
	}

	/** The model that a request of the org gets, with its key. */
	resolveModel(
		question: { org_id: string; selector?: string; context?: object },
		options?: CallOptions,
	): Promise<Model> {
		return this.ask({ to: 'model', input: question }, options)
	}

	/** The provider of a tool group, with its key. */
	resolveTool(question: { org_id: string; group: string }, options?: CallOptions): Promise<Tool> {
		return this.ask({ to: 'tool', input: question }, options)
	}

	/** The MCP servers of the org, with their tokens and environments. */
	listMcp(question: { org_id: string; ids?: string[] }, options?: CallOptions): Promise<McpServers> {
		return this.ask({ to: 'mcp', input: question }, options)
	}

	flag(question: { org_id: string; key: string }, options?: CallOptions): Promise<Flag> {
		return this.ask({ to: 'flag', input: question }, options)
	}

	/** Null for a key that nothing grants. */
	entitlement(question: { org_id: string; key: string }, options?: CallOptions): Promise<Entitlement | null> {
		return this.ask({ to: 'entitlement', input: question }, options)
	}

	/** Begins a run. Throws `Stopped` if it may not, and `Unavailable` in an outage. */
	async begin(run: BeginInput, options: CallOptions = {}): Promise<Run> {
		const given = sendable(run)
		await this.opened()
		return this.beginning.begin(given, options)
	}

	/** Reports a run. Returns when the report is kept: it's sent with others, within ten seconds. */
	async report(report: Report): Promise<void> {
		const given = sendable(report, NEEDED.report)
		await this.opened()
		await this.reports.add(given)
	}

	/** Returns when no report waits. */
	async flush(options: CallOptions = {}): Promise<void> {
		await this.opened()
		await this.reports.flush(options)
	}

	/** Sends what waits, and lets go of the store. */
	async close(options: CallOptions = {}): Promise<void> {
		const unlock = await this.opened()
		try {
			await this.reports.flush(options)
		} finally {
			this.forget()
			this.reports.stop()
			await unlock?.()
		}
	}

	private async ask<T>(ask: Asked, options: CallOptions = {}): Promise<T> {
		const given = { to: ask.to, input: sendable(ask.input, NEEDED[ask.to]) } as Asked
		await this.opened()
		return (await this.questions.ask(given, options)) as T
	}

	/** Takes up the store, once. If another process has it, the next call tries again. */
	private opened(): Promise<(() => Promise<void>) | undefined> {
		this.ready ??= this.load().catch((error: unknown) => {
			this.ready = undefined
			throw error
		})
		return this.ready
	}
}

/** A listener that throws stops no call. */
const emitter =
	(listener: Emit | undefined): Emit =>
	(event) => {
		try {
			listener?.(event)
		} catch {
			// It's the listener's to handle.
		}
	}

/** What the codes of the store are derived from: the private keys, newest first, or a secret of its own. */
function secretsOf(options: PlinthOptions): ConstructorParameters<typeof Records>[1] {
	if (options.store_secret !== undefined)
		return Promise.resolve([{ kid: 'secret', secret: new TextEncoder().encode(options.store_secret) }])
	const { privateKey } = options as Extract<PlinthOptions, { url: string }>
	if (!privateKey || typeof privateKey === 'function')
		throw new Invalid('store_secret', 'is missing: a store needs it where privateKey is not a JWK')
	return Promise.all(
		[privateKey].flat().map(async (jwk) => ({ kid: await calculateJwkThumbprint(jwk), secret: secretOf(jwk) })),
	)
}
