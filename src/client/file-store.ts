import { mkdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Invalid } from './errors.ts'
import { lockFile } from './file-lock.ts'
import type { Store } from './store.ts'

const LOCK = 'lock'

/**
 * A store in a folder, a file for each record. A record that was set survives the end of the process. Whether it survives a power
 * failure is up to the disk. A record is read and written at once: it's small, and the calls that wait take ten times as long.
 */
export function fileStore(folder: string): Store {
	if (typeof folder !== 'string' || folder === '') throw new Invalid('folder', 'is missing: give the path of a folder')
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
			mkdirSync(folder, { recursive: true, mode: 0o700 })
			const unlock = lockFile(join(folder, LOCK))
			return async () => unlock()
		},
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
