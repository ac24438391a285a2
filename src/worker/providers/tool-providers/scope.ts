import type { MiddlewareHandler } from 'hono'
import * as z from 'zod'
import { doc } from '#doc'
import type { App } from '../../context.ts'
import { PLATFORM } from '../../ground/db/columns.ts'
import { callerOf, lacking } from '../../ground/http/access.ts'
import { declare, readQuery } from '../../ground/http/contract.ts'
import { invalid, unauthorized } from '../../ground/http/errors.ts'
import type { AnyOf } from '../../ground/write/configured.ts'
import type { Principal } from '../../principal.ts'

const SCOPES = ['platform', 'org'] as const
type Scope = (typeof SCOPES)[number]

export const ScopeQuery = z.object({
	scope: z
		.enum(SCOPES)
		.default('platform')
		.meta(
			doc({
				description:
					'The layer: to write, `platform` needs `platform.write` and `org` needs `data.secrets`. Operators can read both.',
			}),
		),
})

const WRITERS = { platform: ['platform.write'], org: ['data.secrets'] } as const
const READERS = { platform: ['platform.read'], org: ['data.secrets', 'platform.read'] } as const

type Scoped = App & { Variables: { principal: Principal; owner: string; scope: Scope } }

/**
 * The access marker of spec 4.1: the permission depends on `?scope=`. Handlers read `c.var.owner`, an org's id or `platform`. A
 * route with more parameters has its own \`query()\`, which also reads the scope.
 */
export function requiresForScope({ hasOwnQuery = false } = {}) {
	const check: MiddlewareHandler<Scoped> = async (c, next) => {
		const principal = callerOf(c)
		if (!principal) throw unauthorized()
		const parsed = ScopeQuery.safeParse({ scope: c.req.queries('scope')?.join() })
		if (!parsed.success) throw invalid([{ path: 'scope', message: 'Must be platform or org' }])
		const { scope } = parsed.data
		const anyOf: AnyOf = (c.req.method === 'GET' ? READERS : WRITERS)[scope]
		if (!anyOf.some((permission) => principal.permissions.has(permission))) throw lacking(...anyOf)
		if (!hasOwnQuery) readQuery(c, ScopeQuery)
		c.set('scope', scope)
		c.set('owner', scope === 'org' ? principal.org_id : PLATFORM)
		await next()
	}
	return declare(check, { access: 'by_scope', query: ScopeQuery })
}
