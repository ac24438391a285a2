import type { MiddlewareHandler } from 'hono'
import type { App } from '../context.ts'
import { admits, notAdmitted } from '../ground/networks/rules.ts'
import { isExempt } from '../tenancy/principals/permissions.ts'
import { blockedBy } from '../traffic/ip-rules/blocked-by.ts'

/** Refuses callers whose address isn't allowed by the IP rules of their org. A caller without a credential has no org. */
export const ipRules: MiddlewareHandler<App> = async (c, next) => {
	const principal = c.get('principal')
	const address = c.get('client_address')
	if (principal?.ip_rules && !isExempt(principal) && !admits(principal.ip_rules, address)) {
		throw notAdmitted(await blockedBy(c.get('db'), principal.org_id, address))
	}
	return next()
}
