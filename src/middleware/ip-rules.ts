import type { MiddlewareHandler } from 'hono'
import type { App } from '../context.ts'
import { admits, notAdmitted } from '../networks/rules.ts'
import { isExempt } from '../tenancy/principals/permissions.ts'

/** Refuses callers whose address isn't allowed by the IP rules of their org. A caller without a credential has no org. */
export const ipRules: MiddlewareHandler<App> = (c, next) => {
	const principal = c.get('principal')
	if (principal?.ip_rules && !isExempt(principal) && !admits(principal.ip_rules, c.get('client_address')))
		throw notAdmitted()
	return next()
}
