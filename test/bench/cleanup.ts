import { type ChildProcess, execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { constants, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'

const running = new Set<ChildProcess>()
let ending = false

/** A temporary directory that's removed when this process ends. */
export const workspace = mkdtempSync(join(tmpdir(), 'plinth-bench-'))

/** Ends every program that `run` started, then this process with the exit code. */
export async function end(code: number): Promise<void> {
	ending = true
	// A build that's still writing would recreate the directory after it's removed.
	const closed = [...running].map((child) => once(child, 'close'))
	for (const child of running) child.kill()
	await Promise.all(closed)
	process.exit(code)
}

/** Ends this process with what a measurement found: prints its faults and the load of the machine, and fails if there are any. */
export async function conclude(measure: () => Promise<string[]>): Promise<void> {
	let code = 1
	try {
		const faults = await measure()
		for (const fault of faults) console.log(`FAULT: ${fault}`)
		const load = loadavg().map((one) => one.toFixed(1))
		console.log(`The load of the machine was ${load.join(', ')} over 1, 5 and 15 minutes.`)
		code = Number(faults.length > 0)
	} catch (error) {
		console.error(error)
	}
	await end(code)
}

// While workerd runs, Miniflare ends this process immediately on a signal, so the cleanup happens here, synchronously.
process.on('exit', () => {
	for (const child of running) child.kill()
	rmSync(workspace, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
	process.on(signal, () => void end(128 + constants.signals[signal]))

/** Runs a program to its end and returns its output. Throws with that if the exit code isn't 0. */
export const run = (file: string, args: string[], env: Record<string, string> = {}) =>
	new Promise<string>((resolve, reject) => {
		const child = execFile(file, args, { env: { ...process.env, ...env } }, (error, stdout, stderr) => {
			running.delete(child)
			// If it failed because we ended it, that's not an error.
			if (ending) return
			if (error) reject(new Error(`${error.message}\n${stdout}${stderr}`))
			else resolve(stdout)
		})
		running.add(child)
	})
