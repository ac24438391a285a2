import type { Answer, Ask, Transport } from './transport.ts'

interface HttpOptions {
	url: string
	key: string | (() => string | Promise<string>)
	fetch: typeof fetch
	/** When the answer came, and how long it took, for the difference of the clocks. */
	now: () => number
}

/** Asks an instance over HTTP, with an API key. */
export const overHttp = ({ url, key, fetch, now }: HttpOptions): Transport => ({
	isSealed: true,
	async send(ask, kid, signal) {
		const { method, path, body } = requestFor(ask, kid)
		const headers: Record<string, string> = {
			Accept: 'application/json',
			Authorization: `Bearer ${typeof key === 'string' ? key : await key()}`,
			Prefer: `handling=strict${ask.to === 'runs' && ask.isAsync ? ', respond-async' : ''}`,
		}
		if (body) headers['Content-Type'] = 'application/json'
		// A redirect is the page of some network's login. Following it would send the key there.
		const init = { method, headers, redirect: 'manual', signal, ...(body && { body: JSON.stringify(body) }) } as const
		return answerIn(await fetch(url.replace(/\/+$/, '') + path, init), ask, now())
	},
})

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
		retry_after_ms: retryAfter(headers.get('Retry-After'), now),
		stale_since: headers.get('Stale-Since'),
	}
}

const entitlementIn = (list: unknown[], key: string) =>
	(list as { key: string }[]).find((entitlement) => entitlement.key === key) ?? null

/** Seconds or a date (RFC 9110, 10.2.3), in milliseconds from now. */
function retryAfter(header: string | null, now: number): number | undefined {
	if (header === null) return undefined
	const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - now
	return Number.isNaN(ms) ? undefined : Math.max(ms, 0)
}
