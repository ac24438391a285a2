// The driver of the TypeScript client. It reads commands a line and answers each with a line: see README.md.
import { createHook } from 'node:async_hooks'
import { createInterface } from 'node:readline'
import { compactDecrypt, importJWK, type JWK } from 'jose'
import { fileStore } from '../../src/client/file-store.ts'
import type { Run } from '../../src/client/run.ts'
import { Plinth, type PlinthEvent } from '../../src/client/runtime.ts'

type Json = Record<string, unknown>

/** In real time. */
const ANSWER_MS = 3

interface Command {
	do: 'new' | 'call' | 'wait' | 'clock'
	control: string
	client: string
	elapsed: number
	now_ms: number
	options: Json & { url: string; key: string; private_keys: JWK[]; store: string | null; functions?: boolean }
	method: string
	args: Json
	deadline_ms?: number
	abort_after_ms?: number
	limit_ms: number
	repeat?: [number, number]
	ms: number
}

/** Work of the process that will continue the program by itself: files and cryptography. */
const busy = new Set<number>()
const hook = {
	init(id: number, type: string) {
		if (/^FSREQ|^FILEHANDLECLOSEREQ|REQUEST$/.test(type) && !/^(HTTP|RANDOM)/.test(type)) busy.add(id)
	},
	after: (id: number) => void busy.delete(id),
	destroy: (id: number) => void busy.delete(id),
	// They would take most of the time, and are none of it. The types don't know it yet.
	trackPromises: false,
}
createHook(hook).enable()

/** The time of the case, and what's to happen at which. */
class CaseClock {
	elapsed = 0
	now_ms = 0
	private timers: { at: number; run: () => void }[] = []
	readonly now = () => this.now_ms + this.elapsed
	readonly monotonic = () => this.elapsed
	readonly random = () => 0.5
	readonly after = (ms: number, run: () => void) => {
		const timer = { at: this.elapsed + ms, run }
		this.timers.push(timer)
		return () => {
			this.timers = this.timers.filter((other) => other !== timer)
		}
	}
	get next(): number {
		return Math.min(Infinity, ...this.timers.map(({ at }) => at))
	}
	runDue() {
		for (const timer of this.timers.filter(({ at }) => at <= this.elapsed).toSorted((a, b) => a.at - b.at)) {
			this.timers = this.timers.filter((other) => other !== timer)
			timer.run()
		}
	}
}

let clock = new CaseClock()
let control = ''
let client = ''
let plinth: Plinth | undefined
let events: PlinthEvent[] = []
let runs = new Map<string, Run>()
const open = new Set<string>()
/** Those of them that the harness holds, as far as it has said. */
let known = new Set<string>()
let requests = 0
let onAnswer = () => {}

/** The real `fetch`, which counts a request until its body is there. */
const countedFetch: typeof fetch = async (input, init) => {
	requests += 1
	const id = String(requests)
	open.add(id)
	try {
		const headers = { ...(init?.headers as Record<string, string>), 'X-Case-Request': id }
		const response = await fetch(input, { ...init, headers })
		const body = await response.arrayBuffer()
		return new Response(response.status === 204 ? null : body, response)
	} finally {
		open.delete(id)
		onAnswer()
	}
}

/** Waits for an answer, which mostly comes sooner than the harness could say that it holds the request. */
const answered = () =>
	new Promise<boolean>((resolve) => {
		const late = setTimeout(() => resolve(false), ANSWER_MS)
		onAnswer = () => {
			clearTimeout(late)
			resolve(true)
		}
	})

/** Lets the program run until it waits for time or the network. */
async function settled() {
	for (let quiet = 0; quiet < 3; quiet += 1) {
		await new Promise((resolve) => setImmediate(resolve))
		if (busy.size === 0) continue
		quiet = -1
		await new Promise((resolve) => setTimeout(resolve, 1))
	}
}

const tell = async (): Promise<{ held: string[]; next: number | null }> => {
	const body = JSON.stringify({ client, elapsed: clock.elapsed })
	return (await fetch(`${control}/elapsed`, { method: 'POST', body })).json()
}

async function pass(until: number, isDone: () => boolean = () => false) {
	for (;;) {
		await settled()
		if (isDone()) return
		if ([...open].some((id) => !known.has(id)) && (await answered())) continue
		const { held, next } = await tell()
		known = new Set(held)
		await settled()
		if (isDone()) return
		if ([...open].some((id) => !held.includes(id))) {
			await new Promise((resolve) => setTimeout(resolve, 1))
			continue
		}
		const at = Math.max(Math.min(clock.next, next ?? Infinity, until), clock.elapsed)
		const isLast = at >= until && clock.next > until && (next ?? Infinity) > until
		clock.elapsed = at
		await tell()
		clock.runDue()
		if (isLast) {
			await settled()
			if ([...open].every((id) => held.includes(id)) && clock.next > until) return
		}
	}
}

