import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface, type Interface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

/** How long the driver may take to answer, in real time, before the test gives up. */
const ANSWER_MS = 120_000
/** How long a process that is asked to end may take. */
const END_MS = 20_000

type Json = Record<string, unknown>

/** A process of a driver. */
export class Driver {
	private readonly child: ChildProcess
	private readonly lines: AsyncIterator<string>
	private readonly ended: Promise<unknown>
	private readonly reader: Interface

	constructor([program = '', ...args]: string[]) {
		this.child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] })
		this.ended = once(this.child, 'exit')
		if (!this.child.stdout) throw new Error('The driver has no output')
		this.reader = createInterface({ input: this.child.stdout })
		this.lines = this.reader[Symbol.asyncIterator]()
	}

	async send(command: Json): Promise<Json> {
		this.child.stdin?.write(`${JSON.stringify(command)}\n`)
		const late = new AbortController()
		const line = await Promise.race([
			this.lines.next(),
			sleep(ANSWER_MS, undefined, { signal: late.signal }).then(() => {
				throw new Error(`The driver didn't answer ${JSON.stringify(command).slice(0, 300)}`)
			}),
		]).finally(() => late.abort())
		if (line.done) throw new Error(`The driver ended at ${JSON.stringify(command).slice(0, 300)}`)
		return JSON.parse(line.value) as Json
	}

	/** Ends the process, and returns when it's gone. */
	async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
		this.child.kill(signal)
		const late = setTimeout(() => this.child.kill('SIGKILL'), END_MS)
		await this.ended
		clearTimeout(late)
		this.reader.close()
	}
}

/** Drivers of one language. One is always started ahead, because starting takes longer than most cases. */
export class Drivers {
	private readonly command: string[]
	private ahead: Driver

	constructor(command: string[]) {
		this.command = command
		this.ahead = new Driver(command)
	}

	start(): Driver {
		const driver = this.ahead
		this.ahead = new Driver(this.command)
		return driver
	}

	stop(): Promise<void> {
		return this.ahead.end('SIGKILL')
	}
}
