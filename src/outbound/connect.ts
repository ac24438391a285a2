import { hostDenialOf } from './policy.ts'
import { OutboundError } from './request.ts'

/**
 * Opens a TCP connection to a host that a caller supplied, under the policy for URLs. Port 25 is refused, because Cloudflare
 * closes it to Workers. The runtime resolves the name, and checks the certificate of a later TLS handshake against it. Throws
 * `OutboundError` when the policy refuses the host.
 */
export async function connectTo(
	env: Env,
	host: string,
	port: number,
	secureTransport: 'off' | 'starttls',
): Promise<Socket> {
	const denial = port === 25 ? 'url.port' : hostDenialOf(env, host, port)
	if (denial) throw new OutboundError(denial)
	// Only workerd has this module, and `npm run openapi` loads this file in Node.
	const { connect } = await import('cloudflare:sockets')
	const hostname = host.includes(':') ? `[${host}]` : host
	return connect({ hostname, port }, { secureTransport, allowHalfOpen: false })
}
