import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface, type Interface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

/** How long the driver may take to answer, in real time, before the test gives up. */
const ANSWER_MS = 120_000
/** How long a process that is asked to end may take. */
const END_MS = 20_000

type Json = Record<string, unknown>

/** A process of a driver, by its ends of two streams. */
interface Process {
	input: NodeJS.WritableStream
	output: NodeJS.ReadableStream
	/** Undefined if the driver says it in its first line. */
	pid: number | undefined
	/** When it's gone. */
	ended: Promise<unknown>
}

/** A process of a driver. */
export class Driver {
	private readonly process: Process
	private readonly lines: AsyncIterator<string>
	private readonly pid: Promise<number>
	private readonly reader: Interface

	constructor(of: Process) {
		this.process = of
		this.reader = createInterface({ input: of.output })
		this.lines = this.reader[Symbol.asyncIterator]()
		this.pid = of.pid === undefined ? this.lines.next().then(({ value }) => Number(value)) : Promise.resolve(of.pid)
	}

	async send(command: Json): Promise<Json> {
		this.process.input.write(`${JSON.stringify(command)}\n`)
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
		const pid = await this.pid
		kill(pid, signal)
		const late = setTimeout(() => kill(pid, 'SIGKILL'), END_MS)
		await this.process.ended
		// The streams of a process close before it's gone.
		while (kill(pid, 0)) await sleep(1)
		clearTimeout(late)
		this.reader.close()
	}
}

/** Sends a signal, and returns whether the process is there. */
function kill(pid: number, signal: NodeJS.Signals | 0): boolean {
	try {
		return process.kill(pid, signal)
	} catch {
		return false
	}
}

/** Drivers of one language. */
export interface Drivers {
	start: () => Driver | Promise<Driver>
	stop: () => Promise<void>
}

/** One is always started ahead, because starting takes longer than most cases. */
export class Started implements Drivers {
	private readonly command: string[]
	private ahead: Driver

	constructor(command: string[]) {
		this.command = command
		this.ahead = this.another()
	}

	start(): Driver {
		const driver = this.ahead
		this.ahead = this.another()
		return driver
	}

	stop(): Promise<void> {
		return this.ahead.end('SIGKILL')
	}

	private another(): Driver {
		const { stdin, stdout, pid, child } = streamsOf(this.command)
		return new Driver({ input: stdin, output: stdout, pid, ended: once(child, 'exit') })
	}
}

/** Each is a fork of a process that has loaded what all of them need. */
export class Forked implements Drivers {
	private readonly parent: ChildProcess
	private readonly port: Promise<number>

	constructor(command: string[]) {
		const { child, stdout } = streamsOf(command)
		this.parent = child
		this.port = once(createInterface({ input: stdout }), 'line').then(([line]) => Number(line))
	}

	async start(): Promise<Driver> {
		const socket = connect(await this.port, '127.0.0.1').setNoDelay()
		// Of one that is killed it may be reset.
		socket.on('error', () => undefined)
		return new Driver({ input: socket, output: socket, pid: undefined, ended: once(socket, 'close') })
	}

	async stop(): Promise<void> {
		this.parent.kill('SIGKILL')
		await once(this.parent, 'exit')
	}
}

function streamsOf([program = '', ...args]: string[]) {
	const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] })
	const { stdin, stdout, pid } = child
	if (pid === undefined) throw new Error(`${program} didn't start`)
	return { child, stdin, stdout, pid }
}
