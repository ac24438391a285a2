import { AsyncLocalStorage } from 'node:async_hooks'
import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import { noteAnswer } from './program.ts'

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

// An object that `work` calls makes its D1 calls in an invocation of its own. Only those of `work` itself count.
const works = new AsyncLocalStorage<symbol>()

/** Runs `work` and sends its D1 calls through `send`, which gets the function that really sends one. */
export async function sendingBy<T>(send: (original: Send) => Send, work: () => Promise<T>): Promise<T> {
	const id = Symbol('work')
	const original = client._send
	const replaced = send(original)
	const spy = vi.spyOn(client, '_send').mockImplementation(function (this: Client, ...args) {
		return (works.getStore() === id ? replaced : original).apply(this, args)
	})
	try {
		return await works.run(id, work)
	} finally {
		spy.mockRestore()
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
export const withD1 = <T>(response: () => Promise<unknown>, work: () => Promise<T>): Promise<T> =>
	sendingBy(() => response, work)

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
