import type { Readable } from '../worker/ground/bucket/bucket.ts'
import type { Client } from '../worker/operations/backups/derive.ts'
import { Failure } from './failure.ts'
import { paused, retryAfter } from './retry-after.ts'

// An account's D1 and R2 over Cloudflare's HTTP API, as far as a restore needs them.

export interface Account {
	/** Up to the account: `https://api.cloudflare.com/client/v4/accounts/<id>`. */
	address: string
	token: string
	/** The first pause before a call is repeated. */
	pause_ms?: number
}

interface Reply {
	success: boolean
	errors?: { message: string }[]
	result?: { results: unknown[]; meta: Record<string, unknown>; success: boolean }[]
}

/** The account that the environment names. */
export function remoteAccount(): Account {
	const { CLOUDFLARE_ACCOUNT_ID: account_id, CLOUDFLARE_API_TOKEN: token } = process.env
	if (!account_id || !token) throw new Failure('Set CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN.')
	const base = process.env.CLOUDFLARE_API_BASE_URL ?? 'https://api.cloudflare.com/client/v4'
	return { address: `${base}/accounts/${account_id}`, token }
}

/** How often a call is repeated while the API is busy, and how long the first pause is. Each pause is twice as long. */
const REPEATS = 6
const PAUSE_MS = 500

/**
 * Calls the API, and again while it's busy or doesn't answer. Every batch of a restore or a migration may be sent twice. Throws a
 * refusal once it has been repeated often enough.
 */
async function call(what: string, url: string, init: RequestInit, pause_ms = PAUSE_MS): Promise<Response> {
	for (let repeats = 0; ; repeats += 1) {
		const response = await fetch(url, init).catch((error: unknown) => error)
		const isResponse = response instanceof Response
		if (isResponse && response.status !== 429 && response.status < 500) return response
		const said = isResponse ? `answered ${response.status}` : `didn't answer (${String(response)})`
		if (repeats === REPEATS)
			throw new Failure(`${what} ${said} ${REPEATS + 1} times. Start the command again to continue.`)
		const own_ms = pause_ms * 2 ** repeats
		await paused(isResponse ? Math.max(retryAfter(response.headers, own_ms), own_ms) : own_ms)
	}
}

interface Statement {
	sql: string
	params: unknown[]
}

/** D1 over HTTP. Each call is one request; a batch is one request with all its statements. */
export function remoteD1({ address, token, pause_ms }: Account, database_id: string): Client {
	const send = async (statements: Statement[]) => {
		const url = `${address}/d1/database/${database_id}/query`
		const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
		const init = { method: 'POST', headers, body: JSON.stringify({ batch: statements }) }
		const response = await call('D1', url, init, pause_ms)
		const reply = (await response.json()) as Reply
		if (!response.ok || !reply.success || !reply.result)
			throw new Failure(
				`D1 answered ${response.status}: ${reply.errors?.map(({ message }) => message).join('; ') ?? ''}`,
			)
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
export const remoteBucket = ({ address, token, pause_ms }: Account, bucket_name: string): Readable => ({
	get: async (key) => {
		const path = key.split('/').map(encodeURIComponent).join('/')
		const url = `${address}/r2/buckets/${bucket_name}/objects/${path}`
		const response = await call('R2', url, { headers: { Authorization: `Bearer ${token}` } }, pause_ms)
		if (response.status === 404) return null
		if (!response.ok) throw new Failure(`R2 answered ${response.status} for ${key}.`)
		return response
	},
})
