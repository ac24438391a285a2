import type { MiddlewareHandler } from 'hono'
import * as z from 'zod'
import { doc } from '#doc'
import type { App, Principal } from '../../context.ts'
import { PLATFORM } from '../../db/columns.ts'
import { declare, readQuery } from '../../http/contract.ts'
import { forbidden, invalid, unauthorized } from '../../http/errors.ts'

const SCOPES = ['platform', 'org'] as const
type Scope = (typeof SCOPES)[number]

export const ScopeQuery = z.object({
	scope: z
		.enum(SCOPES)
		.default('platform')
		.meta(doc({ description: 'The layer: `platform` needs `platform_admin`, `org` needs `data.secrets`.' })),
})

const PERMISSION = { platform: 'platform_admin', org: 'data.secrets' } as const

type Scoped = App & { Variables: { principal: Principal; owner: string; scope: Scope } }

/**
 * The access marker of spec 4.1: the permission depends on `?scope=`. Handlers read `c.var.owner`, an org's id or `platform`. A
 * route with more parameters has its own \`query()\`, which also reads the scope.
 */
export function requiresForScope({ hasOwnQuery = false } = {}) {
	const check: MiddlewareHandler<Scoped> = async (c, next) => {
		const { principal } = c.var
		if (!principal) throw unauthorized()
		const parsed = ScopeQuery.safeParse({ scope: c.req.queries('scope')?.join() })
		if (!parsed.success) throw invalid([{ path: 'scope', message: 'Must be platform or org' }])
		const { scope } = parsed.data
		const permission = PERMISSION[scope]
		if (!principal.permissions.has(permission)) throw forbidden({ permission })
		if (!hasOwnQuery) readQuery(c, ScopeQuery)
		c.set('scope', scope)
		c.set('owner', scope === 'org' ? principal.org_id : PLATFORM)
		await next()
	}
	return declare(check, { access: 'by_scope', query: ScopeQuery })
}
