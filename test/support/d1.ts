import { env } from 'cloudflare:workers'
import { vi } from 'vitest'

interface Meta {
	rows_read: number
	rows_written: number
}

interface Client {
	_send: (...args: unknown[]) => Promise<unknown>
}

/** What every D1 call in this isolate goes through, whichever session or statement makes it. */
const client = Object.getPrototypeOf(env.DB.withSession('first-primary')) as Client

export interface Count {
	/** Round trips, each a statement or a batch. */
	calls: number
	rows_read: number
	rows_written: number
}

/** Runs `work` and counts its D1 calls and the rows they read and wrote. Nothing else may run meanwhile. */
export async function counted(work: () => Promise<unknown>): Promise<Count> {
	const count: Count = { calls: 0, rows_read: 0, rows_written: 0 }
	const send = client._send
	const spy = vi.spyOn(client, '_send').mockImplementation(async function (this: Client, ...args) {
		count.calls += 1
		const answer = await send.apply(this, args)
		for (const { meta } of [answer].flat() as { meta?: Meta }[]) {
			count.rows_read += meta?.rows_read ?? 0
			count.rows_written += meta?.rows_written ?? 0
		}
		return answer
	})
	try {
		await work()
		return count
	} finally {
		spy.mockRestore()
	}
}

/** Runs `work` while D1 answers with whatever `answer` does instead. */
export async function withD1<T>(answer: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
	const spy = vi.spyOn(client, '_send').mockImplementation(answer)
	try {
		return await work()
	} finally {
		spy.mockRestore()
	}
}

/** Runs `work` and gives every SQL text that it sent, with its parameters. */
export async function statementsOf(work: () => Promise<unknown>): Promise<{ sql: string; params: unknown[] }[]> {
	const seen: { sql: string; params: unknown[] }[] = []
	const send = client._send
	const spy = vi.spyOn(client, '_send').mockImplementation(async function (this: Client, ...args) {
		const [, sql, params] = args as [string, string | string[], unknown[]]
		for (const [index, text] of [sql].flat().entries())
			seen.push({ sql: text, params: (Array.isArray(sql) ? params[index] : params) as unknown[] })
		return send.apply(this, args)
	})
	try {
		await work()
		return seen
	} finally {
		spy.mockRestore()
	}
}
