import type { UrlRules } from '../../ground/outbound/policy.ts'
import type { Outgoing } from '../../ground/outbound/request.ts'
import type { RuntimeMcp } from './open.ts'

export const URL_RULES: UrlRules = { schemes: ['http:', 'https:'] }

const MAX_MS = 15_000
export const MAX_BYTES = 1_048_576

/** The server under test. */
export interface Server {
	env: Env
	url: string
	/** The remaining milliseconds of the test, at least 1. */
	left: () => number
	/** Sends a request to the server, with the token. It may take the remaining time, or less if `timeout_ms` says so. */
	request: (part: Statements) => Outgoing
}

type Statements = Pick<Outgoing, 'method' | 'headers' | 'body'> & { timeout_ms?: number }

/** The server of a config under test. The test's clock starts with this call. */
export function serverOf(env: Env, url: string, { bearer_token, call_timeout_ms }: RuntimeMcp): Server {
	const deadline = Date.now() + Math.min(call_timeout_ms, MAX_MS)
	const left = () => Math.max(1, deadline - Date.now())
	const authorization: Record<string, string> = bearer_token === null ? {} : { Authorization: `Bearer ${bearer_token}` }
	const request = ({ headers, timeout_ms = left(), ...part }: Statements) => ({
		...part,
		headers: { ...headers, ...authorization },
		rules: URL_RULES,
		timeout_ms,
		max_bytes: MAX_BYTES,
	})
	return { env, url, left, request }
}
