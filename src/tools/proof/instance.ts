import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { text as textOf } from 'node:stream/consumers'
import { Failure } from '../failure.ts'
import { paused, retryAfter, TRIES } from '../retry-after.ts'

// How the proof calls the instance, and the org that it makes for itself.

/** An answer that takes longer counts as none. */
const ANSWERED_WITHIN_MS = 60_000

export interface Reply {
	status: number
	// oxlint-disable-next-line typescript/no-explicit-any -- the proof reads single fields of many shapes
	body: any
	bytes: number
	ms: number
	headers: Headers
}

interface Request {
	token?: string
	method?: string
	path: string
	body?: unknown
	headers?: Record<string, string>
	/** Over a connection that nobody has used, so that the network may choose another machine. */
	isFresh?: boolean
}

export interface Client {
	call: (request: Request) => Promise<Reply>
	wait: (ms: number) => Promise<void>
	/** The Cloudflare locations that answered, by the calls of each. */
	locations: Map<string, number>
	/** How often the instance asked to wait, by 429. */
	limited: () => number
}

export function clientOf(url: string, stop: AbortSignal): Client {
	const locations = new Map<string, number>()
	let limited = 0
	const wait = async (ms: number) => {
		await paused(ms, stop)
		stop.throwIfAborted()
	}
	const call = async (request: Request): Promise<Reply> => {
		for (let tries = 1; ; tries += 1) {
			const timeout = AbortSignal.timeout(ANSWERED_WITHIN_MS)
			// What was made is deleted after an interruption too.
			const signal = request.method === 'DELETE' ? timeout : AbortSignal.any([stop, timeout])
			const reply = await (request.isFresh ? freshly(url, request, signal) : sent(url, request, signal)).catch(
				(error: unknown) => Promise.reject(unanswered(request, error)),
			)
			const location = reply.headers.get('CF-Ray')?.split('-')[1]
			if (location) locations.set(location, (locations.get(location) ?? 0) + 1)
			if (reply.status !== 429) return reply
			limited += 1
			if (tries === TRIES) return reply
			const ms = retryAfter(reply.headers)
			await (request.method === 'DELETE' ? paused(ms) : wait(ms))
		}
	}
	return { call, wait, locations, limited: () => limited }
}

/** Why a call has no answer, in a sentence. */
function unanswered({ method = 'GET', path }: Request, error: unknown): Failure {
	if (error instanceof Failure) return error
	const { message, cause } = error as Error
	return new Failure(`${method} ${path} got no answer: ${cause instanceof Error ? cause.message : message}`)
}

const headersOf = ({ token, headers }: Request) => ({
	'Content-Type': 'application/json',
	Prefer: 'handling=strict',
	...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
	...headers,
})

async function sent(url: string, request: Request, signal: AbortSignal): Promise<Reply> {
	const { method = 'GET', path, body } = request
	const started = performance.now()
	const response = await fetch(new URL(path, url), {
		method,
		headers: headersOf(request),
		redirect: 'manual',
		signal,
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	})
	return replyOf(response.status, await response.text(), response.headers, started)
}

/** `fetch` keeps its connections and can't be told to make a new one. */
async function freshly(url: string, request: Request, signal: AbortSignal): Promise<Reply> {
	const { href, protocol } = new URL(request.path, url)
	const started = performance.now()
	return new Promise((resolve, reject) => {
		const outgoing = (protocol === 'https:' ? requestHttps : requestHttp)(href, {
			agent: false,
			headers: headersOf(request),
			signal,
		})
		outgoing.on('error', reject).on('response', (response) => {
			const headers = new Headers(response.headers as Record<string, string>)
			textOf(response).then((text) => resolve(replyOf(response.statusCode ?? 0, text, headers, started)), reject)
		})
		outgoing.end()
	})
}

function replyOf(status: number, text: string, headers: Headers, started: number): Reply {
	const ms = performance.now() - started
	let body: unknown = text
	try {
		body = JSON.parse(text)
	} catch {
		// A text that isn't JSON stays as it is.
	}
	return { status, body, bytes: Buffer.byteLength(text), ms, headers }
}

/** An answer in a few words, for the report. */
export function told({ status, body }: Reply): string {
	const { details, message } = Object(body) as { details?: { reason?: string; permission?: string }; message?: string }
	return [
		status,
		details?.reason ?? details?.permission,
		message ?? (typeof body === 'string' ? body.slice(0, 200) : ''),
	]
		.filter(Boolean)
		.join(' ')
}

/** The body of an answer with the status; throws what it was instead. */
export function expected(what: string, status: number, reply: Reply): Reply['body'] {
	if (reply.status === status) return reply.body
	throw new Failure(`${what} returned ${told(reply)}`)
}

/** Whom and what the sections of a proof have. */
export interface Proving extends Client {
	url: string
	/** The operator's. */
	token: string
	/** The org that was made for the proof, and a key in it that runs agents and changes settings. */
	org_id: string
	key: string
	metrics_token: string | undefined
	/** Where the webhook goes, and how long the pause is; undefined where the caller named none. */
	receiver: string | undefined
	idle_ms: number | undefined
}

const SCOPES = ['org.settings', 'data.secrets', 'runtime.report']

/** Makes the org, and returns its id. */
export async function makeOrg({ call }: Client, token: string): Promise<string> {
	const made = await call({ token, method: 'POST', path: '/v1/admin/orgs', body: { name: 'Proof of this instance' } })
	return expected('Making an org', 201, made).id
}

export async function makeKey({ call }: Client, token: string, org_id: string): Promise<string> {
	const path = `/v1/orgs/${org_id}/service-accounts`
	const body = { name: 'Proof', scopes: SCOPES }
	const account = expected('Making a service account', 201, await call({ token, method: 'POST', path, body }))
	const key = await call({ token, method: 'POST', path: `${path}/${account.id}/keys`, body: { name: 'Proof' } })
	return expected('Making its key', 201, key).key
}

export async function removeOrg({ call }: Client, token: string, org_id: string): Promise<void> {
	expected('Deleting the org', 204, await call({ token, method: 'DELETE', path: `/v1/orgs/${org_id}` }))
}
