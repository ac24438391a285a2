import type { MiddlewareHandler } from 'hono'
import { currentGateway } from '../gateway/current.ts'
import type { App } from '../../context.ts'
import { ApiError } from '../../http/errors.ts'
import { isExempt } from '../ip-rules/enforce.ts'
import { type Judgement, judge } from './judge.ts'
import { isTooRisky } from './risk.ts'

/** Makes out where the request came from, and how much of a risk it is. */
export const locate: MiddlewareHandler<App> = async (c, next) => {
	const principal = c.get('principal')
	const gateway = principal?.gateway ?? (await currentGateway(c.get('db')))
	const judgement = judge(gateway, c.get('sighting'), principal === undefined)
	c.set('judgement', judgement)
	c.set('client_address', judgement.client_address)
	if (isTooRisky(gateway, judgement) && !(principal && isExempt(principal))) c.set('risk_refusal', tooRisky(judgement))
	await next()
}

/**
 * Where a platform admin is still anonymous. Their handlers refuse, once they know who it is: else a threshold that every
 * login reaches would shut the platform admins out for good.
 */
const SIGN_IN = ['/v1/auth/login', '/v1/auth/refresh']

/** Refuses what is too risky. */
export const refuseRisk: MiddlewareHandler<App> = (c, next) => {
	const refusal = c.get('risk_refusal')
	if (refusal && !(c.req.method === 'POST' && SIGN_IN.includes(c.req.path))) throw refusal
	return next()
}

const tooRisky = ({ risk_score, risk_reasons }: Judgement) =>
	new ApiError(403, 'auth.forbidden', 'This request is too much of a risk', {
		reason: 'risk.rejected',
		risk_score,
		risk_reasons,
	})
