import type { MiddlewareHandler } from 'hono'
import type { App, Permission, Principal, SignedIn } from '../context.ts'
import { type Access, declare } from './contract.ts'
import { forbidden, unauthorized } from './errors.ts'

// The access markers: one opens each route line. A route without one fails a test.

function access(declared: Access, refusal: (principal: Principal | undefined) => Error | undefined) {
	const check: MiddlewareHandler<SignedIn> = async (c, next) => {
		const refused = refusal(c.get('principal'))
		if (refused) throw refused
		await next()
	}
	return declare(check, { access: declared })
}

const pass: MiddlewareHandler<App> = (_c, next) => next()

export const anyone = () => declare(pass, { access: 'anyone' })

/** Any user or API key. */
export const signedIn = () => access('signed_in', (principal) => (principal ? undefined : unauthorized()))

/** A user in person. The routes under `/v1/me` and `/v1/api-keys` do not accept API keys. */
export const signedInUser = () =>
	access('user', (principal) => {
		if (!principal) return unauthorized()
		return principal.api_key_id === null ? undefined : unauthorized('auth.api_key_not_accepted')
	})

/** Holders of a permission. Others get 403 with the permission in `details`. */
export const requires = (permission: Permission) =>
	access(`permission:${permission}`, (principal) => {
		if (!principal) return unauthorized()
		return principal.permissions.has(permission) ? undefined : forbidden({ permission })
	})
