import { hostDenialOf, isListedHost } from './policy.ts'
import { networkFor, OutboundError } from './request.ts'

/**
 * Opens a TCP connection to a host that a caller supplied, under the policy for URLs. The runtime resolves the
 * name, and checks the certificate of a later TLS handshake against it. Throws `OutboundError` if the policy refuses the host.
 */
export async function connectTo(
	env: Env,
	host: string,
	port: number,
	secureTransport: 'off' | 'starttls',
): Promise<Socket> {
	const denial = hostDenialOf(env, host, port)
	if (denial) throw new OutboundError(denial)
	const hostname = host.includes(':') ? `[${host}]` : host
	const network = networkFor(env, isListedHost(env, new URL(`http://${hostname}`).hostname, port))
	const options = { secureTransport, allowHalfOpen: false }
	if (network) return network.connect({ hostname, port }, options)
	// Only workerd has this module, and `npm run openapi` loads this file in Node.
	const { connect } = await import('cloudflare:sockets')
	return connect({ hostname, port }, options)
}
