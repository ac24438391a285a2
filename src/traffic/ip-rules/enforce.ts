import type { MiddlewareHandler } from 'hono'
import type { Principal } from '../../identity/auth/principal.ts'
import type { App } from '../../context.ts'
import { ApiError } from '../../http/errors.ts'
import { admits } from './compile.ts'

/** Platform admins are the way back in, for whoever has locked an org out. */
export const isExempt = ({ permissions }: Principal) => permissions.has('platform_admin')

/** Refuses callers whose address the rules of the org they act in do not admit. Without a credential there is no org. */
export const enforceIpRules: MiddlewareHandler<App> = (c, next) => {
	const principal = c.get('principal')
	if (principal?.ip_rules && !isExempt(principal) && !admits(principal.ip_rules, c.get('client_address')))
		throw new ApiError(403, 'auth.forbidden', "The org's IP rules do not admit your address", { reason: 'ip.blocked' })
	return next()
}
