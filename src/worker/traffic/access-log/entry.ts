import type { RequestInfo, Risk, UaType } from '../../context.ts'

export const IDENTITY_TYPES = ['user', 'api_key', 'service', 'anonymous'] as const

/** What the log says about a request. It never holds a query string, a credential or a body. */
export interface LoggedRequest {
	/** When the response was ready: RFC 3339. */
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
	/** The user's id. That of the service account if `identity_type` is `service`. */
	user_id: string | null
	/** The code and the reason of the error, and what decided it, as `kind:id`. Null if there's none. */
	error: string | null
	reason: string | null
	decided_by: string | null
	/** Whether a page of the console read it for somebody who is signed in, and got it. */
	is_console_read: boolean
}

/** A logged request with its id. Ids are in the order in which the log accepted the entries. */
export interface LogEntry extends LoggedRequest {
	id: string
}

/** What the recent log also keeps, because a simulation assesses requests again under another configuration. */
export interface KeptRequest extends LoggedRequest {
	/** The request info that the entry itself doesn't hold. */
	facts?:
		| { [Field in 'peer' | 'forwarded_for' | 'true_client_ip' | 'country' | 'asn']?: RequestInfo[Field] | undefined }
		| undefined
	/** The `details.reason`, if the middleware refused the request. */
	refused?: 'ip.blocked' | 'risk.rejected'
	/** True for a platform admin, who is exempt from IP rules and the risk threshold. */
	is_exempt?: true
}

export interface KeptEntry extends KeptRequest {
	id: string
}

export const requestInfoOfEntry = ({ facts = {}, client_ip, country, city, user_agent }: KeptRequest): RequestInfo => ({
	peer: facts.peer ?? client_ip,
	forwarded_for: facts.forwarded_for,
	true_client_ip: facts.true_client_ip,
	user_agent,
	country: facts.country ?? country ?? undefined,
	city: city ?? undefined,
	asn: facts.asn,
})

/** What the first digit of a status says. */
export const STATUS_CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const
