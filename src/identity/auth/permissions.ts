import type { MiddlewareHandler } from 'hono'
import type { App } from '../../context.ts'
import { type Access, declare } from '../../http/contract.ts'
import { forbidden, unauthorized } from '../../http/errors.ts'
import type { Principal } from './principal.ts'

/** Everything a principal can be allowed to do beyond being signed in (spec 5.4). */
export const PERMISSIONS = ['platform_admin', 'data.secrets', 'org.settings', 'runtime.report'] as const
export type Permission = (typeof PERMISSIONS)[number]

export type Role = 'owner' | 'admin' | 'member'

const OF_ROLE: Record<Role, readonly Permission[]> = {
	owner: ['data.secrets', 'org.settings'],
	admin: ['data.secrets', 'org.settings'],
	member: [],
}

/** A platform admin may do everything, in every org. */
export const permissionsOf = (role: Role, isPlatformAdmin: boolean): readonly Permission[] =>
	isPlatformAdmin ? PERMISSIONS : OF_ROLE[role]

/** What handlers behind an access marker are typed with. */
export type SignedIn = App & { Variables: { principal: Principal } }

function access(declared: Access, refusal: (principal: Principal | undefined) => Error | undefined) {
	const check: MiddlewareHandler<SignedIn> = async (c, next) => {
		const refused = refusal(c.get('principal'))
		if (refused) throw refused
		await next()
	}
	return declare(check, { access: declared })
}

// The marker that opens each route line. A route without one fails a test.

const pass: MiddlewareHandler<App> = (_c, next) => next()

export const anyone = () => declare(pass, { access: 'anyone' })

/** Any user or API key. */
export const signedIn = () => access('signed_in', (principal) => (principal ? undefined : unauthorized()))

/** A user in person: what is under `/v1/me` and `/v1/api-keys` is not for API keys. */
export const signedInUser = () =>
	access('user', (principal) => {
		if (!principal) return unauthorized()
		return principal.api_key_id === null ? undefined : unauthorized('auth.api_key_not_accepted')
	})

export const requires = (permission: Permission) =>
	access(`permission:${permission}`, (principal) => {
		if (!principal) return unauthorized()
		return principal.permissions.has(permission) ? undefined : forbidden({ permission })
	})
