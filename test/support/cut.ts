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

/** The lines that the Worker logged about requests that failed. Alarms that earlier tests set off may log others meanwhile. */
export const linesAbout = (log: MockInstance<typeof console.error>, ...failed: Pick<Reply, 'body'>[]) =>
	log.mock.calls.filter(([line]) => failed.some(({ body }) => String(line).includes(body.trace_id)))
