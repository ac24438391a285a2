import { readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs'
import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StoreLocked } from './errors.ts'
import type { Store } from './store.ts'

const LOCK = 'lock'
/** The folders that this process has locked. A lock with our own number that isn't here is of a process before us. */
const ours = new Set<string>()

/**
 * A store in a folder, a file for each record. A record that was set survives the end of the process. Whether it survives a power
 * failure is up to the disk. A record is read and written at once: it's small, and the calls that wait take ten times as long.
 */
export function fileStore(folder: string): Store {
	const pathOf = (name: string) => join(folder, encodeURIComponent(name))
	let written = 0
	return {
		get: async (name) => unlessMissing(() => readFileSync(pathOf(name), 'utf8')),
		async set(name, text) {
			written += 1
			const beside = join(folder, `${process.pid}-${written}.part`)
			writeFileSync(beside, text, { mode: 0o600 })
			renameSync(beside, pathOf(name))
		},
		delete: async (name) => unlessMissing(() => unlinkSync(pathOf(name))),
		async keys(prefix) {
			const files = await readdir(folder)
			return files
				.filter((file) => !file.endsWith('.part') && file !== LOCK)
				.map((file) => decodeURIComponent(file))
				.filter((name) => name.startsWith(prefix))
		},
		async lock() {
			await mkdir(folder, { recursive: true, mode: 0o700 })
			const path = join(folder, LOCK)
			await take(path)
			ours.add(path)
			return async () => {
				ours.delete(path)
				await rm(path, { force: true })
			}
		},
	}
}

/** Puts a file with our number there, unless there is that of a process that lives. */
async function take(path: string): Promise<void> {
	const mine = `${path}-${process.pid}.part`
	await writeFile(mine, String(process.pid), { mode: 0o600 })
	try {
		for (let tries = 0; tries < 3; tries += 1) {
			// A link is there with its content at once, or fails because there is one.
			const isTaken = await link(mine, path).catch(({ code }: NodeJS.ErrnoException) => code)
			if (isTaken === undefined) return
			if (isTaken !== 'EEXIST') throw new StoreLocked(isTaken)
			const holder = Number(await readFile(path, 'utf8').catch(undefinedIfMissing))
			if (isAlive(holder, path)) throw new StoreLocked(`process ${holder}`)
			await rm(path, { force: true })
		}
		throw new StoreLocked('a process that has just started')
	} finally {
		await rm(mine, { force: true })
	}
}

function isAlive(pid: number, path: string): boolean {
	if (pid === process.pid) return ours.has(path)
	if (!pid) return false
	try {
		process.kill(pid, 0)
		return true
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM'
	}
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
	if (error.code !== 'ENOENT') throw error
}

function unlessMissing<T>(work: () => T): T | undefined {
	try {
		return work()
	} catch (error) {
		return undefinedIfMissing(error as NodeJS.ErrnoException)
	}
}
