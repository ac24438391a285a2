import { AsyncLocalStorage } from 'node:async_hooks'
import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import { noteAnswer } from '../../src/db/away.ts'

interface Meta {
	rows_read: number
	rows_written: number
}

interface Client {
	_send: Send
}

export type Send = (this: Client, ...args: unknown[]) => Promise<unknown>

/** Every D1 call in this isolate goes through this, whichever session or statement makes it. */
const client = Object.getPrototypeOf(env.DB.withSession('first-primary')) as Client

// Webhooks of an earlier test may call D1 at any moment. Only the calls of `work` itself count.
const works = new AsyncLocalStorage<symbol>()
const FIRST = Symbol('first')

/**
 * Runs `work` and sends its D1 calls through `send`, which gets the function that really sends one. With `isAlone` all other calls
 * wait until it's done: one that D1 answers would tell the isolate that D1 is back.
 */
export async function sendingBy<T>(
	send: (original: Send) => Send,
	work: () => Promise<T>,
	{ isAlone = false } = {},
): Promise<T> {
	const id = Symbol('work')
	const original = client._send
	const replaced = send(original)
	const { promise: isDone, resolve: end } = Promise.withResolvers<void>()
	const spy = vi.spyOn(client, '_send').mockImplementation(async function (this: Client, ...args) {
		if (works.getStore() === id) return replaced.apply(this, args)
		if (isAlone && works.getStore() !== FIRST) await isDone
		return original.apply(this, args)
	})
	try {
		// D1 answers in order, so what was sent before is answered when this is.
		if (isAlone) await works.run(FIRST, () => env.DB.withSession('first-primary').prepare('SELECT 1').run())
		return await works.run(id, work)
	} finally {
		spy.mockRestore()
		end()
		// If D1 seemed to be away, no later test may get copies because of that.
		noteAnswer(0)
	}
}

export interface Count {
	/** Round trips, each a statement or a batch. */
	calls: number
	rows_read: number
	rows_written: number
}

/** Runs `work` and counts its D1 calls and the rows they read and wrote. */
export async function counted(work: () => Promise<unknown>): Promise<Count> {
	const count: Count = { calls: 0, rows_read: 0, rows_written: 0 }
	await sendingBy(
		(send) =>
			async function (...args) {
				count.calls += 1
				const response = await send.apply(this, args)
				for (const { meta } of [response].flat() as { meta?: Meta }[]) {
					count.rows_read += meta?.rows_read ?? 0
					count.rows_written += meta?.rows_written ?? 0
				}
				return response
			},
		work,
	)
	return count
}

/** Runs `work` while `response` stands in for D1. */
export const withD1 = <T>(response: () => Promise<unknown>, work: () => Promise<T>, options = {}): Promise<T> =>
	sendingBy(() => response, work, options)

/** Runs `work` and returns every SQL text that it sent, with its parameters. */
export async function statementsOf(work: () => Promise<unknown>): Promise<{ sql: string; params: unknown[] }[]> {
	const seen: { sql: string; params: unknown[] }[] = []
	await sendingBy(
		(send) =>
			async function (...args) {
				const [, sql, params] = args as [string, string | string[], unknown[]]
				for (const [index, text] of [sql].flat().entries())
					seen.push({ sql: text, params: (Array.isArray(sql) ? params[index] : params) as unknown[] })
				return send.apply(this, args)
			},
		work,
	)
	return seen
}
