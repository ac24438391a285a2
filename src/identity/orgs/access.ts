import { and, asc, eq } from 'drizzle-orm'
import type { Principal, Variables } from '../../context.ts'
import type { Database } from '../../db/database.ts'
import { notFound } from '../../http/errors.ts'
import { admits, compiledOnce, notAdmitted } from '../../traffic/ip-rules/compile.ts'
import { memberships, orgs } from './table.ts'

/**
 * Passes callers who may see the org: platform admins, and its members in whichever of their orgs they act. Throws 404 for
 * everybody else, and for API keys of another org. Throws 403 for a member whose address the rules of that org do not admit.
 * One D1 call, and none for the caller's own org, whose rules the gate has applied.
 */
export async function requireMembership(
	{
		var: { db, principal, client_address },
	}: { var: Pick<Variables, 'db' | 'client_address'> & { principal: Principal } },
	org_id: string,
): Promise<void> {
	if (principal.org_id === org_id || principal.permissions.has('platform_admin')) return
	if (principal.api_key_id) throw notFound('Org')
	const [org] = await db
		.select({ ip_rules: orgs.ip_rules })
		.from(memberships)
		.innerJoin(orgs, eq(orgs.id, memberships.org_id))
		.where(and(eq(memberships.org_id, org_id), eq(memberships.user_id, principal.user_id)))
		.limit(1)
	if (!org) throw notFound('Org')
	const rules = compiledOnce(org.ip_rules)
	if (rules && !admits(rules, client_address)) throw notAdmitted()
}

/** The query of a user's orgs with its role in each, oldest membership first. */
export const orgsOf = (db: Database['reader'], user_id: string) =>
	db
		.select({ org_id: memberships.org_id, name: orgs.name, role: memberships.role })
		.from(memberships)
		.innerJoin(orgs, eq(orgs.id, memberships.org_id))
		.where(eq(memberships.user_id, user_id))
		.orderBy(asc(memberships.created_at), asc(memberships.org_id))
