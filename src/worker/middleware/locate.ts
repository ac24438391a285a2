import type { MiddlewareHandler } from 'hono'
import type { App } from '../context.ts'
import { isExempt } from '../tenancy/principals/permissions.ts'
import { assess } from '../traffic/callers/assess.ts'
import { isTooRisky, tooRisky } from '../traffic/callers/risk.ts'
import { currentGateway } from '../traffic/gateway/current.ts'

/** Finds out where a request came from and assesses its risk. It refuses nothing: `risk` does, after the IP rules. */
export const locate: MiddlewareHandler<App> = async (c, next) => {
	const principal = c.get('principal')
	const gateway = principal?.gateway ?? (await currentGateway(c.get('db')))
	const assessment = assess(gateway, c.get('request_info'), principal === undefined)
	c.set('assessment', assessment)
	c.set('client_address', assessment.client_address)
	if (isTooRisky(gateway, assessment) && !(principal && isExempt(principal)))
		c.set('risk_refusal', tooRisky(assessment))
	await next()
}
