import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import type { Risk } from '../../src/worker/context.ts'
import type { GatewayDocument } from '../../src/worker/traffic/gateway/schema.ts'
import { type Reply, BASE } from './api.ts'
import worker, { DEFAULT_DOCUMENT } from './program.ts'
import { address, admin } from './world.ts'

/** Callers of whom some are risky, and the networks that they may be in. */
export const CHROME =
	'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
export const CURL = 'curl/8.14.1'
export const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
export const HETZNER = 24_940
export const TOR = { country: 'T1', asn: HETZNER }

export const using = (agent: string) => ({ headers: { 'User-Agent': agent, 'CF-Connecting-IP': address() } })

export const rejected = (risk_score: number, risk_reasons: Risk[]) => ({
	status: 403,
	body: { error: 'auth.forbidden', details: { reason: 'risk.rejected', risk_score, risk_reasons } },
})
export const tooRisky = { status: 403, body: { details: { reason: 'risk.rejected' } } }

export const GATEWAY = '/v1/admin/gateway-config'

/** The default with some fields set. */
export const configOf = (fields: Partial<GatewayDocument>): GatewayDocument => ({ ...DEFAULT_DOCUMENT, ...fields })

/** Runs `work` under this gateway configuration, then restores the default. */
export async function underGateway<T>(fields: Partial<GatewayDocument>, work: () => Promise<T>): Promise<T> {
	const root = await admin()
	try {
		expect(await root.put(GATEWAY, configOf(fields))).toMatchObject({ status: 200 })
		return await work()
	} finally {
		expect((await root.put(GATEWAY, DEFAULT_DOCUMENT)).status).toBe(200)
	}
}

interface EdgeRequest {
	/** What the edge knows about the peer. */
	cf?: { country?: string; city?: string; asn?: number }
	token?: string | undefined
	headers?: Record<string, string>
	body?: unknown
}

/** Sends a request as the edge hands it over. `cf` is what the edge knows about the peer. */
export async function sendFromEdge(
	method: string,
	path: string,
	{ cf = {}, token, headers = {}, body }: EdgeRequest,
): Promise<Reply> {
	const ctx = createExecutionContext()
	const init = {
		method,
		cf,
		headers: { ...(token ? { Authorization: `Bearer ${token}` } : {}), ...headers },
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	}
	const request = new Request(BASE + path, init) as Request<unknown, IncomingRequestCfProperties>
	const response = await worker.fetch(request, env, ctx)
	const text = await response.text()
	await waitOnExecutionContext(ctx)
	return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : text }
}
