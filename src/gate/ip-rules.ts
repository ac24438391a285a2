import type { MiddlewareHandler } from 'hono'
import type { App } from '../context.ts'
import { isExempt } from '../identity/auth/permissions.ts'
import { admits, notAdmitted } from '../traffic/ip-rules/compile.ts'

/** Refuses callers whose address the IP rules of their org do not admit. A caller without a credential has no org. */
export const ipRules: MiddlewareHandler<App> = (c, next) => {
	const principal = c.get('principal')
	if (principal?.ip_rules && !isExempt(principal) && !admits(principal.ip_rules, c.get('client_address')))
		throw notAdmitted()
	return next()
}
