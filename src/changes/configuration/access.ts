import type { MiddlewareHandler } from 'hono'
import type { SignedIn } from '../../context.ts'
import { declare } from '../../http/contract.ts'
import { forbidden, notFound, unauthorized } from '../../http/errors.ts'
import { isExempt } from '../../tenancy/principals/permissions.ts'

const NEEDED = ['org.settings', 'data.secrets'] as const

const check: MiddlewareHandler<SignedIn> = async (c, next) => {
	const { principal } = c.var as Partial<SignedIn['Variables']>
	if (!principal) throw unauthorized()
	for (const permission of NEEDED) if (!principal.permissions.has(permission)) throw forbidden({ permission })
	if (c.req.param('org_id') !== principal.org_id && !isExempt(principal)) throw notFound('Org')
	await c.get('after_access')?.()
	await next()
}

/**
 * The access marker of an org's configuration, which contains everything these two permissions can change. Any org but the one
 * that the credential acts in returns 404, as everywhere. Platform admins can use it for every org.
 */
export const requiresOrgConfiguration = () =>
	declare<typeof check>((c, next) => check(c, next), { access: 'permission:org.settings' })
