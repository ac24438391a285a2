// The networks that the Worker calls out through under `npm run serve`. workerd resolves a name and then checks the address, so
// a public name of a private address is refused at the connection.
import { PRIVATE_RANGES } from '../worker/ground/outbound/addresses.ts'

/** Both networks as service bindings for Miniflare. `trusted` has the certificates to trust besides the public ones, as PEM. */
export function outboundNetworks(trusted: string) {
	const trustedCertificates = trusted.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []
	const tlsOptions = { trustBrowserCas: true, trustedCertificates }
	return {
		OUTBOUND_PUBLIC: { network: { allow: ['public'], deny: [...PRIVATE_RANGES], tlsOptions } },
		OUTBOUND_LISTED: { network: { allow: ['public', 'private', ...PRIVATE_RANGES], deny: [], tlsOptions } },
	}
}
