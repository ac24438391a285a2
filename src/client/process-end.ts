/** How long a process that is asked to end still tries to send its reports. */
const LAST_MS = 5_000

interface Process {
	once: (event: string, listener: () => void) => unknown
	listenerCount: (event: string) => number
	kill: (pid: number, signal: string) => unknown
	pid: number
}

type Flush = (deadline_ms: number) => Promise<void>

/** What the clients of this process still have to send. */
const flushes = new Set<Flush>()
let isListening = false

/** Has `flush` called before the process of Node ends. Returns what takes that back. Elsewhere there's no such moment. */
export function beforeProcessEnds(flush: Flush): () => void {
	const { process, WebSocketPair } = globalThis as { process?: Partial<Process>; WebSocketPair?: unknown }
	if (process?.once && process.kill && WebSocketPair === undefined) listen(process as Process)
	flushes.add(flush)
	return () => void flushes.delete(flush)
}

const last = () => Promise.allSettled([...flushes].map((flush) => flush(LAST_MS)))

function listen(process: Process) {
	if (isListening) return
	isListening = true
	process.once('beforeExit', () => void last())
	process.once('SIGTERM', () => {
		void last().then(() => {
			// Anyone who listens as well ends the process. Otherwise nobody would.
			if (process.listenerCount('SIGTERM') === 0) process.kill(process.pid, 'SIGTERM')
		})
	})
}
