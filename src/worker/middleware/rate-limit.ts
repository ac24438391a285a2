import type { Context, MiddlewareHandler } from 'hono'
import type { App } from '../context.ts'
import { isInternal } from '../ground/http/etag.ts'
import { spend } from '../ground/http/rate-limits.ts'
import { clientNetwork } from '../ground/networks/cidr.ts'
import { actorOf } from '../tenancy/principals/actor.ts'
import { clientAddress } from '../traffic/callers/client-address.ts'
import { lastGateway } from '../traffic/gateway/current.ts'

/**
 * Refuses more than 600 requests a minute from one user or service account, 6,000 from one org, or 600 from one address without
 * a principal. All API keys of a user count together, and so do those of a service account. On `/v1/auth/*` the limit is 60 a
 * minute from one address, and so it is for anybody without a principal who opens invitations, counted separately. A runtime works for
 * many orgs, so on `/v1/runtime/*` it's 60,000 a minute, and 600 for each org: see `requireRuntimeOrgs`. On `/mcp` the call that a tool
 * makes counts, or else the handler counts. What the Worker asks itself doesn't.
 */
export const rateLimit: MiddlewareHandler<App> = async (c, next) => {
	const { PRINCIPAL_RATE_LIMIT, ORG_RATE_LIMIT, SIGN_IN_RATE_LIMIT, RUNTIME_RATE_LIMIT } = c.env
	const principal = c.get('principal')
	if (isInternal(c.req.raw)) return next()
	if (c.req.path.startsWith('/v1/auth/')) await spend(c.env, [[SIGN_IN_RATE_LIMIT, addressOf(c), 'sign_in']])
	else if (!principal && c.req.path.startsWith('/v1/invitations/'))
		await spend(c.env, [[SIGN_IN_RATE_LIMIT, `invitation ${addressOf(c)}`, 'invitations']])
	else if (!principal) await spend(c.env, [[PRINCIPAL_RATE_LIMIT, addressOf(c), 'address']])
	else if (c.req.path.startsWith('/v1/runtime/'))
		await spend(c.env, [[RUNTIME_RATE_LIMIT, actorOf(principal), 'runtime']])
	else {
		const count = () =>
			spend(c.env, [
				[PRINCIPAL_RATE_LIMIT, actorOf(principal), 'caller'],
				[ORG_RATE_LIMIT, principal.org_id, 'org'],
			])
		if (c.req.path === '/mcp') c.set('count_call', count)
		else await count()
	}
	await next()
}

/**
 * Refuses more than 600 look-ups of unknown credentials a minute from one address. They are counted separately, so a caller
 * who sent a wrong key can still sign in.
 */
export const limitLookups = (c: Context<App>) =>
	spend(c.env, [[c.env.PRINCIPAL_RATE_LIMIT, `lookup ${addressOf(c)}`, 'lookups']])

/** The address to count. Before the gateway has assessed the request, the last known document decides which one it is. */
function addressOf({ var: { assessment, request_info } }: Context<App>): string {
	return clientNetwork(assessment?.client_address ?? clientAddress(lastGateway(), request_info).address)
}
