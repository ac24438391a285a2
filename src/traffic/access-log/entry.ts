import type { RequestFacts, Risk, UaType } from '../../context.ts'

export const IDENTITY_TYPES = ['user', 'api_key', 'anonymous'] as const

/** What the log says of a request. It never holds a query string, a credential or a body. */
export interface LoggedRequest {
	/** When the answer was ready: RFC 3339. */
	timestamp: string
	trace_id: string
	method: string
	path: string
	status_code: number
	duration_ms: number
	client_ip: string
	country: string | null
	city: string | null
	user_agent: string
	ua_type: UaType
	risk_score: number
	risk_reasons: Risk[]
	identity_type: (typeof IDENTITY_TYPES)[number]
	org_id: string | null
	user_id: string | null
}

/** The same, with its id. The order of ids is the order in which the log took the entries. */
export interface LogEntry extends LoggedRequest {
	id: string
}

/** What the recent log keeps in addition: a rehearsal judges requests again under another configuration. */
export interface KeptRequest extends LoggedRequest {
	/** Of what the edge saw, that which the entry does not say. */
	seen?:
		| { [Field in 'peer' | 'forwarded_for' | 'true_client_ip' | 'country' | 'asn']?: RequestFacts[Field] | undefined }
		| undefined
	/** The `details.reason` it was refused with, by the gate. */
	refused?: 'ip.blocked' | 'risk.rejected'
	/** No gate holds a platform admin. */
	is_exempt?: true
}

export interface KeptEntry extends KeptRequest {
	id: string
}

/** What the edge saw of a logged request. */
export const factsOfEntry = ({ seen = {}, client_ip, country, city, user_agent }: KeptRequest): RequestFacts => ({
	peer: seen.peer ?? client_ip,
	forwarded_for: seen.forwarded_for,
	true_client_ip: seen.true_client_ip,
	user_agent,
	country: seen.country ?? country ?? undefined,
	city: city ?? undefined,
	asn: seen.asn,
})

/** What narrows the log down; all of them hold. */
export interface LogFilters {
	method?: string | undefined
	/** The beginning of a path. */
	path?: string | undefined
	/** In one spelling, as `client_ip` is. */
	ip?: string | undefined
	country?: string | undefined
	ua_type?: UaType | undefined
	risk_min?: number | undefined
	trace_id?: string | undefined
	status_code?: number | undefined
	user_id?: string | undefined
	org_id?: string | undefined
}
