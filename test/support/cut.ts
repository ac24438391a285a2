import { env } from 'cloudflare:workers'
import { expect, type MockInstance, vi } from 'vitest'
import type { Reply } from './api.ts'
import { sendingBy } from './d1.ts'
import { everything } from './dump.ts'
import { IS_NIGHT } from './property.ts'

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

/** A statement that fails wherever it stands. */
const CUT = "INSERT INTO dry_runs (result) VALUES (json('cut'))"

/** Which statements of a batch write. A dry run is one write, because nothing of it stays. */
const writesOf = (texts: string[]) =>
	texts.some((text) => text.includes('dry_runs'))
		? [0]
		: texts.flatMap((text, index) => (/^\s*(insert|update|delete)\b/i.test(text) ? [index] : []))

/**
 * Makes the call once for each of its writes, while that one fails, as if the process were killed there, and then for real. Each of the
 * first must be a 500 that leaves nothing, and the last has the status. Returns it, and how many were cut. By day it looks at what's left
 * between batches only.
 */
export async function cutAtEach(call: () => Promise<Reply>, status: number): Promise<Reply & { cuts: number }> {
	const before = await everything()
	for (let cuts = 0; ; cuts += 1) {
		const { reply, statement, isFirst } = await cutAtWrite(cuts, call)
		if (statement === undefined) {
			expect(reply.status, JSON.stringify(reply.body)).toBe(status)
			return { ...reply, cuts }
		}
		expect({ statement, status: reply.status, error: reply.body.error }).toEqual({
			statement,
			status: 500,
			error: 'internal_error',
		})
		if (isFirst || IS_NIGHT) expect({ statement, rows: await everything() }).toEqual({ statement, rows: before })
	}
}

/** Makes the call while the write with this index fails. `statement` is undefined if the call has fewer, so that it was made. */
export async function cutAtWrite(index: number, call: () => Promise<Reply>) {
	const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
	let seen = 0
	let statement: string | undefined
	let isFirst = false
	const reply = await sendingBy(
		(send) =>
			async function (...args) {
				const texts = [args[1] as string | string[]].flat()
				const writes = writesOf(texts)
				const at = writes[index - seen]
				seen += writes.length
				if (statement !== undefined || at === undefined) return send.apply(this, args)
				statement = texts[at]
				isFirst = at === writes[0]
				const [path, sql, params, ...others] = args
				if (!Array.isArray(sql)) return send.call(this, path, CUT, [], ...others)
				return send.call(this, path, sql.with(at, CUT), (params as unknown[][]).with(at, []), ...others)
			},
		call,
	)
	log.mockRestore()
	return { reply, statement, isFirst }
}
