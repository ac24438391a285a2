import type { Context } from 'hono'
import type { App, RiskAssessment, RequestInfo } from '../../context.ts'
import { decidedBy } from '../../ground/http/decided-by.ts'
import { masked } from '../../ground/http/masked.ts'
import { onForget } from '../../isolate.ts'
import type { Gateway } from '../../principal.ts'
import { actorOf } from '../../tenancy/principals/actor.ts'
import { isExempt } from '../../tenancy/principals/permissions.ts'
import { assess } from '../callers/assess.ts'
import { countLost, keep } from './buffer.ts'
import type { KeptRequest } from './entry.ts'

// How many characters the log keeps of texts that callers choose freely.
const MAX_PATH = 1_024
const MAX_USER_AGENT = 512
const MAX_METHOD = 16
const MAX_HEADER = 512
const MAX_ORG = 64

const CONTROL = /\p{Cc}/gu
const HAS_CONTROL = /\p{Cc}/u

/** A caller's text for the log: cut to `max` characters, without control characters and credentials. */
function kept(text: string, max: number): string {
	const cut = text.length > max ? text.slice(0, max) : text
	return masked(HAS_CONTROL.test(cut) ? cut.replaceAll(CONTROL, '\uFFFD') : cut)
}

// Under load many requests end in the same millisecond, so the text is formatted once.
let lastTime = { at: 0, iso: '' }
onForget(() => (lastTime = { at: 0, iso: '' }))

function isoOf(at: number): string {
	if (at !== lastTime.at) lastTime = { at, iso: new Date(at).toISOString() }
	return lastTime.iso
}

/**
 * Logs a request whose response is ready. If the middleware didn't assess it, it's assessed here, by `gateway`. Never waits and
 * never throws: a request that can't be logged is counted as lost.
 */
export function record(c: Context<App>, startedAt: number, gateway: Gateway): void {
	try {
		keep(c, requestOf(c, startedAt, gateway))
	} catch {
		countLost(1)
	}
}

function requestOf(c: Context<App>, startedAt: number, gateway: Gateway): KeptRequest {
	// `c.get` is cheaper than `c.var`, which copies all variables into an object.
	const principal = c.get('principal')
	const facts = c.get('request_info')
	const judged = c.get('assessment') ?? assess(gateway, facts, principal === undefined)
	const endedAt = Date.now()
	const refusal = c.get('refused')
	const reason = refusal?.reason ?? null
	const asked = c.get('asked_org_id')
	return {
		timestamp: isoOf(endedAt),
		trace_id: c.get('trace_id'),
		method: c.req.method.slice(0, MAX_METHOD),
		path: kept(c.req.path, MAX_PATH),
		status_code: c.res.status,
		duration_ms: endedAt - startedAt,
		client_ip: judged.client_address,
		country: judged.country,
		city: judged.city,
		user_agent: kept(facts.user_agent, MAX_USER_AGENT),
		ua_type: judged.ua_type,
		risk_score: judged.risk_score,
		risk_reasons: judged.risk_reasons,
		identity_type: principal?.kind ?? 'anonymous',
		org_id: asked === undefined ? (principal?.org_id ?? null) : kept(asked, MAX_ORG),
		user_id: principal ? actorOf(principal) : null,
		error: refusal?.code ?? null,
		reason,
		decided_by: refusal ? decidedBy(refusal) : null,
		is_console_read: isConsoleRead(c),
		facts: otherFacts(facts, judged),
		...(reason === 'ip.blocked' || reason === 'risk.rejected' ? { refused: reason } : {}),
		...(principal && isExempt(principal) ? { is_exempt: true } : {}),
	}
}

/**
 * Whether a page of the console read this on its own, by the header that it sends. Anybody can send that, and people hide such
 * requests, so it only counts for a read, such as of names, or a refresh that succeeded in a session.
 */
function isConsoleRead(c: Context<App>): boolean {
	if (c.req.header('X-Client') !== 'console' || c.res.status >= 400) return false
	const isRead = c.req.method === 'GET' || c.req.path === '/v1/admin/names'
	return isRead ? c.get('principal')?.kind === 'user' : c.req.path === '/v1/auth/refresh'
}

/** The request info that the entry doesn't hold already. Most requests have none. */
function otherFacts(facts: RequestInfo, judged: RiskAssessment): KeptRequest['facts'] {
	const { peer, forwarded_for, true_client_ip, country, asn } = facts
	const isInEntry = peer === judged.client_address && (country === undefined || country === judged.country)
	if (isInEntry && asn === undefined && forwarded_for === undefined && true_client_ip === undefined) return undefined
	return {
		peer: peer === judged.client_address ? undefined : peer.slice(0, MAX_HEADER),
		// The hops closest to us are at the end.
		forwarded_for: forwarded_for?.slice(-MAX_HEADER),
		true_client_ip: true_client_ip?.slice(0, MAX_HEADER),
		country: country === judged.country ? undefined : country,
		asn,
	}
}
