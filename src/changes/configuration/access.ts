import type { MiddlewareHandler } from 'hono'
import type { SignedIn } from '../../context.ts'
import { PLATFORM } from '../../db/columns.ts'
import { callerOf } from '../../http/access.ts'
import { declare } from '../../http/contract.ts'
import { forbidden, notFound, unauthorized } from '../../http/errors.ts'
import type { Principal } from '../../principal.ts'
import { holdsEverywhere } from '../../tenancy/principals/permissions.ts'

const NEEDED = ['org.settings', 'data.secrets'] as const

/**
 * The access marker of an org's configuration, which contains everything these two permissions can change. Any org but the one
 * that the credential acts in returns 404, as everywhere. Operators can read every org's, and those of operations write it.
 */
export function requiresOrgConfiguration({ onlyReads = false } = {}) {
	const check: MiddlewareHandler<SignedIn> = async (c, next) => {
		const principal = callerOf(c)
		if (!principal) throw unauthorized()
		if (!(onlyReads && principal.permissions.has('platform.read'))) requireBoth(principal, c.req.param('org_id'))
		await c.get('after_access')?.()
		await next()
	}
	return declare(check, { access: `permission:org.settings${onlyReads ? '|platform.read' : ''}` })
}

/** Whether the caller may apply a document of this owner, and so replace its secrets. */
export const mayApply = (principal: Principal, owner: string): boolean =>
	owner === PLATFORM
		? principal.permissions.has('platform_admin')
		: NEEDED.every((one) => principal.permissions.has(one)) &&
			(owner === principal.org_id || holdsEverywhere(principal, NEEDED))

function requireBoth(principal: Principal, org_id: string | undefined) {
	for (const permission of NEEDED) if (!principal.permissions.has(permission)) throw forbidden({ permission })
	if (org_id !== principal.org_id && !holdsEverywhere(principal, NEEDED)) throw notFound('Org')
}
