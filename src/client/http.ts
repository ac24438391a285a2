import { requireKey } from './options.ts'
import type { Answer, Ask, Transport } from './transport.ts'

interface HttpOptions {
	url: string
	key: string | (() => string | Promise<string>)
	fetch: typeof fetch
	/** When the answer came, and how long it took, for the difference of the clocks. */
	now: () => number
}

/** Asks an instance over HTTP, with an API key. */
export function overHttp({ url, key, fetch, now }: HttpOptions): Transport {
	let latest: string | undefined
	const requestOf = (ask: Ask, kid: string | undefined, given: string) => {
		const { method, path, body } = requestFor(ask, kid)
		const headers: Record<string, string> = {
			Accept: 'application/json',
			Authorization: `Bearer ${given}`,
			Prefer: `handling=strict${ask.to === 'runs' && ask.isAsync ? ', respond-async' : ''}`,
		}
		if (body) headers['Content-Type'] = 'application/json'
		return { url: url.replace(/\/+$/, '') + path, method, headers, body: body && JSON.stringify(body) }
	}
	return {
		isSealed: true,
		async send(ask, kid, signal) {
			const given: unknown = typeof key === 'string' ? key : await key()
			requireKey(given)
			latest = given
			const { url: to, method, headers, body } = requestOf(ask, kid, given)
			// A redirect is the page of some network's login. Following it would send the key there.
			const init = { method, headers, redirect: 'manual', signal, ...(body && { body }) } as const
			return answerIn(await fetch(to, init), ask, now())
		},
		last(ask) {
			const given = typeof key === 'string' ? key : latest
			if (given === undefined) return undefined
			const { url: to, method, headers, body = '' } = requestOf(ask, undefined, given)
			return { url: to, init: { method, headers, body } }
		},
	}
}

const DAY_MS = 86_400_000
const RESOLVE = { model: 'models', tool: 'tools', mcp: 'mcp' } as const

interface HttpRequest {
	method: 'GET' | 'POST'
	path: string
	body?: object
}

const post = (path: string, body: object): HttpRequest => ({ method: 'POST', path: `/v1/runtime/${path}`, body })

const read = (path: string, org_id: string): HttpRequest => {
	const query = new URLSearchParams({ org_id }).toString()
	return { method: 'GET', path: `/v1/${path}?${query}` }
}

function requestFor(ask: Ask, kid: string | undefined): HttpRequest {
	switch (ask.to) {
		case 'model':
		case 'tool':
		case 'mcp':
			return post(`${RESOLVE[ask.to]}/resolve`, { ...ask.input, ...(kid && { kid }) })
		case 'flag':
			return read(`feature-flags/${encodeURIComponent(ask.input.key)}/evaluate`, ask.input.org_id)
		case 'entitlement':
			return read('entitlements', ask.input.org_id)
		case 'begin':
			return post('runs/begin', { ...ask.input, ...(kid && { kid }) })
		case 'progress': {
			const { run_id, ...totals } = ask.input
			return post(`runs/${encodeURIComponent(run_id)}/progress`, totals)
		}
		case 'request':
			return { method: 'GET', path: `/v1/runtime/requests/${encodeURIComponent(ask.input.id)}` }
		case 'runs':
		default:
			return post('runs', ask.input)
	}
}

/** Undefined if the response isn't one of Plinth, such as the page of a captive portal. */
async function answerIn(response: Response, ask: Ask, now: number): Promise<Answer | undefined> {
	const { status, headers } = response
	const text = await response.text()
	if (!headers.has('X-Trace-Id') || (status >= 300 && status < 400)) return undefined
	const body: unknown = JSON.parse(text)
	const date = Date.parse(headers.get('Date') ?? '')
	return {
		status,
		body: ask.to === 'entitlement' && Array.isArray(body) ? entitlementIn(body, ask.input.key) : body,
		date: Number.isNaN(date) ? undefined : date,
		// A date is by Plinth's clock, whatever ours says.
		retry_after_ms: retryAfter(headers.get('Retry-After'), Number.isNaN(date) ? now : date),
		stale_since: headers.get('Stale-Since'),
	}
}

const entitlementIn = (list: unknown[], key: string) =>
	(list as { key: string }[]).find((entitlement) => entitlement.key === key) ?? null

/**
 * Seconds, fractions too, or a date (RFC 9110, 10.2.3), in milliseconds from now, of which a day is the most. Undefined if it says
 * nothing, or not to wait: then we wait as without it.
 */
function retryAfter(header: string | null, now: number): number | undefined {
	const text = header?.trim() ?? ''
	const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1_000 : /^[A-Za-z]/.test(text) ? Date.parse(text) - now : 0
	return ms > 0 ? Math.min(ms, DAY_MS) : undefined
}
