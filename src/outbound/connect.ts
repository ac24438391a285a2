import { hostDenialOf } from './policy.ts'
import { OutboundError } from './request.ts'

/**
 * A TCP connection to a host that a caller supplied: the same door, for what is no HTTP. Held to the same policy; port 25 is
 * closed to Workers. The runtime resolves the name, and checks the certificate of a later TLS against it. Throws
 * `OutboundError` for what may not be connected to.
 */
export async function connectTo(
	env: Env,
	host: string,
	port: number,
	secureTransport: 'off' | 'starttls',
): Promise<Socket> {
	const denial = port === 25 ? 'url.port' : hostDenialOf(env, host, port)
	if (denial) throw new OutboundError(denial)
	// Only the runtime has it, and what writes the API's document runs outside.
	const { connect } = await import('cloudflare:sockets')
	const hostname = host.includes(':') ? `[${host}]` : host
	return connect({ hostname, port }, { secureTransport, allowHalfOpen: false })
}
