import { conflict } from '../../ground/http/errors.ts'
import { publicUrlOf } from '../../ground/http/public-url.ts'

/** Whom passkeys are made for. WebAuthn calls it the relying party. */
export interface RelyingParty {
	id: string
	/** The only origin whose pages may use them. */
	origin: string
}

const isAddress = (hostname: string) => hostname.startsWith('[') || /^[\d.]+$/.test(hostname)

/** What says where we are: a request's context. */
export interface Asked {
	env: Pick<Env, 'PUBLIC_URL'>
	req: { url: string }
}

/**
 * The relying party of this instance: `PUBLIC_URL`, or `localhost` as long as that's unset. A caller chooses the host of a request, so
 * any other would let them choose whom a passkey is for. Undefined where there is none.
 */
export function findRelyingParty({ env, req }: Asked): RelyingParty | undefined {
	const known = publicUrlOf(env)
	const { hostname, origin } = new URL(known ?? req.url)
	const isOurs = known ? !isAddress(hostname) : hostname === 'localhost'
	return isOurs ? { id: hostname, origin } : undefined
}

/** The relying party of this instance. Throws 409 where there is none. */
export function relyingPartyOf(c: Asked): RelyingParty {
	const party = findRelyingParty(c)
	if (party) return party
	throw conflict('sign_in.no_public_url')
}
