import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm'
/** Several times what the databases of a run take. */
const ROOM_BYTES = 2 ** 31
const NAME = /^plinth-(\d+)-/

/**
 * Makes `tmpdir()` a folder in memory until the process ends, if the machine has room for one. SQLite waits for the disk after every
 * write, and a run makes tens of thousands.
 */
export function keepFilesInMemory(): void {
	if (!hasRoom()) return
	forgetKilled()
	const folder = mkdtempSync(join(MEMORY, `plinth-${process.pid}-`))
	process.env.TMPDIR = folder
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}

function hasRoom(): boolean {
	try {
		const { bavail, bsize } = statfsSync(MEMORY)
		return bavail * bsize >= ROOM_BYTES
	} catch {
		return false
	}
}

/** Deletes the folders of processes that were killed before they could. */
function forgetKilled(): void {
	for (const name of readdirSync(MEMORY)) {
		const pid = NAME.exec(name)?.[1]
		if (pid && !isRunning(Number(pid))) rmSync(join(MEMORY, name), { recursive: true, force: true })
	}
}

function isRunning(pid: number): boolean {
	try {
		return process.kill(pid, 0)
	} catch (error) {
		// It runs, but as another user.
		return (error as NodeJS.ErrnoException).code === 'EPERM'
	}
}
