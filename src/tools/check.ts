// `npm run check`: its parts in two lanes, because most of them use one core. What a part prints appears when it ends.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { ROOT } from './settings.ts'

/** About as long as one another. `generated` and `size` both build the console, so they share a lane. */
const LANES = [
	['types', 'house', 'generated', 'size'],
	['code', 'clients'],
]

/** Runs the parts of a lane one after the other, up to the first that fails. */
async function run([part, ...others]: string[]): Promise<void> {
	if (part === undefined) return
	const check = spawn('npm', ['run', '--silent', `check:${part}`], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
	const ended = once(check, 'close')
	const [printed, complaints] = await Promise.all([text(check.stdout), text(check.stderr)])
	process.stdout.write(printed)
	process.stderr.write(complaints)
	const [status] = await ended
	if (status === 0) return run(others)
	console.error(`check:${part} failed.`)
	process.exitCode = 1
}

await Promise.all(LANES.map(run))
