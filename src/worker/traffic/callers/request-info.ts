import type { Context } from 'hono'
import type { RequestInfo } from '../../context.ts'

/** The info of a request. The peer's address is the only `CF-` header that's read, since callers can send the others. */
export function requestInfoOf(c: Context): RequestInfo {
	const cf = (c.req.raw as Request<unknown, IncomingRequestCfProperties>).cf
	return {
		peer: c.req.header('CF-Connecting-IP') ?? '127.0.0.1',
		forwarded_for: c.req.header('X-Forwarded-For'),
		true_client_ip: c.req.header('True-Client-IP'),
		user_agent: c.req.header('User-Agent') ?? '',
		country: cf?.country,
		city: cf?.city,
		asn: cf?.asn,
	}
}
