/** How long a process that is asked to end still tries to send its reports. */
const LAST_MS = 5_000

interface Process {
	once: (event: string, listener: (code: number) => void) => unknown
	listenerCount: (event: string) => number
	kill: (pid: number, signal: string) => unknown
	pid: number
	execPath: string
	env: Record<string, string | undefined>
	getBuiltinModule?: (name: 'node:child_process') => { spawnSync: (...given: unknown[]) => unknown }
}

/** A client, which may still have something to send. */
interface Client {
	flush: (deadline_ms: number) => Promise<void>
	/** The requests that send it, for a process that waits for nothing. */
	left: () => LastRequest[]
}

export interface LastRequest {
	url: string
	init: { method: string; headers: Record<string, string>; body: string }
}

type End = (status?: 'failed' | 'cancelled') => void

const clients = new Set<Client>()
/** What ends the runs that nobody has ended. */
const ends = new Set<End>()
let isListening = false

/** Has a client flushed before the process of Node ends. Returns what takes that back. Elsewhere there's no such moment. */
export const beforeProcessEnds = (client: Client): (() => void) => added(clients, client)

/** Calls `end` when the process ends, before the clients are flushed: without a status if the program has done its work. */
export const atProcessEnd = (end: End): (() => void) => added(ends, end)

function added<T>(all: Set<T>, one: T): () => void {
	const { process, WebSocketPair } = globalThis as { process?: Partial<Process>; WebSocketPair?: unknown }
	if (process?.once && process.kill && WebSocketPair === undefined) listen(process as Process)
	all.add(one)
	return () => void all.delete(one)
}

async function last(status?: 'cancelled') {
	for (const end of ends) end(status)
	await Promise.allSettled([...clients].map(({ flush }) => flush(LAST_MS)))
}

function listen(process: Process) {
	if (isListening) return
	isListening = true
	let isDone = false
	process.once('beforeExit', () => {
		void last().then(() => {
			isDone = true
		})
	})
	for (const signal of ['SIGTERM', 'SIGINT'])
		process.once(signal, () => {
			void last('cancelled').then(() => {
				// Anyone who listens as well ends the process. Otherwise nobody would.
				if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
			})
		})
	process.once('exit', (code) => {
		if (!isDone) leave(process, code === 0 ? undefined : 'failed')
	})
}

const SENDING = `
let text = ''
for await (const piece of process.stdin) text += piece
for (const { url, init } of JSON.parse(text)) await fetch(url, { ...init, redirect: 'manual' })`

/** `process.exit()` and an error that nobody catches leave no time for a request, so another process sends what's left. */
function leave(process: Process, status?: 'failed') {
	for (const end of ends) end(status)
	const input = JSON.stringify([...clients].flatMap(({ left }) => left()))
	if (input === '[]') return
	const env = { ...process.env, NODE_OPTIONS: '' }
	const given = ['--input-type=module', '-e', SENDING]
	const options = { input, env, timeout: LAST_MS, stdio: ['pipe', 'ignore', 'ignore'] }
	process.getBuiltinModule?.('node:child_process').spawnSync(process.execPath, given, options)
}
