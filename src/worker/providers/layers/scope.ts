import type { MiddlewareHandler } from 'hono'
import * as z from 'zod'
import { doc } from '#doc'
import type { SignedIn } from '../../context.ts'
import { PLATFORM } from '../../ground/db/columns.ts'
import { callerOf, lacking, letIn, orWhatIsUnmet } from '../../ground/http/access.ts'
import { readQuery } from '../../ground/http/contract.ts'
import { type Access, declare } from '../../ground/http/declared.ts'
import { type ApiError, invalid, unauthorized } from '../../ground/http/errors.ts'
import { must } from '../../ground/http/must.ts'
import type { AnyOf } from '../../ground/write/configured.ts'
import type { Principal } from '../../principal.ts'

const SCOPES = ['platform', 'org'] as const
export type Scope = (typeof SCOPES)[number]

/** Who may pass at each layer: holders of any of these permissions, or every member of an org. */
interface Who {
	platform: AnyOf
	org: AnyOf | 'members'
	byDefault: Scope
}

/** Who writes what both layers have. */
export const WRITERS = { platform: ['platform.write'], org: ['data.secrets'] } as const satisfies Omit<Who, 'byDefault'>

/** Who reads and who writes LLM providers and MCP configs. */
export const READS = { platform: ['platform.read'], org: 'members', byDefault: 'org' } as const satisfies Who
export const WRITES = { ...WRITERS, byDefault: 'org' } as const satisfies Who

const worded = (anyOf: Who['org']) =>
	anyOf === 'members' ? 'is for members' : `needs ${anyOf.map((one) => `\`${one}\``).join(' or ')}`

export const scopeQuery = ({ platform, org, byDefault }: Who) =>
	z.object({
		scope: z
			.enum(SCOPES)
			.default(byDefault)
			.meta(doc({ description: `The layer: \`platform\` ${worded(platform)}, and \`org\` ${worded(org)}.` })),
	})

type Scoped = SignedIn & { Variables: { scope: Scope } }

/**
 * The access marker of a route of both layers: the permission depends on `?scope=`. Handlers read `c.var.owner`, an org's id or
 * `platform`. A route with more parameters has its own `query()`, which also reads the scope.
 */
export function ofLayer(who: Who, { hasOwnQuery = false } = {}) {
	const schema = scopeQuery(who)
	const check: MiddlewareHandler<Scoped> = async (c, next) => {
		const principal = callerOf(c)
		if (!principal) throw await orWhatIsUnmet(c, unauthorized())
		const parsed = schema.safeParse({ scope: c.req.queries('scope')?.join() })
		if (!parsed.success) throw invalid([{ path: 'scope', message: must.platform_or_org }])
		const { scope } = parsed.data
		const refused = refusalOf(principal, who[scope])
		if (refused) throw refused
		if (!hasOwnQuery) readQuery(c, schema)
		c.set('scope', scope)
		c.set('owner', scope === 'org' ? principal.org_id : PLATFORM)
		await letIn(c)
		await next()
	}
	return declare(check, { access: accessOf(who), query: schema })
}

function refusalOf({ permissions }: Principal, anyOf: Who['org']): ApiError | undefined {
	if (anyOf === 'members' || anyOf.some((permission) => permissions.has(permission))) return undefined
	return lacking(...anyOf)
}

/** Who doesn't say a scope asks about their org, so what holds there is what's declared. */
function accessOf({ org, byDefault }: Who): Access {
	if (byDefault === 'platform') return 'by_scope'
	return org === 'members' ? 'signed_in' : `permission:${org.join('|')}`
}
