import type { Context, MiddlewareHandler } from 'hono'
import type { App } from '../context.ts'
import { admits, notAdmitted } from '../ground/networks/rules.ts'
import type { Principal } from '../principal.ts'
import { orgsOf } from '../tenancy/orgs/access.ts'
import { isExempt } from '../tenancy/principals/permissions.ts'
import { blockedBy } from '../traffic/ip-rules/blocked-by.ts'

/** Refuses callers whose address isn't allowed by the IP rules of their org. A caller without a credential has no org. */
export const ipRules: MiddlewareHandler<App> = async (c, next) => {
	const principal = c.get('principal')
	const address = c.get('client_address')
	if (principal?.ip_rules && !isExempt(principal) && !admits(principal.ip_rules, address)) {
		const by = await blockedBy(c.get('db'), principal.org_id, address)
		throw notAdmitted(by, address, await elsewhere(c, principal))
	}
	return next()
}

/** The other orgs of a person who asks who they are. So the console shows a way on, and a program that repeats a call costs nothing. */
async function elsewhere(c: Context<App>, principal: Principal) {
	if (principal.kind !== 'user' || principal.is_confined || c.req.path !== '/v1/me') return undefined
	const all = await orgsOf(c.get('db'), principal.user_id)
	return all.flatMap(({ org_id, name }) => (org_id === principal.org_id ? [] : [{ org_id, name }]))
}
