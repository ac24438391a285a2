import type { Context } from 'hono'

/** What the edge saw of a request, and nothing that was made of it yet. */
export interface Sighting {
	/** The address of the connection's other end. */
	peer: string
	/** `X-Forwarded-For`, as it came. */
	forwarded_for: string | undefined
	/** `True-Client-IP`, as it came. */
	true_client_ip: string | undefined
	user_agent: string
	/** Where the peer is: ISO 3166, `T1` for Tor; undefined when the edge does not know. */
	country: string | undefined
	city: string | undefined
	/** The number of the peer's network. */
	asn: number | undefined
}

/** Only the edge's own words are taken for the peer and where it is; `CF-…` headers other than its address are not read. */
export function sight(c: Context): Sighting {
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
