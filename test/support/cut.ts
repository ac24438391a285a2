import { env } from 'cloudflare:workers'
import { expect, vi } from 'vitest'

/** Runs `work` while every batch fails at its `verb` of `table`, as if the process were killed: all of the batch is rolled back. */
export async function cutAt<T>(
	verb: 'INSERT' | 'UPDATE' | 'DELETE',
	table: string,
	work: () => Promise<T>,
	when: 'always' | 'if there is one' = 'always',
): Promise<T> {
	const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
	await env.DB.prepare(`CREATE TRIGGER cut AFTER ${verb} ON ${table} BEGIN SELECT RAISE(ABORT, 'cut'); END`).run()
	try {
		return await work()
	} finally {
		await env.DB.prepare('DROP TRIGGER cut').run()
		if (when === 'always') expect(log).toHaveBeenCalled()
		log.mockRestore()
	}
}
