import { createHash, randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { StoreLocked } from './errors.ts'

// Node has no `flock`, so a lock is a file that says whose it is. Nobody removes another's: a file that's read as a dead process's may be
// a living one's by the time that it's removed.

interface Holder {
	pid: number
	/** When the process started, as no other with its number has; null where the system doesn't say. */
	started: string | null
	/** Tells two locks of one process apart. */
	id: string
}

/** The locks of this process, for a system that doesn't say when a process started. */
const ours = new Set<string>()

/** Makes this process the only one that has the lock, and returns what ends that. Throws `StoreLocked`. */
export function lockFile(path: string): () => void {
	const holder: Holder = { pid: process.pid, started: startOf(process.pid) ?? null, id: randomUUID() }
	const text = JSON.stringify(holder)
	claim(path, text)
	ours.add(holder.id)
	return () => {
		ours.delete(holder.id)
		if (textAt(path) === text) rmSync(path, { force: true })
	}
}

/** Puts the text there, unless a process that lives has one there. */
function claim(path: string, text: string): void {
	while (!isLinked(path, text)) {
		const before = textAt(path)
		// It has just been let go.
		if (before === undefined) continue
		throwIfAlive(before)
		// Of all that found this dead holder, the one that gets its succession may replace it.
		const succession = `${path}.${createHash('sha256').update(before).digest('hex').slice(0, 32)}.part`
		claim(succession, text)
		try {
			// What's still there stays there: only we may replace it.
			if (textAt(path) === before) {
				const beside = written(path, text)
				renameSync(beside, path)
				return
			}
		} finally {
			rmSync(succession, { force: true })
		}
	}
}

/** A link is there with its content at once, or fails because there is one. */
function isLinked(path: string, text: string): boolean {
	const beside = written(path, text)
	try {
		linkSync(beside, path)
		return true
	} catch (error) {
		const { code = 'unknown' } = error as NodeJS.ErrnoException
		if (code !== 'EEXIST') throw new StoreLocked(code)
		return false
	} finally {
		rmSync(beside, { force: true })
	}
}

function written(path: string, text: string): string {
	const beside = `${path}.${randomUUID()}.part`
	writeFileSync(beside, text, { mode: 0o600 })
	return beside
}

function throwIfAlive(text: string): void {
	const { pid, started, id } = holderIn(text)
	if (!Number.isInteger(pid) || pid <= 0 || !isRunning(pid)) return
	const isSame = startOf(process.pid) === undefined ? pid !== process.pid || ours.has(id) : started === startOf(pid)
	if (isSame) throw new StoreLocked(`process ${pid}`)
}

function holderIn(text: string): Holder {
	try {
		return { ...(JSON.parse(text) as Holder) }
	} catch {
		return { pid: 0, started: null, id: '' }
	}
}

function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0)
		return true
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM'
	}
}

/** When a process that lives started: the boot of its system, and the ticks since. Undefined where the system doesn't say. */
function startOf(pid: number): string | undefined {
	// The name of the program stands in parentheses, and may have any of them in it.
	const [state = 'X', ...fields] = textAt(`/proc/${pid}/stat`)?.split(')').at(-1)?.trim().split(' ') ?? []
	const boot = textAt('/proc/sys/kernel/random/boot_id')?.trim()
	return 'ZX'.includes(state) || boot === undefined ? undefined : `${boot} ${fields[18]}`
}

function textAt(path: string): string | undefined {
	try {
		return readFileSync(path, 'utf8')
	} catch (error) {
		if (['ENOENT', 'ESRCH', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
		throw error
	}
}