const METHODS: Record<string, (args: Json, options: object) => Promise<unknown>> = {
	resolve_model: (args, options) => theClient().resolveModel(args as never, options),
	resolve_tool: (args, options) => theClient().resolveTool(args as never, options),
	list_mcp: (args, options) => theClient().listMcp(args as never, options),
	flag: (args, options) => theClient().flag(args as never, options),
	entitlement: (args, options) => theClient().entitlement(args as never, options),
	begin: async (args, options) => {
		const run = await theClient().begin(args, options)
		runs.set(run.run_id, run)
		return { ...run.standing, ...run.parts }
	},
	progress: ({ run_id, ...totals }, options) => theRun(run_id).progress(totals, options),
	end: ({ run_id, ...report }) => theRun(run_id).end(report as never),
	report: (args) => theClient().report(args as never),
	flush: (_, options) => theClient().flush(options),
	close: (_, options) => theClient().close(options),
}

function theClient(): Plinth {
	if (!plinth) throw new Error('There is no client')
	return plinth
}

function theRun(run_id: unknown): Run {
	const run = runs.get(String(run_id))
	if (!run) throw new Error(`No run ${String(run_id)} has begun here`)
	return run
}

const numbered = (args: Json, n: number) => JSON.parse(JSON.stringify(args).replaceAll('{n}', String(n))) as Json

/** The values that JSON can't say, by the names that a case has for them. */
const VALUES: Record<string, () => unknown> = {
	nan: () => NaN,
	infinity: () => Infinity,
	'-infinity': () => -Infinity,
	date: () => new Date(0),
	bytes: () => new Uint8Array(1),
	big: () => 2n ** 60n,
	decimal: () => Object.create({ toJSON: () => 1 }),
	set: () => new Set(),
	function: () => () => 1,
	undefined: () => [undefined],
	half: () => '\ud800',
	name: () => ({ '\ud800': 1 }),
	cycle: () => {
		const list: unknown[] = []
		list.push({ list })
		return list
	},
	deep: () => {
		let value: unknown = 1
		for (let level = 0; level < 5_000; level += 1) value = [value]
		return value
	},
}

function valued(value: unknown): unknown {
	if (typeof value === 'string' && value.startsWith('!')) return VALUES[value.slice(1)]?.()
	if (Array.isArray(value)) return value.map(valued)
	if (typeof value !== 'object' || value === null) return value
	return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, valued(member)]))
}

async function call({ method, args: given, deadline_ms, abort_after_ms, limit_ms, repeat }: Command) {
	const begun = clock.elapsed
	const args = valued(given) as Json
	const abort = new AbortController()
	if (abort_after_ms !== undefined) clock.after(abort_after_ms, () => abort.abort())
	const options = { deadline_ms, signal: abort_after_ms === undefined ? undefined : abort.signal }
	const work = async () => {
		if (!repeat) return METHODS[method]?.(args, options)
		for (let n = repeat[0]; n <= repeat[1]; n += 1) await METHODS[method]?.(numbered(args, n), options)
		return { done: repeat[1] - repeat[0] + 1 }
	}
	let outcome: object | undefined
	work().then(
		(value) => {
			outcome = { value: value ?? null }
		},
		(error: Error) => {
			outcome = { error: problemOf(error) }
		},
	)
	await pass(begun + limit_ms, () => outcome !== undefined)
	return { ...(outcome ?? { pending: true }), took_ms: clock.elapsed - begun }
}

function problemOf(error: Error) {
	const { name, reason = null, status = null, message } = error as Error & { reason?: string; status?: number }
	return name === 'AbortError' ? { name: 'Aborted', reason: null, status: null } : { name, reason, status, message }
}

function create({ options, now_ms, ...command }: Command) {
	clock = new CaseClock()
	clock.elapsed = command.elapsed
	clock.now_ms = now_ms
	;({ control, client } = command)
	events = []
	runs = new Map()
	// What an earlier client has left behind is nobody's now.
	open.clear()
	const { private_keys, store, key, functions, ...rest } = options
	plinth = new Plinth({
		...(valued(rest) as typeof rest),
		key: functions ? () => Promise.resolve(key) : key,
		privateKey: functions ? opening(private_keys) : private_keys,
		store: store === null ? undefined : fileStore(store),
		onEvent: (event) => void events.push(event),
		fetch: countedFetch,
		clock,
	})
	return {}
}

/** Opens with the newest key, as a key service would that keeps it to itself. */
const opening =
	([jwk]: JWK[]) =>
	async (jwe: string) =>
		new TextDecoder().decode((await compactDecrypt(jwe, await importJWK(jwk ?? {}, 'ECDH-ES+A256KW'))).plaintext)

async function answer(command: Command): Promise<object> {
	if (command.do === 'new')
		try {
			return create(command)
		} catch (error) {
			return { error: problemOf(error as Error) }
		}
	if (command.do === 'call') return call(command)
	if (command.do === 'clock') {
		clock.now_ms += command.ms
		return {}
	}
	await pass(clock.elapsed + command.ms)
	return {}
}

for await (const line of createInterface({ input: process.stdin })) {
	const reply = await answer(JSON.parse(line) as Command)
	process.stdout.write(`${JSON.stringify({ ...reply, events: events.splice(0) })}\n`)
}
// Nothing that still waits keeps a driver alive that nobody drives.
process.exit()
