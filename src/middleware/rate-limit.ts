import type { Context, MiddlewareHandler } from 'hono'
import type { App } from '../context.ts'
import { rateLimited } from '../http/errors.ts'
import { clientNetwork } from '../networks/cidr.ts'
import { actorOf } from '../tenancy/principals/actor.ts'
import { clientAddress } from '../traffic/callers/client-address.ts'
import { lastGateway } from '../traffic/gateway/current.ts'

/**
 * The period of all bindings in `wrangler.toml`, in seconds. They don't say how long a caller has to wait, so this goes into
 * `Retry-After`.
 */
const PERIOD_S = 60

/**
 * Refuses more than 600 requests a minute from one user or service account, 6,000 from one org, or 600 from one address without
 * a principal. All API keys of a user count together, and so do those of a service account. On `/v1/auth/*` the limit is 60 a
 * minute from one address, and so it is for anybody without a principal who opens invitations, counted separately.
 */
export const rateLimit: MiddlewareHandler<App> = async (c, next) => {
	const { PRINCIPAL_RATE_LIMIT, ORG_RATE_LIMIT, SIGN_IN_RATE_LIMIT } = c.env
	const principal = c.get('principal')
	if (c.req.path.startsWith('/v1/auth/')) await spend(c, [[SIGN_IN_RATE_LIMIT, addressOf(c)]])
	else if (!principal && c.req.path.startsWith('/v1/invitations/'))
		await spend(c, [[SIGN_IN_RATE_LIMIT, `invitation ${addressOf(c)}`]])
	else if (!principal) await spend(c, [[PRINCIPAL_RATE_LIMIT, addressOf(c)]])
	else
		await spend(c, [
			[PRINCIPAL_RATE_LIMIT, actorOf(principal)],
			[ORG_RATE_LIMIT, principal.org_id],
		])
	await next()
}

/**
 * Refuses more than 600 look-ups of unknown credentials a minute from one address. They are counted separately, so a caller
 * who sent a wrong key can still sign in.
 */
export const limitLookups = (c: Context<App>) => spend(c, [[c.env.PRINCIPAL_RATE_LIMIT, `lookup ${addressOf(c)}`]])

/** Counts a request in each limit. The variable `RATE_LIMITS=off` turns all limits off. */
async function spend({ env }: Context<App>, limits: [RateLimit, string][]): Promise<void> {
	if (env.RATE_LIMITS === 'off') return
	const outcomes = await Promise.all(limits.map(([limit, key]) => limit.limit({ key })))
	if (outcomes.some(({ success }) => !success)) throw rateLimited(PERIOD_S)
}

/** The address to count. Before the gateway has assessed the request, the last known document decides which one it is. */
function addressOf({ var: { assessment, request_info } }: Context<App>): string {
	return clientNetwork(assessment?.client_address ?? clientAddress(lastGateway(), request_info).address)
}
