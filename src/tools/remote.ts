import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from '../bucket/bucket.ts'
import type { Client } from '../operations/backups/derive.ts'
import { ROOT } from './settings.ts'

// An account's D1 and R2 over Cloudflare's HTTP API, as far as a restore needs them.

export interface Account {
	/** Up to the account: `https://api.cloudflare.com/client/v4/accounts/<id>`. */
	address: string
	token: string
}

interface Reply {
	success: boolean
	errors?: { message: string }[]
	result?: { results: unknown[]; meta: Record<string, unknown>; success: boolean }[]
}

/** The database and the bucket that `wrangler.toml` names. */
export function configured(): { database_id: string; bucket_name: string } {
	const text = readFileSync(join(ROOT, 'wrangler.toml'), 'utf8')
	const [database_id, bucket_name] = [
		/database_id = "([^"]+)"/.exec(text)?.[1],
		/bucket_name = "([^"]+)"/.exec(text)?.[1],
	]
	if (!database_id || !bucket_name) throw new Error("wrangler.toml doesn't name both a D1 database and a bucket")
	return { database_id, bucket_name }
}

interface Statement {
	sql: string
	params: unknown[]
}

/** D1 over HTTP. Each call is one request; a batch is one request with all its statements. */
export function remoteD1({ address, token }: Account, database_id: string): Client {
	const send = async (statements: Statement[]) => {
		const response = await fetch(`${address}/d1/database/${database_id}/query`, {
			method: 'POST',
			headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
			body: JSON.stringify({ batch: statements }),
		})
		const reply = (await response.json()) as Reply
		if (!response.ok || !reply.success || !reply.result)
			throw new Error(`D1 answered ${response.status}: ${reply.errors?.map(({ message }) => message).join('; ') ?? ''}`)
		return reply.result
	}
	const statements = new WeakMap<object, Statement>()
	const make = (statement: Statement): D1PreparedStatement => {
		const one = async () => (await send([statement]))[0]
		const made = {
			bind: (...params: unknown[]) => make({ ...statement, params }),
			all: one,
			run: one,
			first: async () => (await one())?.results[0] ?? null,
		} as unknown as D1PreparedStatement
		statements.set(made, statement)
		return made
	}
	return {
		prepare: (sql: string) => make({ sql, params: [] }),
		batch: (async (list: object[]) => send(list.map((one) => statements.get(one) as Statement))) as Client['batch'],
	}
}

/** The objects of a bucket over HTTP. */
export const remoteBucket = ({ address, token }: Account, bucket_name: string): Readable => ({
	get: async (key) => {
		const path = key.split('/').map(encodeURIComponent).join('/')
		const response = await fetch(`${address}/r2/buckets/${bucket_name}/objects/${path}`, {
			headers: { Authorization: `Bearer ${token}` },
		})
		if (response.status === 404) return null
		if (!response.ok) throw new Error(`R2 answered ${response.status} for ${key}`)
		return response
	},
})
