import { type Denial, denialOf, isListed, type UrlRules } from './policy.ts'

/** Why a request failed. */
export type Failure = Denial | 'dns' | 'tls' | 'unreachable' | 'timeout' | 'redirect' | 'too_large'

/** Thrown when there's no usable response. Its message never holds the URL, a header or the other side's text. */
export class OutboundError extends Error {
	readonly failure: Failure
	/** The status of the response; null if there was none. */
	readonly status: number | null

	constructor(failure: Failure, status: number | null = null) {
		super(`The request failed: ${failure}`)
		this.failure = failure
		this.status = status
	}
}

export interface Outgoing {
	method?: 'GET' | 'POST' | 'DELETE'
	headers?: Record<string, string>
	body?: string
	rules: UrlRules
	/** How many milliseconds the request may take, until the whole response is read. */
	timeout_ms: number
	/** How many bytes the response's body may have. */
	max_bytes: number
}

// Cloudflare's network responds with these statuses when it can't reach a server.
const EDGE_FAILURES: Record<number, Failure> = {
	521: 'unreachable',
	522: 'timeout',
	523: 'unreachable',
	524: 'timeout',
	525: 'tls',
	526: 'tls',
	530: 'dns',
}

/**
 * The network for a connection; undefined means the runtime's own. Cloudflare's reaches public addresses only, so a deployment
 * there needs no other. When Plinth runs in bare workerd, two networks are bound: one for public addresses, and one for the
 * hosts that the operator lists.
 */
export const networkFor = ({ OUTBOUND_PUBLIC, OUTBOUND_LISTED }: Env, isListedTarget: boolean): Fetcher | undefined =>
	isListedTarget ? OUTBOUND_LISTED : OUTBOUND_PUBLIC

/** Sends a request that the policy admits, and returns the response with its body unread. `openStream` reads it. */
export async function request(env: Env, url: string, outgoing: Outgoing, signal: AbortSignal): Promise<Response> {
	const denial = denialOf(env, url, outgoing.rules)
	if (denial) throw new OutboundError(denial)
	const { method = 'GET', headers = {}, body } = outgoing
	const init: RequestInit = { method, headers, redirect: 'manual', signal }
	if (body !== undefined) init.body = body
	const response = await (networkFor(env, isListed(env, new URL(url))) ?? globalThis).fetch(url, init)
	const { status } = response
	const failure = EDGE_FAILURES[status]
	const refused = failure ?? (status >= 300 && status < 400 && status !== 304 ? 'redirect' : undefined)
	if (refused) {
		await response.body?.cancel()
		throw new OutboundError(refused, status)
	}
	return response
}

/** Turns whatever a request under `signal` threw into an `OutboundError`. */
export const failureOf = (error: unknown, signal: AbortSignal): OutboundError =>
	error instanceof OutboundError ? error : new OutboundError(signal.aborted ? 'timeout' : classify(error))

// The runtime has no code for a failed connection, only a message.
function classify(error: unknown): Failure {
	const message = error instanceof Error ? error.message : ''
	if (/dns|lookup|resolve/i.test(message)) return 'dns'
	if (/tls|ssl|certificate|handshake/i.test(message)) return 'tls'
	if (/timed? ?out/i.test(message)) return 'timeout'
	return 'unreachable'
}
