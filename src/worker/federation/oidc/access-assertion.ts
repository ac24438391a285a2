import { customFetch, createRemoteJWKSet } from 'jose/jwks/remote'
import { jwtVerify } from 'jose/jwt/verify'
import type { WorkContext } from '../../context.ts'
import { conflict, unauthorized } from '../../ground/http/errors.ts'
import { errorName, logError } from '../../ground/http/log.ts'
import { isListed } from '../../ground/outbound/policy.ts'
import { OutboundError } from '../../ground/outbound/request.ts'
import { send } from '../../ground/outbound/send.ts'
import { onForget } from '../../isolate.ts'
import { isSubject } from '../oidc-connections/claims.ts'
import { plainAddress } from './address.ts'
import { oidcRefusal } from './refusal.ts'

// Cloudflare Access puts an assertion into each request that it lets through: a JWT of the team, for one application.

const HEADER = 'Cf-Access-Jwt-Assertion'
/** As long as an isolate keeps an OpenID provider's keys. A withdrawn key counts that much longer. */
const KEPT_MS = 300_000
const TIMEOUT_MS = 10_000
/** A team's keys are a few kilobytes. */
const MAX_BYTES = 262_144

export interface Asserted {
	issuer: string
	subject: string
	/** In lower case; undefined if the assertion has none. */
	address: string | undefined
	/** When Access made the assertion, which is when they signed in there. */
	issued_at: string
}

type Located = Pick<WorkContext, 'env'> & { req: { header: (name: string) => string | undefined } }

/** Whether this deployment takes assertions, and the request has one. */
export const hasAssertion = ({ env, req }: Located) => Boolean(env.ACCESS_TEAM && env.ACCESS_AUD && req.header(HEADER))

/** The address of a team, which may be given by its name. */
const issuerOf = (team: string) =>
	team.includes('://') ? team.replace(/\/+$/, '') : `https://${team}.cloudflareaccess.com`

let kept: { certs: string; keys: ReturnType<typeof createRemoteJWKSet> } | undefined
onForget(() => (kept = undefined))

/** The keys of a team. The library keeps them, and reads them again for a key that it doesn't know, at most every 30 seconds. */
function keysOf(env: Env, issuer: string) {
	const certs = `${issuer}/cdn-cgi/access/certs`
	if (kept?.certs === certs) return kept.keys
	const read = async (url: string) => {
		const schemes = isListed(env, new URL(url)) ? (['https:', 'http:'] as const) : (['https:'] as const)
		const answer = await send(env, url, {
			method: 'GET',
			headers: { Accept: 'application/json' },
			rules: { schemes: [...schemes] },
			timeout_ms: TIMEOUT_MS,
			max_bytes: MAX_BYTES,
		})
		return new Response(answer.text, { status: answer.status, headers: answer.headers })
	}
	const keys = createRemoteJWKSet(new URL(certs), {
		[customFetch]: read,
		cacheMaxAge: KEPT_MS,
		timeoutDuration: TIMEOUT_MS,
	})
	kept = { certs, keys }
	return keys
}

/**
 * Whom the request's assertion is about, once its signature, issuer, audience and times are checked. Throws 409 where Access isn't
 * set up, 401 for a missing or wrong assertion, 403 `oidc.provider` if the team's keys can't be read.
 */
export async function assertedBy(c: Located): Promise<Asserted> {
	const { ACCESS_TEAM, ACCESS_AUD } = c.env
	if (!ACCESS_TEAM || !ACCESS_AUD) throw conflict('access.not_set_up')
	const assertion = c.req.header(HEADER)
	if (assertion === undefined) throw notAnAssertion()
	const issuer = issuerOf(ACCESS_TEAM)
	const { payload } = await jwtVerify(assertion, keysOf(c.env, issuer), {
		algorithms: ['RS256'],
		issuer,
		audience: ACCESS_AUD,
		requiredClaims: ['exp', 'iat', 'sub'],
		clockTolerance: 5,
	}).catch((error: unknown) => {
		const { code } = error as { code?: unknown }
		const isOfTheToken = typeof code === 'string' && /^ERR_(JWT|JWS|JOSE_(ALG|NOT)|JWKS_(NO|MULTIPLE))/.test(code)
		if (isOfTheToken) throw notAnAssertion()
		const said = error instanceof OutboundError ? error.failure : typeof code === 'string' ? code : errorName(error)
		logError({ access: 'keys', error: said })
		throw oidcRefusal('oidc.provider', `keys: ${said}`)
	})
	const { sub, iat, email } = payload
	// A service token's assertion has an empty subject. It isn't a person.
	if (!sub || !isSubject(sub) || iat === undefined) throw notAnAssertion()
	return {
		issuer,
		subject: sub,
		address: plainAddress(email),
		issued_at: new Date(Math.min(iat * 1000, Date.now())).toISOString(),
	}
}

/** The 401 for whatever isn't an assertion of the team for this application. It doesn't say what is wrong with it. */
const notAnAssertion = () => unauthorized('access.invalid_assertion')
