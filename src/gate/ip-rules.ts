import type { MiddlewareHandler } from 'hono'
import type { App } from '../context.ts'
import { ApiError } from '../http/errors.ts'
import { isExempt } from '../identity/auth/permissions.ts'
import { admits } from '../traffic/ip-rules/compile.ts'

/** Refuses callers whose address the rules of the org they act in do not admit. Without a credential there is no org. */
export const ipRules: MiddlewareHandler<App> = (c, next) => {
	const principal = c.get('principal')
	if (principal?.ip_rules && !isExempt(principal) && !admits(principal.ip_rules, c.get('client_address')))
		throw new ApiError(403, 'auth.forbidden', "The org's IP rules do not admit your address", { reason: 'ip.blocked' })
	return next()
}
