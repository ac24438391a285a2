import type { Context } from 'hono'
import type { SignedIn } from '../../context.ts'
import { notFound } from '../../ground/http/errors.ts'
import { spend } from '../../ground/http/rate-limits.ts'
import type { Principal } from '../../principal.ts'
import { actorOf } from './actor.ts'

/** Whether the caller serves an org as its runtime. Service accounts serve the orgs that they name, or else their own; others serve all. */
export function serves(principal: Principal, org_id: string): boolean {
	if (principal.kind !== 'service') return true
	const { runtime, org_id: own } = principal
	return runtime === null ? org_id === own : runtime.orgs.includes('*') || runtime.orgs.includes(org_id)
}

/**
 * Lets in a call of a runtime for these orgs. Throws 404 unless the caller serves them all, whether they exist or not, and 429 after
 * 600 calls a minute for one org. The access log names the org.
 */
export async function requireRuntimeOrgs(c: Context<SignedIn>, org_ids: string[]): Promise<void> {
	const { principal } = c.var
	const distinct = [...new Set(org_ids)]
	if (distinct.length === 1) c.set('asked_org_id', distinct[0])
	if (!distinct.every((org_id) => serves(principal, org_id))) throw notFound('Org')
	const { RUNTIME_ORG_RATE_LIMIT } = c.env
	await spend(
		c.env,
		distinct.map((org_id) => [RUNTIME_ORG_RATE_LIMIT, `${actorOf(principal)} ${org_id}`, 'runtime_org']),
	)
}
