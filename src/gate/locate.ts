import type { MiddlewareHandler } from 'hono'
import type { App } from '../context.ts'
import { isExempt } from '../tenancy/principals/permissions.ts'
import { judge } from '../traffic/callers/judge.ts'
import { isTooRisky, tooRisky } from '../traffic/callers/risk.ts'
import { currentGateway } from '../traffic/gateway/current.ts'

/** Judges where a request came from and how risky it is. Refuses nothing: `risk` does, after the IP rules. */
export const locate: MiddlewareHandler<App> = async (c, next) => {
	const principal = c.get('principal')
	const gateway = principal?.gateway ?? (await currentGateway(c.get('db')))
	const judgement = judge(gateway, c.get('request_facts'), principal === undefined)
	c.set('judgement', judgement)
	c.set('client_address', judgement.client_address)
	if (isTooRisky(gateway, judgement) && !(principal && isExempt(principal))) c.set('risk_refusal', tooRisky(judgement))
	await next()
}
