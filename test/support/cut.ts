import { env } from 'cloudflare:workers'
import { expect, type MockInstance, vi } from 'vitest'
import type { Reply } from './api.ts'

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

/** The lines that the log has about a request. An alarm that runs meanwhile fails at a trigger as well, and says so. */
export const linesAbout = (log: MockInstance<typeof console.error>, { body }: Reply) =>
	log.mock.calls.flat().filter((line) => String(line).includes(body.trace_id))
